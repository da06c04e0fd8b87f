"""Let bots play each other in all four games and print who wins.

    python examples/demo.py

Takes less than a minute.
"""

from __future__ import annotations

from typing import Any

from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.arena import arena

BOTS = ["search:5ms", "rule", "random"]

GAMES: list[tuple[str, Any, Any, int]] = [
    ("Dou Dizhu without an auction", doudizhu, doudizhu.Rules.preset("douzero"), 20),
    ("Mexican Train, one round", mexican_train, mexican_train.Rules(players=3), 10),
    ("Rummy, one hand", rummy, rummy.Rules(players=3, turn_limit=100), 10),
    ("FourSquare, each bot alone", foursquare, foursquare.Rules(), 40),
]
"""Title, game, rules and number of deals."""

INTRODUCTION = """\
Three bots play four games:

  search:5ms  searches 5 ms for each move
  rule        plays by rules of thumb
  random      plays any legal move

A bot sees only what its seat may know. Each deal is played once for each bot, with the seats
rotated, so that most of the luck of the cards cancels out."""

NEXT = """\
Play yourself:  .venv/bin/python -m oxideal play doudizhu
Write a bot:    docs/tutorials/write-a-bot.md"""


def main() -> None:
    print(INTRODUCTION)
    for title, game, rules, deals in GAMES:
        heading = f"== {title} "
        print(f"\n{heading:=<88}\n{arena(game, BOTS, deals, seed=2026, rules=rules)}", flush=True)
    print(f"\n{NEXT}")


if __name__ == "__main__":
    main()
