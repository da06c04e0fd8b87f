"""A parser of arguments that explains itself with examples, and guesses what was meant."""

from __future__ import annotations

import argparse
import difflib
import re
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from .._input.checks import quoted


class Parser(argparse.ArgumentParser):
    """For a command, or for the whole program."""

    def __init__(self, *, description: str = "", examples: str = "", after: str = "", **given: Any) -> None:
        epilog = f"examples:\n{examples.strip(chr(10))}" if examples else ""
        super().__init__(
            epilog="\n\n".join(part for part in (epilog, _filled(after)) if part),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=_filled(description),
            allow_abbrev=False,  # so that an option of a later version cannot make an old script ambiguous
            **given,
        )
        # No option begins with a digit: what does so after its sign, as in "--push -1,0", is the value of one.
        self._negative_number_matcher = re.compile(r"-\.?\d")
        self.examples = [line.strip() for line in examples.splitlines() if line.strip()]
        self.commands: Any = None

    def error(self, message: str) -> NoReturn:
        """In two lines: the usage would hide what was wrong among all that is right."""
        self.exit(2, f"{self.prog}: {message}\nfor help: {self.prog} --help\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.commands is not None and args and not args[0].startswith("-"):
            names = list(self.commands.choices)
            if args[0] not in names:
                self.error(no_such(self.commands.metavar.lower(), args[0], names))
        return super().parse_known_args(args, namespace)


def add_commands(parser: Parser, metavar: str = "COMMAND") -> Any:
    """What `add_command` adds to."""
    commands = parser.add_subparsers(required=True, metavar=metavar, parser_class=Parser)
    parser.commands = commands
    return commands


def add_command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int] | None,
    summary: str,
    description: str,
    examples: str,
    after: str = "",
) -> Parser:
    """A command that `run` carries out; None for one that has commands of its own."""
    command: Parser = commands.add_parser(name, help=summary, description=description, examples=examples, after=after)
    command.set_defaults(run=run, parser=command)
    return command


def no_such(thing: str, given: str, names: Sequence[str]) -> str:
    """The message for an unknown name: the nearest one, and all that there are."""
    near = difflib.get_close_matches(given.lower().replace("-", "_").replace(" ", "_"), names, n=1, cutoff=0.5)
    guess = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no {thing} {quoted(given)}{guess}: the {thing}s are {listed(names)}"


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _filled(text: str) -> str:
    """Broken into lines: the formatter leaves texts alone for the sake of the examples."""
    return textwrap.fill(text, max(min(shutil.get_terminal_size().columns - 2, 100), 40))
