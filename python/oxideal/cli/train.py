"""`oxideal train`: train a player for any rules."""

from __future__ import annotations

import argparse
from typing import Any

from .._arguments.checks import quoted
from ..bots import NetBot, bot
from ..bots.training import train
from .arguments import add_game, add_rules, file_name, natural
from .parser import add_command
from .start import add_seed, rules_of

EXAMPLES = """
  oxideal train doudizhu --preset douzero --hours 1 --out my.safetensors
  oxideal train rummy --rules '{"hand_size": 7}' --hours 2 --out sevens.safetensors
  oxideal train doudizhu --rules '{"spring": true}' --start net --hours 0.2 --out house.safetensors
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "train",
        run,
        "train a player for your rules",
        "Trains the networks of the bot `net` by letting them play against themselves on all processors, and tests "
        "them against `rule` now and then. If the file exists, its training is continued.",
        EXAMPLES,
        "Ctrl-C ends the training early and saves it.",
    )
    add_game(command)
    command.add_argument(
        "--out", type=file_name, required=True, metavar="FILE", help="the file of weights, e.g. my.safetensors"
    )
    until = command.add_mutually_exclusive_group()
    until.add_argument("--hours", type=hours, metavar="H", help="how long to train (default: 1)")
    until.add_argument("--decisions", type=natural, metavar="N", help="how many decisions to train")
    command.add_argument("--threads", type=natural, metavar="T", help="number of threads (default: all processors)")
    command.add_argument("--width", type=natural, metavar="W", help="width of the first layer (default: 128)")
    command.add_argument(
        "--start", type=net_bot, metavar="NET", help="networks to start from: net, or net:FILE (default: random ones)"
    )
    add_rules(command)
    add_seed(command, "seed of a new training")


def run(options: argparse.Namespace) -> int:
    until = {"hours": 1.0} if options.hours is None else {"hours": options.hours}
    if options.decisions is not None:
        until = {"decisions": options.decisions}
    train(
        rules_of(options),
        options.out,
        **until,
        threads=options.threads,
        width=options.width,
        start=options.start,
        seed=options.seed,
        report=lambda point: print(point, flush=True),
    )
    return 0


def net_bot(text: str) -> NetBot:
    """Read the name of a learned player."""
    try:
        found = bot(text)
    except ValueError:
        found = None
    if not isinstance(found, NetBot):
        raise argparse.ArgumentTypeError(f"expected net or net:FILE, got {quoted(text)}")
    return found


def hours(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number of hours, e.g. 0.5, got {quoted(text)}") from None
