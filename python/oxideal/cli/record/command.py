"""`oxideal record`: verify, show, draw and import recorded games."""

from __future__ import annotations

from typing import Any

from ..parser import add_command, add_commands
from . import html, imports, show, svg, verify

EXAMPLES = """
  oxideal arena rummy rule random -n 20 --records games.jsonl
  oxideal record verify games.jsonl
  oxideal record show games.jsonl --line 3
  oxideal record html games.jsonl --line 3 --out game.html
  oxideal record import botzone matches.jsonl --out games.jsonl
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "record",
        None,
        "verify recorded games, step through them, draw them, or import logs",
        "Works on files of records, one game per line, as JSON. --records of arena, play and rate writes them.",
        EXAMPLES,
    )
    actions = add_commands(command)
    for each in (verify, show, html, svg, imports):
        each.add(actions)
