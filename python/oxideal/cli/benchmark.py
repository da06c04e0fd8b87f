"""`oxideal benchmark`: rate a bot on the ladder of levels."""

from __future__ import annotations

import argparse
from typing import Any

from ..arena import benchmark
from .arena import add_deals, print_result
from .arguments import BOTS, add_game, add_json, bot_names, completed
from .parser import add_command
from .start import add_seed, seed_of

EXAMPLES = """
  oxideal benchmark doudizhu 'exec:node my_bot.js'
  oxideal benchmark rummy mybots.py:Plays --within 30
  oxideal benchmark mexican_train net -n 200 --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "benchmark",
        run,
        "rate a bot or program against the ten built-in levels",
        "Lets a bot play against the levels near its strength until its rating is known well enough, under the default "
        "rules of the game.",
        EXAMPLES,
        "Ctrl-C ends the benchmark early: it prints the rating so far and exits with status 1.",
    )
    add_game(command)
    completed(command.add_argument("bot", metavar="BOT", help=BOTS), bot_names)
    command.add_argument(
        "--within",
        type=float,
        default=50,
        metavar="POINTS",
        help="stop when the 95%% interval is the rating plus or minus this number of points (default: %(default)s)",
    )
    add_deals(command, "most deals")
    add_json(command)
    add_seed(command, "seed of the deals and the bots")


def run(options: argparse.Namespace) -> int:
    report = benchmark(
        options.game,
        options.bot,
        options.games,
        seed_of(options),
        within=options.within,
        grace=options.grace,
        errors=options.errors,
    )
    return print_result(options, report)
