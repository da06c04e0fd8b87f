"""`oxideal record show`: print a recorded game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..._registry import title_of
from ...errors import InvalidArgumentError
from ..arguments import add_json, natural
from ..output import print_json
from ..parser import add_command
from .files import add_file, chosen, steps

if TYPE_CHECKING:
    from ...record import Record

EXAMPLES = """
  oxideal record show games.jsonl
  oxideal record show games.jsonl --line 3 --steps --seat 0
  oxideal record show games.jsonl --step 40 --text | oxideal solve doudizhu --position -
  oxideal record show games.jsonl --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "show",
        run,
        "print a recorded game",
        "Prints the players, the result, and the table at the end, at one step, or at every step.",
        EXAMPLES,
    )
    add_file(command)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--step", type=natural, metavar="K", help="table after K actions (default: at the end)")
    which.add_argument("--steps", action="store_true", help="table after each action")
    command.add_argument("--seat", type=natural, metavar="N", help="what this seat knows (default: all cards open)")
    command.add_argument(
        "--text", action="store_true", help="print each position only as text that --position and from_text() read"
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    if options.text and options.json:
        raise InvalidArgumentError("--text and --json are mutually exclusive")
    line, record = chosen(options)
    if options.json:
        found = [
            {"step": step, "seat": seat, "move": move, "position": shown_round.to_text()}
            for step, seat, move, shown_round in chosen_steps(record, options)
        ]
        print_json({"line": line, "record": record.to_dict(), "as_seat": options.seat, "steps": found})
    elif options.text:
        for *_, shown_round in chosen_steps(record, options):
            print(shown_round.to_text())
    else:
        shown = chosen_steps(record, options)
        first = next(shown)  # raises before anything is printed if the step or seat is out of range
        print(heading(line, record))
        for step, seat, move, shown_round in chain([first], shown):
            moved = "" if move is None else f": seat {seat} played {move}"
            print(f"\nafter {step} of {len(record.actions)} actions{moved}\n{shown_round}")
    return 0


def chosen_steps(record: Record, options: argparse.Namespace) -> Iterator[tuple[int, int | None, str | None, Any]]:
    """Yield the chosen steps: number, the seat and the move that led there, and a state or a view."""
    step = steps(record, options.step)
    seat = None
    for number, state in enumerate(record.states()):
        if options.steps or number == step:
            shown_round = state if options.seat is None else state.view(options.seat)
            yield number, seat, record.actions[number - 1] if number else None, shown_round
        seat = state.current_player


def heading(line: int, record: Record) -> str:
    """Return the lines above the positions: line number, start, players and result."""
    began = "from a position" if record.start is not None else f"seed {record.seed}, stream {record.stream}"
    lines = [f"line {line}: {title_of(record.game)}, {began}"]
    if record.names is not None:
        lines.append(", ".join(f"seat {seat}: {name or '-'}" for seat, name in enumerate(record.names)))
    if record.payoffs is None:
        lines.append("not over")
    else:
        lines.append(f"payoffs {record.payoffs}, scores {record.scores}")
    if record.forfeited is not None:
        lines.append(f"forfeited by seat {record.forfeited.seat}: {record.forfeited.why}")
    if record.note is not None:
        lines.append(f"note: {record.note}")
    return "\n".join(lines)
