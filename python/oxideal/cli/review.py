"""`oxideal review`: find the mistakes of recorded games."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError
from ..review import review, review_match, review_records
from ..review.match import MAX_ROUNDS
from ..review.work import DEFAULT
from .arguments import add_json, file_name, limit, natural
from .output import print_json
from .parser import add_command
from .record.files import add_file, add_page_theme, check_out, checked, chosen, reading, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..record import Record

EXAMPLES = """
  oxideal review game.jsonl --out review.html
  oxideal review games.jsonl --line 3 --seat 0 --limit 30s
  oxideal review game.jsonl --limit 1e6nodes --seed 7 --json
  oxideal review games.jsonl --player rule --rounds 50 --out rule.html
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "review",
        run,
        "find the mistakes of a recorded game or match",
        "Prints what each mistake cost, and which move was better. docs/review.md says what a cost means. "
        "For a file of several games, prints what they add up to. Ctrl-C ends the review and prints what it has found.",
        EXAMPLES,
    )
    add_file(command, "all games")
    who = command.add_mutually_exclusive_group()
    who.add_argument("--seat", type=natural, metavar="N", help="seat to review (default: all)")
    who.add_argument(
        "--player",
        metavar="NAME",
        help="player to review in all games of the file, those it lost first",
    )
    command.add_argument(
        "--rounds", type=natural, metavar="N", help="with --player: number of games to review (default: at most 1000)"
    )
    command.add_argument(
        "--limit",
        type=limit,
        default=DEFAULT,
        metavar="LIMIT",
        help="time, playouts or nodes for each game, e.g. 30s, 1e5it, 1e6nodes (default: %(default)s)",
    )
    command.add_argument(
        "--seed", type=natural, default=0, metavar="N", help="seed of the sampled deals (default: %(default)s)"
    )
    command.add_argument("--threads", type=natural, metavar="T", help="number of threads (default: all processors)")
    add_page_theme(command)
    command.add_argument("--out", type=file_name, metavar="FILE", help="file for a page for a browser (default: none)")
    add_json(command)


def run(options: argparse.Namespace) -> int:
    if options.player is not None:
        return of_player(options)
    if options.rounds is not None:
        raise InvalidArgumentError("--rounds requires --player")
    games = dict([chosen(options)]) if options.line is not None else all_of(options)
    given = {"seat": options.seat, "seed": options.seed, "threads": options.threads}
    found: Any
    if len(games) == 1:
        ((line, record),) = games.items()
        found = review(record, options.limit, **given)
        shown = {"line": line, "review": found.to_dict()}
    else:
        found = review_match(games.values(), options.limit, **given)
        rounds = [{"line": line, "review": each.to_dict()} for line, each in zip(games, found.reviews, strict=False)]
        shown = {"finished": found.finished, "reviews": rounds}
    return show(found, shown, options)


def of_player(options: argparse.Namespace) -> int:
    """Review the games of one player."""
    if options.line is not None:
        raise InvalidArgumentError("--line and --player are mutually exclusive")
    check_out(options)
    lines: list[int] = []

    def records() -> Iterator[Record]:
        reader = reading(options.file)
        for record in reader:
            lines.append(reader.line)
            yield checked(reader.line, record)

    given = {"seed": options.seed, "threads": options.threads, "rounds": options.rounds}
    found = review_records(records(), options.limit, player=options.player, **given)
    reviews = [
        {"line": lines[number], "review": each.to_dict()}
        for number, each in zip(found.records, found.reviews, strict=True)
    ]
    return show(found, {**found.to_dict(), "reviews": reviews}, options)


def show(found: Any, shown: Any, options: argparse.Namespace) -> int:
    """Write the page and print the result. Returns the exit status."""
    if options.out is not None:
        write(found.to_html(theme=options.theme), options)
    if options.json:
        print_json(shown)
    else:
        print(found)
    return 0 if found.finished else 1


def all_of(options: argparse.Namespace) -> dict[int, Record]:
    """Return all records of the file by their line, verified."""
    reader = reading(options.file)
    found = {}
    for record in islice(reader, MAX_ROUNDS + 1):
        found[reader.line] = checked(reader.line, record)
    if not found:
        raise InvalidArgumentError("the file has no records")
    return found
