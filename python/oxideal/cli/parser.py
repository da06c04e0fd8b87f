"""An argument parser whose help has examples and whose errors suggest the nearest name."""

from __future__ import annotations

import argparse
import difflib
import re
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from .._registry import unknown

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the examples as they are, and makes the column of commands wide enough for the longest one."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            indent = self._current_indent + self._indent_increment  # argparse forgets the increment
            self._action_max_length = max(self._action_max_length, indent + max(map(len, action.choices)))


class Parser(argparse.ArgumentParser):
    """The parser of the program or of one command."""

    def __init__(self, *, description: str = "", examples: str = "", after: str = "", **given: Any) -> None:
        epilog = f"examples:\n{examples.strip(chr(10))}" if examples else ""
        super().__init__(
            epilog="\n\n".join(part for part in (epilog, _filled(after)) if part),
            formatter_class=_Formatter,
            description=_filled(description),
            allow_abbrev=False,  # so that an option of a later version cannot make an old script ambiguous
            **given,
        )
        # No option begins with a digit, so in "--push -1,0" the text after --push is its value.
        self._negative_number_matcher = re.compile(r"-\.?\d")
        self.examples = [line.strip() for line in examples.splitlines() if line.strip()]
        self.commands: Any = None

    def error(self, message: str) -> NoReturn:
        """Print the message without the usage, which would hide it, and exit with status 2."""
        self.exit(2, f"{self.prog}: {message}\nfor help: {self.prog} --help\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse all arguments; the command reports those that it does not know."""
        options, unknown_ones = self.parse_known_args(args, namespace)
        if unknown_ones:
            command: Parser = getattr(options, "parser", self)
            name = unknown_ones[0].partition("=")[0]
            near = difflib.get_close_matches(name, command._option_string_actions, n=1, cutoff=0.7)
            hint = f" (did you mean {near[0]}?)" if near and near[0] != name else ""
            command.error(f"unrecognized arguments: {' '.join(unknown_ones)}{hint}")
        return options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.commands is not None and args and not args[0].startswith("-"):
            names = list(self.commands.choices)
            if args[0] not in names:
                self.error(unknown_name("command", args[0], names))
        return super().parse_known_args(args, namespace)

    def group(self, title: str) -> Any:
        """Return the group of options with this title."""
        for group in self._action_groups:
            if group.title == title:
                return group
        return self.add_argument_group(title)


def add_commands(parser: Parser) -> Any:
    """Let the parser have commands and return what `add_command` adds them to."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
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
    """Add a command that calls `run`, which is None for a command with subcommands."""
    command: Parser = commands.add_parser(name, help=summary, description=description, examples=examples, after=after)
    command.set_defaults(run=run, parser=command)
    return command


def unknown_name(kind: str, given: str, names: Sequence[str]) -> str:
    """Return the message for an unknown name, with the most similar one."""
    near = difflib.get_close_matches(given.lower().replace("-", "_").replace(" ", "_"), names, n=1, cutoff=0.5)
    return unknown(kind, given, names, f" (did you mean {near[0]}?)" if near else "")


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _filled(text: str) -> str:
    """Wrap a text: the formatter does not, as it would break the examples."""
    width = max(min(shutil.get_terminal_size().columns - 2, 100), 40)
    return textwrap.fill(text, width, break_on_hyphens=False)
