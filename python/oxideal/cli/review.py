"""`oxideal review`: find the mistakes of a recorded game."""

from __future__ import annotations

import argparse
from typing import Any

from ..review import review
from ..review.work import DEFAULT
from .arguments import add_json, file_name, limit, natural
from .output import print_json
from .parser import add_command
from .record.files import add_file, add_theme, chosen, write

EXAMPLES = """
  oxideal review game.jsonl --out review.html
  oxideal review games.jsonl --line 3 --seat 0 --limit 30s
  oxideal review game.jsonl --limit 1e6nodes --seed 7 --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "review",
        run,
        "find the mistakes of a recorded game",
        "Prints what each mistake cost, and which move was better. docs/review.md says what a cost means. "
        "Ctrl-C ends the review and prints what it has found.",
        EXAMPLES,
    )
    add_file(command)
    command.add_argument("--seat", type=natural, metavar="N", help="seat to review (default: all)")
    command.add_argument(
        "--limit",
        type=limit,
        default=DEFAULT,
        metavar="LIMIT",
        help="time, playouts or nodes for the whole game, e.g. 30s, 1e5it, 1e6nodes (default: %(default)s)",
    )
    command.add_argument(
        "--seed", type=natural, default=0, metavar="N", help="seed of the sampled deals (default: %(default)s)"
    )
    command.add_argument("--threads", type=natural, metavar="T", help="number of threads (default: all processors)")
    add_theme(command, default="the theme of the reader's system")
    command.add_argument("--out", type=file_name, metavar="FILE", help="file for a page for a browser (default: none)")
    add_json(command)


def run(options: argparse.Namespace) -> int:
    line, record = chosen(options)
    found = review(record, options.limit, seat=options.seat, seed=options.seed, threads=options.threads)
    if options.out is not None:
        write(found.to_html(theme=options.theme), options)
    if options.json:
        print_json({"line": line, "review": found.to_dict()})
    else:
        print(found)
    return 0
