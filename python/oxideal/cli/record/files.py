"""Files of records, and the files that pages and pictures are written to."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._input.checks import quoted
from ..._progress import is_open
from ...errors import InvalidArgumentError, InvalidRecordError
from ...record import Reader, Record, read, replay
from ..arguments import fields, natural

if TYPE_CHECKING:
    from ..parser import Parser


def add_file(command: Parser) -> None:
    """The options that `chosen` reads."""
    command.add_argument("file", metavar="FILE", help="records, a line each; - for standard input")
    command.add_argument(
        "--line", type=natural, metavar="N", help="which line of the file, from 1 on (default: the first record)"
    )


def add_out(command: Parser) -> None:
    command.add_argument("--out", metavar="FILE", help="where to write to (default: standard output)")


def add_theme(command: Parser) -> None:
    command.add_argument(
        "--theme", type=theme, metavar="NAME", help='light, dark, or colours as JSON, such as \'{"felt": "#dddddd"}\''
    )


def theme(text: str) -> str | dict[str, str]:
    if not text.startswith("{"):
        return text
    colours = fields(text)
    for name, colour in colours.items():
        if not isinstance(colour, str):
            raise argparse.ArgumentTypeError(f'the colour {quoted(name)} must be a text, such as "#dddddd"')
    return colours


def reading(file: str) -> Reader:
    """The records of a file, or of the standard input."""
    if file != "-":
        return read(file)
    if not is_open(sys.stdin):
        raise InvalidArgumentError("there is no standard input to read records from")
    return read(getattr(sys.stdin, "buffer", sys.stdin))  # the bytes: what is no text is for the reader to say


def chosen(options: argparse.Namespace) -> tuple[int, Record]:
    """The number of the line that is meant, and the record there, which is a good one."""
    reader = reading(options.file)
    while True:
        try:
            record = next(reader)
        except StopIteration:
            break
        except InvalidRecordError:
            if options.line in (None, reader.line):
                raise
        else:
            if options.line in (None, reader.line):
                return reader.line, checked(reader.line, record)
    raise InvalidArgumentError(
        "there is no record in this file" if options.line is None else f"there is no record on line {options.line}"
    )


def checked(line: int, record: Record) -> Record:
    """To its end, before any of it is shown."""
    try:
        replay(record)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"line {line}: {error}") from None
    return record


def steps(record: Record, step: int | None) -> int:
    """The number of actions that is meant: all of them where none is given."""
    last = len(record.actions)
    if step is not None and step > last:
        raise InvalidArgumentError(f"there is no step {step}: this game has the steps 0 to {last}")
    return last if step is None else step


def at(record: Record, step: int | None) -> Any:
    """The state there."""
    return next(islice(record.states(), steps(record, step), None))


def write(text: str, options: argparse.Namespace) -> None:
    """In UTF-8 whatever the terminal's encoding is: the text says of itself that it is."""
    if options.out is not None:
        if options.file != "-" and Path(options.out).exists() and Path(options.file).samefile(options.out):
            raise InvalidArgumentError("--out names the file of the records, which would be lost")
        Path(options.out).write_text(text, encoding="utf-8", newline="\n")
    elif hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(text)
