"""`oxideal record verify`: whether records tell of games that can have been played."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ..._games import BACKENDS
from ...errors import InvalidRecordError
from ...record import replay
from ..arguments import add_json
from ..output import print_json, printable
from ..parser import add_command
from .files import reading

MOST_ERRORS = 1000
"""Of a file so many are listed in JSON: a file of another kind has one in every line."""

EXAMPLES = """
  oxideal record verify games.jsonl
  oxideal record verify monday.jsonl tuesday.jsonl --backend reference
  oxideal record verify - --json < games.jsonl
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "verify",
        run,
        "play recorded games again, and check every move and the result",
        "Plays each game again, checks every move and the result, and lists the lines that are wrong, with the reason.",
        EXAMPLES,
        "It ends with 0 where all records are good, and with 1 where one is not.",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="records, a line each; - for standard input")
    command.add_argument(
        "--backend", choices=list(BACKENDS), default="rust", help="which engine plays (default: %(default)s)"
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    found = []
    for file in options.files:
        good = bad = 0
        errors = []
        for line, reason in verified(file, options.backend):
            if reason is None:
                good += 1
                continue
            bad += 1
            if not options.json:
                print(printable(f"{file}, line {line}: {reason}"))
            elif bad <= MOST_ERRORS:
                errors.append({"line": line, "reason": reason})
        if not options.json:
            print(printable(f"{file}: {good:,} good, {bad:,} bad"))
        found.append({"file": file, "good": good, "bad": bad, "errors": errors})
    if options.json:
        print_json({"backend": options.backend, "files": found})
    return int(any(each["bad"] for each in found))


def verified(file: str, backend: str) -> Iterator[tuple[int, str | None]]:
    """The number of every line that has something in it, and what is wrong there."""
    reader = reading(file)
    while True:
        try:
            replay(next(reader), backend)
        except StopIteration:
            return
        except InvalidRecordError as error:
            yield reader.line, str(error).removeprefix(f"line {reader.line}: ")
        else:
            yield reader.line, None
