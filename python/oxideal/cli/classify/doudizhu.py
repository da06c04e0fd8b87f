"""`oxideal classify doudizhu`: find the combination that cards make."""

from __future__ import annotations

import argparse
from typing import Any

from ... import doudizhu as dd
from ..arguments import add_json, add_rules
from ..output import print_json
from ..parser import add_command
from ..start import rules_of

EXAMPLES = """
  oxideal classify doudizhu '333444 5T'
  oxideal classify doudizhu 333444555666 --preset douzero
  oxideal classify doudizhu '333444 5T' --against '777888 3J'
  oxideal classify doudizhu 33344455667TJQKA --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "doudizhu",
        run,
        "find the combination that cards make, and what it beats",
        "Prints the combination that the cards make, in all readings if the rules allow several. If they make none, "
        "prints the fewest combinations that use them up.",
        EXAMPLES,
    )
    command.set_defaults(game="doudizhu")
    command.add_argument(
        "cards", metavar="CARDS", help="e.g. '333444 5T': ranks 3 to 9 T J Q K A 2, jokers B (black) and R (red)"
    )
    command.add_argument("--against", metavar="PLAY", help="also print whether the cards beat this combination")
    add_json(command)
    add_rules(command)


def run(options: argparse.Namespace) -> int:
    rules = rules_of(options)
    found = dd.readings(options.cards, rules)
    before = None if options.against is None else dd.classify(options.against, rules)
    fewest = [] if found else dd.min_plays(options.cards, rules)
    if options.json:
        print_json(
            {
                "game": "doudizhu",
                "rules": rules.to_dict(),
                "cards": options.cards,
                "against": None if before is None else str(before),
                "readings": [described(move, before) for move in found],
                "fewest": [str(move) for move in fewest],
            }
        )
        return 0
    for move in found:
        print(words(move))
        if before is not None:
            reason = move.why_not(before)
            print(f"  beats {before}" if reason is None else f"  {reason}")
    if not found:
        print(f"not a combination; fewest plays: {', '.join(map(str, fewest)) or '-'}")
    return 0


def described(move: dd.Move, before: dd.Move | None) -> dict[str, Any]:
    """Describe a reading for programs."""
    return {
        "move": str(move),
        "kind": move.kind,
        "rank": move.rank,
        "length": move.length,
        "attached": move.attached,
        "beats": None if before is None else move.beats(before),
        "why_not": None if before is None else move.why_not(before),
    }


def words(move: dd.Move) -> str:
    """Describe a reading for people."""
    parts = [f"{move}: {move.kind.replace('_', ' ')}", f"rank {move.rank}"]
    if move.length > 1:
        parts.append(f"length {move.length}")
    if move.attached not in (None, "-"):
        parts.append(f"attached {move.attached}")
    return ", ".join(parts)
