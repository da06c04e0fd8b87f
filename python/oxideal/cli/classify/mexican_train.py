"""`oxideal classify mexican_train`: find the best trains of a hand."""

from __future__ import annotations

import argparse
from typing import Any

from ... import mexican_train as mt
from ..._arguments.checks import counted
from ..arguments import add_json, natural
from ..output import print_json
from ..parser import add_command

DEFAULT_END = 12

EXAMPLES = """
  oxideal classify mexican_train '1-12 1-1 3-12 11-12 10-11'
  oxideal classify mexican_train '9-12 3-9 3-3 3-7' --end 9 --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "mexican_train",
        run,
        "find the longest and the heaviest train of a hand",
        "Prints the tiles that fit an open end, and the longest and the heaviest train from there.",
        EXAMPLES,
    )
    command.add_argument("tiles", metavar="TILES", help="at most 25 tiles, e.g. '1-12 1-1 3-12'")
    command.add_argument(
        "--end",
        type=natural,
        metavar="N",
        help=f"number of the open end, 0 to 18 (default: {DEFAULT_END})",
    )
    command.add_argument(
        "--doubles",
        choices=["tile", "close"],
        default="tile",
        help="close: exclude trains that end with a double, unless they use up the hand (default: %(default)s)",
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    end = DEFAULT_END if options.end is None else options.end
    found = mt.longest_train(options.tiles, end, options.doubles)
    figures = {
        "pips": mt.pips(options.tiles),
        "fitting": " ".join(mt.matches(options.tiles, [end])[0]) or "-",
        "longest": found.longest,
        "heaviest": found.heaviest,
    }
    if options.json:
        begin = {"game": "mexican_train", "tiles": options.tiles, "end": end, "doubles": options.doubles}
        print_json({**begin, **figures})
        return 0
    print(f"{counted(mt.pips(options.tiles), 'pip')} in hand")
    if options.end is None:
        print(f"open end {end}, the default; --end N sets another")
    print(f"fitting {end}: {figures['fitting']}")
    for name in ("longest", "heaviest"):
        train = str(figures[name])
        size = 0 if train == "-" else len(train.split(" "))
        print(f"{name}: {train} ({counted(size, 'tile')}, {counted(mt.pips(train), 'pip')})")
    return 0
