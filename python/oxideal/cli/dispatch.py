"""The root program: choose a command, run it and report errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import TextIO

from .. import _native
from .._arguments.checks import printable
from .._internal.progress import is_open
from ..errors import BotError, InvalidRecordError, OxidealError
from .parser import INTERRUPTED, Parser, add_commands

COMMANDS = (  # the module of each, by what people do first
    "play.command",
    "arena",
    "review",
    "record.command",
    "rate",
    "benchmark",
    "train",
    "bot",
    "protocol",
    "serve",
    "mcp",
    "dataset",
    "playouts",
    "solve",
    "perft",
)

EXAMPLES = """
  oxideal play doudizhu
  oxideal arena doudizhu net rule -n 50 --records games.jsonl
  oxideal review games.jsonl --line 1
"""


def parser(command: str = "") -> Parser:
    """Return the parser of the root program, with this command alone or, if there is none of that name, with all.

    Modules of other commands are not imported, which would take most of a short command's time.
    """
    root = Parser(
        prog="oxideal",
        description="Play Dou Dizhu, Mexican Train, Rummy and FourSquare, let bots play them, and analyse positions.",
        examples=EXAMPLES,
        after="'oxideal COMMAND --help' shows options and examples of a command. "
        "The pages in docs/ are at https://github.com/oxideal/oxideal; "
        "docs/command-line.md says how the tab key completes names. "
        "Exit status: 0 success, 1 failure, 2 usage error, 130 interrupted by Ctrl-C.",
    )
    root.add_argument("--version", action="version", version=f"oxideal {_native.__version__}")
    commands = add_commands(root)
    for module in [each for each in COMMANDS if each.partition(".")[0] == command] or COMMANDS:
        import_module(f"{__package__}.{module}").add(commands)
    return root


def run(root: Parser, arguments: Sequence[str]) -> int:
    """Run the command that the arguments name and return the exit status."""
    status = 0
    try:
        try:
            status = _run(root, arguments)
        finally:
            if is_open(sys.stdout):
                sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout)
        # A command that failed has printed its error, and a closed output pipe is not an error.
        if status == 0 and not isinstance(error, BrokenPipeError):
            _print_error(f"oxideal: {_message_of(error)}")
        return 1
    return status


def _run(root: Parser, arguments: Sequence[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:  # the shell asks how the command line can go on
        with suppress(ImportError):
            from argcomplete import autocomplete

            autocomplete(root)
    if not arguments:
        root.print_help()
        return 0
    options = root.parse_args(arguments)
    program = options.parser.prog
    if not is_open(sys.stdout):
        _print_error(f"{program}: standard output is closed")
        return 1
    try:
        status: int = options.run(options)
    except BrokenPipeError:
        raise
    except BotError:  # raised, so that a debugger can show the bot's code
        sys.excepthook = _show_bot_error
        raise
    except KeyboardInterrupt:
        _print_error(f"{program}: interrupted")
        return INTERRUPTED
    except (InvalidRecordError, ImportError) as error:
        _print_error(f"{program}: {error}")
    except OSError as error:
        _print_error(f"{program}: {_message_of(error)}")
    except OxidealError as error:
        options.parser.error(str(error))
    except ValueError:
        if is_open(sys.stdout):
            raise
        _print_error(f"{program}: standard output is closed")  # by foreign code, since the check above
    else:
        return status
    return 1


def _show_bot_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an error at the end of the program; that of a bot has only the frames of the bot's code."""
    if not isinstance(error, BotError):
        sys.__excepthook__(kind, error, trace)
        return
    for line in (*error.fault.traceback.splitlines(), f"oxideal: {error}", *error.__notes__[0].splitlines()):
        _print_error(line)


def _print_error(text: str) -> None:
    with suppress(OSError):  # standard error may be closed
        print(printable(text), file=sys.stderr, flush=True)


def _message_of(error: OSError) -> str:
    """Return the message without the error number."""
    if error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _silence(stream: TextIO) -> None:
    """Redirect a stream that cannot be written to nowhere: at exit Python flushes it again and would complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
