"""`oxideal record html`: make a page that steps through a recorded game."""

from __future__ import annotations

import argparse
from typing import Any

from ..parser import add_command
from .files import add_file, add_out, add_page_theme, chosen, write

EXAMPLES = """
  oxideal record html games.jsonl --out game.html
  oxideal record html games.jsonl --line 3 --theme dark > game.html
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "html",
        run,
        "make a page that steps through a recorded game",
        "Writes one HTML file for a browser. It needs no network and no other files.",
        EXAMPLES,
    )
    add_file(command)
    add_page_theme(command)
    add_out(command)


def run(options: argparse.Namespace) -> int:
    _, record = chosen(options)
    write(record.to_html(theme=options.theme), options)
    return 0
