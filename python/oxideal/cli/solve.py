"""`oxideal solve`: find perfect play with all cards open."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .._arguments.checks import counted
from .._registry import GAMES, title_of
from ..bots import Limit, solve
from ..errors import InvalidArgumentError
from .arguments import add_game, add_json, limit
from .output import print_json
from .parser import add_command
from .start import add_start, origin, start, start_fields

SOLVERS = {game.name: game.solver_needs for game in GAMES.values() if game.solver_needs is not None}
"""What each solver needs to know, by game."""

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
        "find perfect play with all cards open",
        "Prints the payoffs if all seats see all cards and play perfectly, and the moves that lead there. "
        + " ".join(f"For {game} it needs {what}." for game, what in SOLVERS.items()),
        EXAMPLES,
        "Exit status: 0 if it found a result, proved or not; 1 if it found none, 130 after Ctrl-C.",
    )
    add_game(command, SOLVERS)
    command.add_argument(
        "--limit",
        type=limit,
        default=Limit(time=10),
        metavar="LIMIT",
        help="time or nodes, e.g. 500ms, 10s, 1e6nodes (default: %(default)s)",
    )
    add_json(command)
    add_start(command)


def run(options: argparse.Namespace) -> int:
    if options.game not in SOLVERS:
        raise InvalidArgumentError(f"{options.game} has no solver; expected one of {', '.join(SOLVERS)}")
    state = start(options)
    if state.is_over:
        raise InvalidArgumentError("nothing to solve: the round is over")
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
        why_not_yet = GAMES[options.game].not_yet_solved.get(getattr(state, "phase", ""))
        if why_not_yet is not None:
            why = f"cannot solve this position: {why_not_yet}; it needs {SOLVERS[options.game]}"
        else:
            why = f"no result within {options.limit}; use a longer --limit, or a position with fewer cards"
        print(why, file=sys.stderr)
        return 1
    if not options.json:
        print(f"{title_of(options.game)}, {origin(state, options.push)}")
        print(f"payoffs {solution.payoffs}, {'proved' if solution.exact else 'best result found, not proved'}")
        for move in solution.line:
            print(f"seat {state.current_player}: {move}")
            state.push(move)
        print(f"{counted(solution.nodes, 'position')}, {solution.seconds:.3f} s")
    return 0
