"""What uniformly random play looks like: `python benches/statistics_of_play.py foursquare 1000000`.

Plays on states, not by `playouts`, and so with another generator: the two check each other.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, cast

from tqdm import tqdm

if TYPE_CHECKING:
    from oxideal.interface import Game


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = cast("Game", import_module(f"oxideal.{options.game}"))

    rules, chance = game.Rules(), random.Random(options.seed)
    # By phase, where the game has several: the decisions, their choices, and those with just one.
    decisions, choices, forced = Counter[str](), Counter[str](), Counter[str]()
    squares = 0
    for stream in tqdm(range(options.games), unit="game"):
        state = game.State(rules, seed=options.seed, stream=stream)
        length = 0
        while legal := state.legal_actions():
            phase = getattr(state, "phase", "all")
            state.push(legal[int(chance.random() * len(legal))])
            length += 1
            decisions[phase] += 1
            choices[phase] += len(legal)
            forced[phase] += len(legal) == 1
        squares += length * length
    total = decisions.total()
    mean = total / options.games
    error = math.sqrt((squares / options.games - mean * mean) / options.games)
    print(f"{options.games:,} random games of {options.game}, seed {options.seed}")
    print(f"  decisions a game            {mean:.3f} (standard error {error:.3f})")
    print(f"  legal actions a decision    {choices.total() / total:.3f}")
    for phase, count in decisions.items():
        among, share = choices[phase] / count, forced[phase] / count
        print(f"  phase {phase}: {count / options.games:.3f} a game, {among:.3f} legal, {share:.1%} forced")


if __name__ == "__main__":
    main()
