"""`oxideal classify rummy`: find the melds and the best split of a hand."""

from __future__ import annotations

import argparse
from typing import Any

from ... import rummy as rm
from ..._arguments.checks import counted
from ..arguments import add_json
from ..output import print_json
from ..parser import add_command

EXAMPLES = """
  oxideal classify rummy '2H 3H 4H 4C 4D 9S KD'
  oxideal classify rummy '7H 8H JS' --table '7C 7D 7S, 9H TH JH'
  oxideal classify rummy 'QS KS AS 2D' --ace both --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "rummy",
        run,
        "find the melds in a hand and its best split",
        "Prints the melds in a hand, the cards that fit melds on the table, and the split that leaves the fewest "
        "points.",
        EXAMPLES,
    )
    command.add_argument("cards", metavar="CARDS", help="e.g. '7C TH AS': ranks A 2 to 9 T J Q K, suits C D H S")
    command.add_argument("--table", metavar="MELDS", help="melds on the table, with commas between them")
    command.add_argument(
        "--ace", choices=["low", "both"], default="low", help="whether aces are low, or both (default: %(default)s)"
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    hand, on_table, ace = options.cards, options.table, options.ace
    best = rm.best_partition(hand, on_table, ace)
    figures = {
        "points": rm.points(hand, ace),
        "melds": rm.melds(hand, ace),
        "lay_offs": [] if on_table is None else rm.lay_offs(hand, on_table, ace),
    }
    if options.json:
        begin = {"game": "rummy", "cards": hand, "table": on_table, "ace": ace}
        print_json({**begin, **figures, "best": best._asdict()})
        return 0
    print(f"{counted(rm.points(hand, ace), 'point')} in hand")
    print(f"melds: {', '.join(rm.melds(hand, ace)) or '-'}")
    if on_table is not None:
        print(f"lay-offs: {', '.join(rm.lay_offs(hand, on_table, ace)) or '-'}")
    print(f"best: {', '.join([*best.melds, *best.lay_offs]) or '-'}")
    print(f"left: {best.rest} ({counted(best.points, 'point')})")
    return 0
