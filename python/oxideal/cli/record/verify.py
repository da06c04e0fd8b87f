"""`oxideal record verify`: check recorded games."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import commitment
from ..._arguments.checks import printable
from ..._registry import BACKENDS
from ...errors import InvalidArgumentError, InvalidRecordError
from ...record import replay
from ..arguments import add_json, file_name
from ..output import print_json
from ..parser import add_command
from .files import reading

if TYPE_CHECKING:
    from ...record import Record

MAX_ERRORS = 1000
"""Maximum number of errors listed per file in JSON: a file that has no records has one on every line."""

MAX_UNRECOGNIZED = 10
"""Maximum number of errors printed before the first good record: the file may have no records at all."""

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
        "check every move and the result of recorded games",
        "Plays each game again, checks every move and the result, and prints the lines that are wrong and why.",
        EXAMPLES,
        "Exit status: 0 if all records are good; 1 if one is not, or if --commitment finds no record to check.",
    )
    command.add_argument(
        "files", nargs="+", type=file_name, metavar="FILE", help="files of records; - for standard input"
    )
    command.add_argument(
        "--backend", choices=list(BACKENDS), default="rust", help="the engine that plays (default: %(default)s)"
    )
    add_json(command)
    deal = command.group("check that the deal was not rigged")
    deal.add_argument("--commitment", metavar="DIGEST", help="digest that was published before the deal")
    deal.add_argument(
        "--revealed",
        type=file_name,
        metavar="FILE",
        help="file with the line that was revealed after the game (default: what the info of the record has)",
    )
    deal.add_argument(
        "--contribution",
        metavar="TEXT",
        action="append",
        default=[],
        help="text that a player contributed; repeat it for each player, in their order",
    )


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
                if good or bad <= MAX_UNRECOGNIZED:
                    print(printable(f"{file}, line {line}: {reason}"))
            elif bad <= MAX_ERRORS:
                errors.append({"line": line, "reason": reason})
        if not options.json:
            if not good and bad > MAX_UNRECOGNIZED:
                print(printable(f"{file}: … and {bad - MAX_UNRECOGNIZED:,} more; is this a file of records?"))
            print(printable(f"{file}: {good:,} good, {bad:,} bad"))
        found.append({"file": file, "good": good, "bad": bad, "errors": errors})
    if options.json:
        print_json({"backend": options.backend, "files": found})
    if options.commitment is not None and not all(each["good"] for each in found):
        return 1  # without a record, nothing was verified
    return int(any(each["bad"] for each in found))


def checking(options: argparse.Namespace) -> Callable[[Record], object]:
    if options.commitment is None and options.revealed is None and not options.contribution:
        return partial(replay, backend=options.backend)
    if options.commitment is None:
        raise InvalidArgumentError(
            f"--{'contribution' if options.revealed is None else 'revealed'} requires --commitment"
        )
    commitment.published_digest(options.commitment)
    if options.revealed is None:
        return lambda record: _check(options, record, (record.info or {}).get("revealed"))
    with Path(options.revealed).open(encoding="utf-8-sig", errors="replace") as file:
        revealed = file.read(commitment.MAX_CHARACTERS + 1)
    commitment.opened(options.commitment, revealed)  # fail now: if the line does not match, no record can
    return lambda record: _check(options, record, revealed)


def _check(options: argparse.Namespace, record: Record, revealed: object) -> None:
    if not isinstance(revealed, str):
        raise InvalidRecordError("the info of the record does not have what was revealed; give it with --revealed")
    commitment.verify(options.commitment, revealed, record, options.contribution, options.backend)


def verified(file: str, check: Callable[[Record], object]) -> Iterator[tuple[int, str | None]]:
    """Yield the number of each line that is not empty, with what is wrong there or None."""
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
