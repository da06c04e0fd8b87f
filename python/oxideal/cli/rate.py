"""`oxideal rate`: rate bots."""

from __future__ import annotations

import argparse
from typing import Any

from .._internal.plot import check_file
from ..arena import tournament
from .arena import add_deals, add_run, print_result, run_options
from .arguments import add_bots, add_game, add_json, add_rules, file_name
from .parser import add_command
from .start import add_seed

EXAMPLES = """
  oxideal rate rummy random rule net search:20ms -n 200
  oxideal rate doudizhu mybots.py:Plays rule net --gauntlet --anchor rule -n 500
  oxideal rate rummy random rule net -n 5000 --records rated.jsonl --resume --plot ratings.png
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "rate",
        run,
        "rate any number of bots in a tournament",
        "Lets each pair of bots play the same deals, and rates all bots.",
        EXAMPLES,
        "Ctrl-C ends the tournament early: it prints the ratings so far and exits with status 1.",
    )
    add_game(command)
    add_bots(command, "bots")
    command.add_argument(
        "--gauntlet", action="store_true", help="let only the first bot play, against each of the others"
    )
    command.add_argument("--anchor", metavar="NAME", help="rate this bot 0 (default: the average is 0)")
    add_deals(command)
    add_run(command)
    command.add_argument(
        "--plot", type=file_name, metavar="FILE", help="draw the ratings with matplotlib to this file (default: none)"
    )
    add_json(command)
    add_rules(command)
    add_seed(command, "seed of the deals and the bots")


def run(options: argparse.Namespace) -> int:
    if options.plot is not None:
        check_file(options.plot)
    ratings = tournament(
        options.game,
        options.bots,
        options.games,
        gauntlet=options.gauntlet,
        anchor=options.anchor,
        **run_options(options),
    )
    status = print_result(options, ratings)
    if options.plot is not None:
        ratings.plot().figure.canvas.print_figure(options.plot)
    return status
