"""`oxideal record verify`: whether records tell of games that can have been played."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import commitment
from ..._registry import BACKENDS
from ...errors import InvalidArgumentError, InvalidRecordError
from ...record import replay
from ..arguments import add_json
from ..output import print_json, printable
from ..parser import add_command
from .files import reading

if TYPE_CHECKING:
    from ...record import Record

MAX_ERRORS = 1000
"""Of a file so many are listed in JSON: a file of another kind has one in every line."""

EXAMPLES = """
  oxideal record verify games.jsonl
  oxideal record verify monday.jsonl tuesday.jsonl --backend reference
  oxideal record verify - --json < games.jsonl
  oxideal record verify game.jsonl --commitment DIGEST --revealed revealed.txt --contribution "Ada: blue 17"
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "verify",
        run,
        "play recorded games again, and check every move and the result",
        "Plays each game again, checks every move and the result, and lists the lines that are wrong, with the reason.",
        EXAMPLES,
        "It ends with 0 where all records are good, and with 1 where one is not, or with --commitment there is none.",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="records, a line each; - for standard input")
    command.add_argument(
        "--backend", choices=list(BACKENDS), default="rust", help="which engine plays (default: %(default)s)"
    )
    command.add_argument(
        "--commitment", metavar="DIGEST", help="each game must be dealt as this digest, published before it, promised"
    )
    command.add_argument("--revealed", metavar="FILE", help="with --commitment: the line that was revealed at the end")
    command.add_argument(
        "--contribution",
        metavar="TEXT",
        action="append",
        default=[],
        help="with --commitment: what a player contributed; once for each, in their order",
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    check = checking(options)
    found = []
    for file in options.files:
        good = bad = 0
        errors = []
        for line, reason in verified(file, check):
            if reason is None:
                good += 1
                continue
            bad += 1
            if not options.json:
                print(printable(f"{file}, line {line}: {reason}"))
            elif bad <= MAX_ERRORS:
                errors.append({"line": line, "reason": reason})
        if not options.json:
            print(printable(f"{file}: {good:,} good, {bad:,} bad"))
        found.append({"file": file, "good": good, "bad": bad, "errors": errors})
    if options.json:
        print_json({"backend": options.backend, "files": found})
    if options.commitment is not None and not all(each["good"] for each in found):
        return 1  # no record shows nothing about the deal
    return int(any(each["bad"] for each in found))


def checking(options: argparse.Namespace) -> Callable[[Record], object]:
    """What finds out whether a record is good."""
    if options.commitment is None and options.revealed is None and not options.contribution:
        return partial(replay, backend=options.backend)
    if options.commitment is None or options.revealed is None:
        raise InvalidArgumentError("--commitment, --revealed and --contribution belong together")
    with Path(options.revealed).open(encoding="utf-8-sig", errors="replace") as file:
        revealed = file.read(commitment.MAX_CHARACTERS + 1)
    commitment.opened(options.commitment, revealed)  # if it is not what was promised, no record can be
    return lambda record: commitment.verify(options.commitment, revealed, record, options.contribution, options.backend)


def verified(file: str, check: Callable[[Record], object]) -> Iterator[tuple[int, str | None]]:
    """The number of every line that has something in it, and what is wrong there."""
    reader = reading(file)
    while True:
        try:
            check(next(reader))
        except StopIteration:
            return
        except InvalidRecordError as error:
            yield reader.line, str(error).removeprefix(f"line {reader.line}: ")
        else:
            yield reader.line, None
