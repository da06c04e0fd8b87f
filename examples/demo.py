"""Bots play each other in all four games: what `make demo` shows, in less than a minute."""

from __future__ import annotations

from typing import Any

from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.arena import arena

BOTS = ["search:5ms", "rule", "random"]

GAMES: list[tuple[str, Any, Any, int]] = [
    ("Dou Dizhu without an auction", doudizhu, doudizhu.Rules.preset("douzero"), 20),
    ("Mexican Train, a round", mexican_train, mexican_train.Rules(players=3), 10),
    ("Rummy, a hand", rummy, rummy.Rules(players=3, turn_limit=100), 10),
    ("FourSquare, each bot by itself", foursquare, foursquare.Rules(), 40),
]
"""A game, its rules, and how many deals are played, each once for each bot."""


def main() -> None:
    """Plays, and prints."""
    print("A search that thinks 5 ms a move, good rules, and chance play each other. A bot sees what its seat may see.")
    print("Each deal is played once by each bot from the seat that begins, so that most of the luck cancels out.")
    for title, game, rules, deals in GAMES:
        print(f"\n{title}\n{arena(game, BOTS, deals, seed=2026, rules=rules)}")
    print(
        "\nMore deals, other bots, your own: docs/arena.md. To play yourself: .venv/bin/python -m oxideal play doudizhu"
    )


if __name__ == "__main__":
    main()
