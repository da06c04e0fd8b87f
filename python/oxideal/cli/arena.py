"""`oxideal arena`: compare bots."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted, printable
from ..arena import arena
from .arguments import add_bots, add_game, add_jobs, add_json, add_rules, file_name, natural, seconds, time_control
from .parser import add_command
from .start import add_seed, rules_of, seed_of

if TYPE_CHECKING:
    from ..arena import Benchmark, Ratings, Result
    from .parser import Parser

EXAMPLES = """
  oxideal arena doudizhu search:50ms rule random -n 1000 --preset douzero --jobs 2
  oxideal arena rummy rule random -n 200 --seed 1 --records games.jsonl
  oxideal arena doudizhu 'mybots.py:Plays(depth=3)' rule
  oxideal arena rummy search:20ms rule --until better:0.02 -n 5000
  oxideal arena foursquare rule search:1000it -n 50 --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "arena",
        run,
        "find out which bot is stronger, and by how much",
        "Lets bots play each other on the same deals: each deal is played once for each bot, which then begins.",
        EXAMPLES,
        "Ctrl-C ends the arena early: it prints the results so far and exits with status 1.",
    )
    add_game(command)
    add_bots(command, "bots")
    command.add_argument(
        "--until",
        metavar="QUESTION",
        help="stop when it is answered: better:0.02 or equal:0.02 (games won by the first bot), or "
        "better:0.5:payment:20; -n is then the most deals (default: none)",
    )
    add_deals(command)
    add_run(command)
    add_json(command)
    add_rules(command)
    add_seed(command, "seed of the deals and the bots")


def add_deals(command: Parser, number: str = "number of deals") -> None:
    command.add_argument(
        "-n", "--games", type=natural, default=1000, metavar="N", help=f"{number} (default: %(default)s)"
    )
    command.add_argument(
        "--grace",
        type=seconds,
        default=0.1,
        metavar="S",
        help="how many seconds a bot may be late (default: %(default)s)",
    )
    command.add_argument(
        "--raise",
        dest="errors",
        action="store_const",
        const="raise",
        default="forfeit",
        help="end with the traceback of the first bot that forfeits a game",
    )


def add_run(command: Parser) -> None:
    """Add the options that say how much time there is, where to play and what to keep."""
    command.add_argument(
        "--clock",
        type=time_control,
        metavar="C",
        help="time of each seat: 15s for each decision, 15s/60s with a bank for the round, /5m+2s a bank with an "
        "increment (default: none)",
    )
    add_jobs(command)
    command.add_argument(
        "--records", type=file_name, metavar="FILE", help="write a record of each game to this file (default: none)"
    )
    command.add_argument(
        "--resume", action="store_true", help="go on after the games in the file of --records, if there are any"
    )


def run_options(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments that an arena and a tournament share, without the game, the bots and the deals."""
    return {
        # None is the seed of the file to resume from, or a new one.
        "seed": None if options.resume and options.seed is None else seed_of(options),
        "rules": rules_of(options),
        **{each: getattr(options, each) for each in ("jobs", "grace", "clock", "records", "resume", "errors")},
    }


def run(options: argparse.Namespace) -> int:
    result = arena(options.game, options.bots, options.games, until=options.until, **run_options(options))
    return print_result(options, result)


def print_result(options: argparse.Namespace, result: Result | Ratings | Benchmark) -> int:
    """Print the result, and say so if it was stopped. Return the exit status."""
    print(json.dumps(result.to_dict(), indent=2) if options.json else result)
    if result.stopped is None:
        return 0
    deals = f"{result.deals:,} of {counted(options.games, 'deal')}"
    print(printable(f"stopped early, after {deals}: {result.stopped}"), file=sys.stderr)
    return 1
