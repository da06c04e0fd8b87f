"""`oxideal record svg`: draw a recorded game."""

from __future__ import annotations

import argparse
from typing import Any

from ..arguments import natural
from ..parser import add_command
from .files import add_file, add_out, add_theme, at, chosen, write

EXAMPLES = """
  oxideal record svg games.jsonl --step 12 --out table.svg
  oxideal record svg games.jsonl --seat 0 --theme dark --width 800 > table.svg
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "svg",
        run,
        "draw a recorded game",
        "Draws the table at the end, or after some actions, as an SVG picture.",
        EXAMPLES,
    )
    add_file(command)
    command.add_argument("--step", type=natural, metavar="K", help="table after K actions (default: at the end)")
    command.add_argument("--seat", type=natural, metavar="N", help="what this seat knows (default: all cards open)")
    command.add_argument("--width", type=natural, metavar="PX", help="width in pixels, 100 to 10000 (default: 400)")
    add_theme(command)
    add_out(command)


def run(options: argparse.Namespace) -> int:
    from ...svg import draw  # imported here: no other command needs it

    _, record = chosen(options)
    width = {} if options.width is None else {"width": options.width}
    picture = draw(at(record, options.step), seat=options.seat, names=record.names, theme=options.theme, **width)
    write(f"{picture}\n", options)
    return 0
