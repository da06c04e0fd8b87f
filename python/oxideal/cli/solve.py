"""`oxideal solve`: what comes of perfect play with all cards open."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .._registry import GAMES
from ..bots import Limit, solve
from ..errors import InvalidArgumentError
from .arguments import add_json, limit
from .output import print_json
from .parser import add_command
from .start import add_start, origin, start, start_fields

SOLVERS = {game.name: game.solver_needs for game in GAMES.values() if game.solver_needs is not None}
"""Of each game that has a solver: what must be known."""

EXAMPLES = """
  oxideal solve foursquare --seed 7
  oxideal solve doudizhu --position @position.txt --limit 1e7nodes
  oxideal record show games.jsonl --step 40 --text | oxideal solve doudizhu --position - --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "solve",
        run,
        "what comes of perfect play with all cards open",
        "Says what each seat gets when everybody plays perfectly and sees all cards, and a line of play that leads "
        "there. " + " ".join(f"In {game} {what}." for game, what in SOLVERS.items()),
        EXAMPLES,
        "It ends with 0 where it has found something, proved or not, with 1 where it has not, or after Ctrl-C.",
    )
    add_start(command)
    command.add_argument(
        "--limit",
        type=limit,
        default=Limit(time=10),
        metavar="LIMIT",
        help="how long it may take: such as 500ms, 10s, 1e6nodes (default: %(default)s)",
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    if options.game not in SOLVERS:
        raise InvalidArgumentError(f"{options.game} has no solver: the games that have one are {', '.join(SOLVERS)}")
    state = start(options)
    if state.is_over:
        raise InvalidArgumentError("there is nothing to solve: the round is over")
    solution = solve(state, options.limit)
    if options.json:
        found: dict[str, Any] = {"payoffs": None, "exact": False, "line": None, "nodes": None, "seconds": None}
        if solution is not None:
            found = {
                "payoffs": solution.payoffs,
                "exact": solution.exact,
                "line": [str(move) for move in solution.line],
                "nodes": solution.nodes,
                "seconds": solution.seconds,
            }
        print_json(
            {**start_fields(options.game, state), "limit": str(options.limit), "found": solution is not None, **found}
        )
    if solution is None:
        needed = f"in {options.game} {SOLVERS[options.game]}"
        print(f"nothing was found within {options.limit}; {needed}; if so, more time may help", file=sys.stderr)
        return 1
    if not options.json:
        print(f"{options.game}, {origin(state, options.push)}")
        print(f"payoffs {solution.payoffs}, {'proved' if solution.exact else 'the best that was found, not proved'}")
        for move in solution.line:
            print(f"seat {state.current_player}: {move}")
            state.push(move)
        print(f"{solution.nodes:,} positions, {solution.seconds:.3f} s")
    return 0
