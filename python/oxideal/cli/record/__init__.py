"""`oxideal record`: games that were written down."""

from __future__ import annotations

from typing import Any

from ..parser import add_command, add_commands
from . import html, show, svg, verify

EXAMPLES = """
  oxideal arena rummy rule random -n 20 --records games.jsonl
  oxideal record verify games.jsonl
  oxideal record show games.jsonl --line 3
  oxideal record html games.jsonl --line 3 --out game.html
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "record",
        None,
        "verify, show and draw games that were written down",
        "A file of records has a line of JSON for every game. The arena writes such files (--records).",
        EXAMPLES,
    )
    actions = add_commands(command)
    for each in (verify, show, html, svg):
        each.add(actions)
