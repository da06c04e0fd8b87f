"""`oxideal benchmark`: rate a bot on the ladder of levels."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from .._arguments.checks import counted
from ..arena import benchmark
from .arguments import add_game, add_json, bot_names, completed, natural, seconds
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
        "rate a bot or program on the ladder of levels",
        "Lets a bot play against the levels near its strength until its rating is known well enough, under the default "
        "rules of the game.",
        EXAMPLES,
        "Ctrl-C ends the benchmark early: it prints the rating so far and exits with status 1.",
    )
    add_game(command)
    completed(command.add_argument("bot", metavar="BOT", help="exec:COMMAND, mybots.py:Plays or any name"), bot_names)
    command.add_argument(
        "--within",
        type=float,
        default=50,
        metavar="POINTS",
        help="stop when the 95%% interval is the rating plus or minus this number of points (default: %(default)s)",
    )
    command.add_argument(
        "-n", "--games", type=natural, default=1000, metavar="N", help="most deals (default: %(default)s)"
    )
    command.add_argument(
        "--grace",
        type=seconds,
        default=0.1,
        metavar="S",
        help="how many seconds the bot may be late (default: %(default)s)",
    )
    command.add_argument(
        "--raise",
        dest="errors",
        action="store_const",
        const="raise",
        default="forfeit",
        help="end with the traceback of the first game that the bot forfeits",
    )
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
    print(json.dumps(report.to_dict(), indent=2) if options.json else report)
    if report.stopped is not None:
        print(f"stopped early, after {counted(report.deals, 'deal')}: {report.stopped}", file=sys.stderr)
        return 1
    return 0
