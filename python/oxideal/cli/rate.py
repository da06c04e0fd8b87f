"""`oxideal rate`: rate bots."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from .._arguments.checks import counted
from ..arena import tournament
from .arena import add_play, resumed_seed
from .arguments import add_bots, add_game, add_json, add_rules, file_name
from .output import printable
from .parser import add_command
from .start import add_seed, rules_of

EXAMPLES = """
  oxideal rate rummy random rule net search:20ms -n 200
  oxideal rate doudizhu mybots.py:Plays rule net --gauntlet --anchor rule -n 500
  oxideal rate rummy random rule net -n 5000 --records games.jsonl --resume --svg ratings.svg
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "rate",
        run,
        "rate any number of bots by a tournament",
        "Lets each pair of bots play the same deals, and rates all bots.",
        EXAMPLES,
        "Ctrl-C ends the tournament early: it prints the ratings so far and exits with status 1.",
    )
    add_game(command)
    add_bots(command, "bots", text="random, rule, net, level:5, search:50ms, search:1000it or mybots.py:Plays")
    command.add_argument(
        "--gauntlet", action="store_true", help="let only the first bot play, against each of the others"
    )
    command.add_argument("--anchor", metavar="NAME", help="rate this bot 0 (default: the average is 0)")
    add_play(command)
    command.add_argument("--svg", type=file_name, metavar="FILE", help="draw the ratings to this file (default: none)")
    add_json(command)
    add_rules(command)
    add_seed(command, "seed of the deals and the bots")


def run(options: argparse.Namespace) -> int:
    ratings = tournament(
        options.game,
        options.bots,
        options.games,
        resumed_seed(options),
        gauntlet=options.gauntlet,
        anchor=options.anchor,
        rules=rules_of(options),
        jobs=options.jobs,
        executor=options.on,
        grace=options.grace,
        records=options.records,
        resume=options.resume,
        errors=options.errors,
    )
    print(json.dumps(ratings.to_dict(), indent=2) if options.json else ratings)
    if options.svg is not None:
        Path(options.svg).write_text(f"{ratings.svg()}\n", encoding="utf-8", newline="\n")
    if ratings.stopped is not None:
        of = f"{ratings.deals:,} of {counted(ratings.wanted, 'deal')}"
        print(printable(f"stopped early, after {of}: {ratings.stopped}"), file=sys.stderr)
        return 1
    return 0
