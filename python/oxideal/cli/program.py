"""All commands together: which of them is meant, and how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from .. import _native
from .._progress import is_open
from ..errors import InvalidRecordError, OxidealError
from . import arena, bench, classify, perft, play, playouts, record, solve
from .output import printable
from .parser import Parser, add_commands

COMMANDS = (play, arena, playouts, perft, solve, classify, record, bench)

EXAMPLES = """
  oxideal play doudizhu
  oxideal arena doudizhu search:50ms rule random -n 100 --preset douzero
  oxideal playouts mexican_train -n 100000 --json
  oxideal perft foursquare --depth 5 --seed 7
"""


def parser() -> Parser:
    """Of the root program."""
    root = Parser(
        prog="oxideal",
        description="Dou Dizhu, Mexican Train, Rummy and FourSquare: play them, let bots play them, look into them.",
        examples=EXAMPLES,
        after="'oxideal COMMAND --help' says more, with examples. It ends with 0 where all went well, with 2 where the "
        "arguments were wrong, and with 1 where something else was.",
    )
    root.add_argument("--version", action="version", version=f"oxideal {_native.__version__}")
    commands = add_commands(root)
    for command in COMMANDS:
        command.add(commands)
    return root


def run(arguments: Sequence[str] | None) -> int:
    """Does what the arguments say, and returns how it ended."""
    ended = 0
    try:
        try:
            ended = _run(list(sys.argv[1:] if arguments is None else arguments))
        finally:
            if is_open(sys.stdout):
                sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout)
        if ended == 0 and not isinstance(error, BrokenPipeError):  # else it has been said, or nobody reads on
            _print_error(f"oxideal: {_message_of(error)}")
        return 1
    return ended


def _run(arguments: list[str]) -> int:
    root = parser()
    if not arguments:
        root.print_help()
        return 0
    options = root.parse_args(arguments)
    program = options.parser.prog
    if not is_open(sys.stdout):
        _print_error(f"{program}: there is no standard output")
        return 1
    try:
        ended: int = options.run(options)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        _print_error(f"{program}: interrupted")
    except (InvalidRecordError, ImportError) as error:
        _print_error(f"{program}: {error}")
    except OSError as error:
        _print_error(f"{program}: {_message_of(error)}")
    except OxidealError as error:
        options.parser.error(str(error))
    else:
        return ended
    return 1


def _print_error(text: str) -> None:
    with suppress(OSError):  # nobody may be there to hear it
        print(printable(text), file=sys.stderr, flush=True)


def _message_of(error: OSError) -> str:
    """Without the number that means nothing to most people."""
    if error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _silence(stream: TextIO) -> None:
    """Python would try to write once more at the end, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
