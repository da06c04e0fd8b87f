"""`oxideal perft`: count the sequences of actions from a position."""

from __future__ import annotations

import argparse
import time
from typing import Any

from .._arguments.checks import integer_within
from .._internal.text import aligned
from .._registry import BACKENDS, title_of
from .arguments import add_game, add_json, natural
from .output import print_json
from .parser import add_command
from .start import add_start, origin, start, start_fields

MAX_DEPTH = 255

EXAMPLES = """
  oxideal perft doudizhu --depth 4 --seed 7
  oxideal perft foursquare --depth 3 --seed 7 --divide
  oxideal perft rummy --depth 5 --seed 7 --push draw --backend reference --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "perft",
        run,
        "count sequences of moves, to check an engine of your own",
        "Counts the sequences of actions of each length up to a depth. Engines with equal counts almost certainly have "
        "the same rules; if the counts differ, --divide shows after which move.",
        EXAMPLES,
    )
    add_game(command)
    command.add_argument("--depth", type=natural, required=True, metavar="N", help="number of actions, 0 to 255")
    command.add_argument("--divide", action="store_true", help="count separately for each legal move")
    command.add_argument(
        "--backend", choices=list(BACKENDS), default="rust", help="the engine that counts (default: %(default)s)"
    )
    add_json(command)
    add_start(command)


def run(options: argparse.Namespace) -> int:
    depth = integer_within("depth", options.depth, int(options.divide), MAX_DEPTH)
    state = start(options, options.backend)
    if options.json:
        print_json(
            {**start_fields(options.game, state), "backend": options.backend, "depth": depth, **figures(options, state)}
        )
        return 0
    print(f"{title_of(options.game)}, {origin(state, options.push)}")
    if options.divide:
        after = divided(state, depth)
        counts = [*after, ("all", sum(count for _, count in after))]
        rows = [("move", "sequences"), *((str(move), f"{count:,}") for move, count in counts)]
        print("\n".join(aligned(rows)))
        return 0
    print("depth         sequences    seconds")
    for each in range(depth + 1):
        found = counted(state, each)
        print(f"{each:5}{found['sequences']:18,}{found['seconds']:11.3f}", flush=True)
    return 0


def figures(options: argparse.Namespace, state: Any) -> dict[str, Any]:
    if options.divide:
        after = divided(state, options.depth)
        moves = [{"move": str(move), "action": int(move), "sequences": count} for move, count in after]
        return {"sequences": sum(count for _, count in after), "divided": moves}
    depths = [counted(state, each) for each in range(options.depth + 1)]
    return {"sequences": depths[-1]["sequences"], "depths": depths}


def counted(state: Any, depth: int) -> dict[str, Any]:
    """Count the sequences of this length, with the time it took."""
    since = time.perf_counter()
    sequences = state.perft(depth)
    return {"depth": depth, "sequences": sequences, "seconds": time.perf_counter() - since}


def divided(state: Any, depth: int) -> list[tuple[Any, int]]:
    """Return each legal move with the number of sequences of this length that begin with it."""
    found = []
    for move in state.legal_moves():
        state.push(move)
        found.append((move, state.perft(depth - 1)))
        state.pop()
    return found
