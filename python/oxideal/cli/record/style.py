"""`oxideal record style`: show how players played."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..arguments import add_json, file_name
from ..parser import add_command
from .files import reading

EXAMPLES = """
  oxideal record style games.jsonl
  oxideal record style - --json < games.jsonl
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "style",
        run,
        "show how each player played",
        "Prints figures of each player, also by place in the turn order: for instance how often it bids, how many "
        "bombs it plays, and how many tiles it has left.",
        EXAMPLES,
    )
    command.add_argument("file", type=file_name, metavar="FILE", help="file of records; - for standard input")
    add_json(command)


def run(options: argparse.Namespace) -> int:
    from ...record.style import style_of  # imported here: no other command needs it

    found = style_of(reading(options.file))
    print(json.dumps(found.to_dict(), indent=2) if options.json else found)
    return 0
