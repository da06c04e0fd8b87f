"""`oxideal classify`: analyse cards or tiles."""

from __future__ import annotations

from typing import Any

from ..._registry import parts_of
from ..parser import add_command, add_commands

EXAMPLES = """
  oxideal classify doudizhu '333444 5T' --against '777888 3J'
  oxideal classify mexican_train '1-12 1-1 3-12 11-12 10-11' --end 12
  oxideal classify rummy '2H 3H 4H 4C 4D 9S KD' --table 'TS JS QS'
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "classify",
        None,
        "see what a hand is worth: combinations, trains or melds",
        "Prints which combination cards make and what they beat (doudizhu), the longest and the heaviest train of a "
        "hand (mexican_train), or the melds in a hand and its best split (rummy).",
        EXAMPLES,
    )
    games = add_commands(command, "GAME")
    for _, part in parts_of("cli.classify"):
        part.add(games)
