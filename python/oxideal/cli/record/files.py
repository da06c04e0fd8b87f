"""Read files of records, and write pages and pictures to files."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._arguments.checks import counted, format_int, quoted
from ..._internal.progress import is_open
from ...errors import InvalidArgumentError, InvalidRecordError
from ...record import Reader, Record, read, replay
from ..arguments import fields, file_name, natural

if TYPE_CHECKING:
    from ..parser import Parser


def add_file(command: Parser, default: str = "the first record") -> None:
    """Add the options that `chosen` reads."""
    command.add_argument("file", type=file_name, metavar="FILE", help="file of records; - for standard input")
    command.add_argument("--line", type=natural, metavar="N", help=f"line of the file, from 1 (default: {default})")


def add_out(command: Parser) -> None:
    command.add_argument("--out", type=file_name, metavar="FILE", help="file to write (default: standard output)")


def add_theme(command: Parser) -> None:
    command.add_argument(
        "--theme",
        type=theme,
        metavar="NAME",
        help='light, dark, or colours as JSON, e.g. \'{"felt": "#dddddd"}\' (default: light)',
    )


def add_page_theme(command: Parser) -> None:
    command.add_argument("--theme", metavar="NAME", help="light or dark (default: the theme of the reader's system)")


def theme(text: str) -> str | dict[str, str]:
    if not text.startswith("{"):
        return text
    colours = fields(text)
    for name, colour in colours.items():
        if not isinstance(colour, str):
            raise argparse.ArgumentTypeError(f'the colour {quoted(name)} must be a text, e.g. "#dddddd"')
    return colours


def reading(file: str) -> Reader:
    """Open the records of a file or of standard input."""
    return read(source(file))


def source(file: str) -> Any:
    if file != "-":
        return file
    if not is_open(sys.stdin):
        raise InvalidArgumentError("cannot read records: standard input is closed")
    return getattr(sys.stdin, "buffer", sys.stdin)  # bytes: the reader reports what is not text


def chosen(options: argparse.Namespace) -> tuple[int, Record]:
    """Return the chosen line's number and its record, verified."""
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
    if options.line is None:
        raise InvalidArgumentError("the file has no records")
    if 1 <= options.line <= reader.line:
        raise InvalidArgumentError(f"line {options.line} has no record")
    raise InvalidArgumentError(f"line {options.line} out of range: the file has {counted(reader.line, 'line')}")


def checked(line: int, record: Record) -> Record:
    """Verify a record and return it."""
    try:
        replay(record)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"line {line}: {error}") from None
    return record


def steps(record: Record, step: int | None) -> int:
    """Return the chosen step, checked; by default the last."""
    last = len(record.actions)
    if step is not None and step > last:
        raise InvalidArgumentError(f"step must be 0 to {last}, got {format_int(step)}")
    return last if step is None else step


def at(record: Record, step: int | None) -> Any:
    """Return the state after this step."""
    return next(islice(record.states(), steps(record, step), None))


def check_out(options: argparse.Namespace) -> None:
    """Check that the output does not replace the input."""
    if options.out is None or options.file == "-" or not Path(options.out).exists():
        return
    if Path(options.file).samefile(options.out):
        raise InvalidArgumentError("--out must not be the file of records, which it would replace")


def write(text: str, options: argparse.Namespace) -> None:
    """Write a page or picture in UTF-8, as it declares, whatever the terminal's encoding is."""
    check_out(options)
    if options.out is not None:
        Path(options.out).write_text(text, encoding="utf-8", newline="\n")
    elif hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(text)
