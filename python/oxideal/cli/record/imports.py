"""`oxideal record import`: convert logs of other programs to records."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..._arguments.checks import printable
from ...errors import InvalidRecordError
from ...record import Writer
from ...record.reader import LogReader
from ..arguments import file_name
from ..parser import add_command
from .files import check_out, source

EXAMPLES = """
  oxideal record import botzone matches.jsonl --out games.jsonl
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "import",
        run,
        "convert games that other programs have logged",
        "Reads one log a line, as JSON, and writes one record a line. docs/how-to/records.md has the formats.",
        EXAMPLES,
        "Exit status: 0 if all logs were converted; 1 if not. The reasons are printed to standard error.",
    )
    command.add_argument("program", metavar="PROGRAM", help="program that wrote the logs: botzone")
    command.add_argument("file", type=file_name, metavar="FILE", help="file of logs; - for standard input")
    command.add_argument("--out", type=file_name, metavar="FILE", help="file to write (default: standard output)")


def run(options: argparse.Namespace) -> int:
    check_out(options)
    reader = LogReader(source(options.file), options.program)
    status = 0
    with Writer(sys.stdout if options.out is None else options.out) as writer:
        while True:
            try:
                record = next(reader)
            except StopIteration:
                return status
            except InvalidRecordError as error:
                print(printable(str(error)), file=sys.stderr)
                status = 1
            else:
                writer.write(record)
