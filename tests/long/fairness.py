"""Are deals fair? Chi-square tests of many shuffles and deals.

    python tests/long/fairness.py                              # a million deals of each kind
    python tests/long/fairness.py --deals 10000000 --only "a shuffle of 6"

Each line is a chi-square test of one statistic of shuffles (`oxideal.random.Stream`) or of a game's
deals, made from the streams 0, 1, 2, ... of a seed. p is the probability that fair chance looks
like this or less even. Of a hundred fair statistics one has a p below 0.01, so the last line is
the one that counts: how likely it is that the smallest and the largest of all p are this extreme.
Exit status: 1 if that is below one in a thousand.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from helpers.deals import DEALT, DealTally, deals
from helpers.shuffles import Tally
from oxideal.random import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AT_ONCE = 20_000
"""The number held in memory at once."""

SHUFFLES = (6, 40, 54)


def pieces(count: int) -> Iterator[range]:
    """Yield the numbers of all streams in chunks."""
    return (range(first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE))


def of_shuffles(cards: int, seed: int, count: int) -> dict[str, float]:
    tally = Tally(cards)
    for streams in pieces(count):
        tally.add(np.array([Stream(seed, stream).shuffled(cards) for stream in streams]))
    return tally.likelihoods()


def of_deals(game: str, fields: dict[str, Any], seed: int, count: int) -> dict[str, float]:
    module = import_module(f"oxideal.{game}")
    rules = module.Rules.from_dict(fields)
    tally = DealTally(rules.players)
    for streams in pieces(count):
        tally.add(deals(game, [module.State(rules, seed=seed, stream=stream) for stream in streams]))
    return tally.likelihoods()


def kinds() -> dict[str, Callable[[int, int], dict[str, float]]]:
    """Return everything that is dealt, by name."""
    found: dict[str, Callable[[int, int], dict[str, float]]] = {
        f"a shuffle of {cards}": partial(of_shuffles, cards) for cards in SHUFFLES
    }
    for game, fields in DEALT:
        name = " ".join([game, *(f"{field}={value}" for field, value in fields.items())])
        found[name] = partial(of_deals, game, fields)
    return found


def extreme(likelihoods: list[float]) -> float:
    """Return the probability that the most extreme of this many likelihoods is at least this extreme."""
    most = min(min(each, 1 - each) for each in likelihoods)
    return 1 - (1 - 2 * most) ** len(likelihoods)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--deals", type=int, default=1_000_000, help="number of deals of each kind (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="from which the seeds follow (default: %(default)s)")
    parser.add_argument("--only", metavar="NAME", choices=list(kinds()), help="one kind, such as doudizhu")
    options = parser.parse_args()
    if options.deals < AT_ONCE:
        parser.error(f"--deals is {AT_ONCE} at least: of fewer the tests say too little")
    if options.seed < 0:
        parser.error("--seed is not below 0")
    found = []
    for number, (name, look) in enumerate(kinds().items()):
        if options.only in (None, name):
            # A separate seed for each: otherwise shuffles of equally many cards would be equal.
            for looked_at, likelihood in look(1000 * options.seed + number, options.deals).items():
                found.append(likelihood)
                print(f"{options.deals:>12,}  p = {likelihood:.6f}  {name}: {looked_at}", flush=True)
    likely = extreme(found)
    print(f"{len(found)} things looked at, p from {min(found):.6f} to {max(found):.6f}: as extreme as that "
          f"with a chance of {likely:.3f}")  # fmt: skip
    return int(likely < 0.001)


if __name__ == "__main__":
    sys.exit(main())
