"""Statistics of uniformly random play: `python benches/statistics_of_play.py foursquare 1000000`.

Plays on states rather than by `playouts`, and so with another generator: the two check each other.
If the rounds of a match have different rules (the engines of Mexican Train), they are used in turn.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, cast

from tqdm import tqdm

if TYPE_CHECKING:
    from oxideal.interface import Game


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", type=json.loads, default={}, help="as JSON; what is left out is the plain game")
    options = parser.parse_args()
    game = cast("Game", import_module(f"oxideal.{options.game}"))

    rules, chance = [game.Rules.from_dict(options.rules)], random.Random(options.seed)
    while (following := rules[-1].next_round()) not in (None, rules[-1]):
        rules.append(following)
    # By phase, or by kind of move in games without phases: decisions, choices, and decisions with a
    # single choice.
    decisions, choices, forced = Counter[str](), Counter[str](), Counter[str]()
    ends = Counter[str]()
    squares = 0
    for stream in tqdm(range(options.games), unit="game"):
        state = game.State(rules[stream % len(rules)], seed=options.seed, stream=stream)
        length = 0
        while legal := state.legal_actions():
            phase = str(getattr(state, "phase", None) or getattr(state.rules.move(legal[0]), "kind", "all"))
            state.push(legal[int(chance.random() * len(legal))])
            length += 1
            decisions[phase] += 1
            choices[phase] += len(legal)
            forced[phase] += len(legal) == 1
        squares += length * length
        ends[re.sub("[0-9]+", "N", str(state).splitlines()[0].rpartition(": ")[2])] += 1
    total = decisions.total()
    mean = total / options.games
    error = math.sqrt((squares / options.games - mean * mean) / options.games)
    print(f"{options.games:,} random games of {options.game}, seed {options.seed}")
    print(f"  decisions a game            {mean:.3f} (standard error {error:.3f})")
    print(f"  legal actions a decision    {choices.total() / total:.3f}")
    for phase, count in decisions.items():
        among, share = choices[phase] / count, forced[phase] / count
        print(f"  phase {phase}: {count / options.games:.3f} a game, {among:.3f} legal, {share:.1%} forced")
    for end, count in ends.most_common():
        print(f"  {count / options.games:.3%} {end}")


if __name__ == "__main__":
    main()
