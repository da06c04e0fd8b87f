"""How far reviews can be trusted: `python benches/review.py calibration doudizhu`, or `planted`.

`calibration` reviews rounds that `rule` plays, and values each mistake again, in fresh deals and with
20 times as many of them: how many keep their sign, and how far the sizes shrink.

`planted` reviews rounds of `net` in which one move was replaced by a random one whose cost was
measured: how many are found, by size.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import numpy as np

from oxideal.bots import Limit, NetBot, RuleBot
from oxideal.differential import GAMES
from oxideal.record import Record
from oxideal.review import Review, review
from oxideal.review.values import Budget, Player, payments

TIMES = 20
"""Fresh deals for each deal of the review."""

DEALS = 2000
"""Deals for the cost of a planted move."""

SIZES = (0.1, 0.2, 0.4, 0.8, np.inf)
"""Where the classes of size end, in spreads of the payment; a mistake is called one from 0.1."""

NET = NetBot()
FRESH = Player(NET, 1 << 200, 1, Budget(Limit(nodes=1)))
"""Plays deals that no review has seen."""


class Found(NamedTuple):
    size: float
    """The cost that was measured, in spreads."""
    reported: float
    """The cost that the review says, in spreads; 0 if it calls no mistake."""


def main() -> None:
    """Print a line for each class of size."""
    parser = argparse.ArgumentParser(description="How far reviews can be trusted.")
    parser.add_argument("what", choices=("calibration", "planted"))
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=500, help="mistakes or planted moves (default: 500)")
    parser.add_argument("--limit", default="8s", help="limit of each review (default: 8s)")
    options = parser.parse_args()
    measure = calibration if options.what == "calibration" else planted
    found: list[Found] = []
    decisions = 0
    for each, reviewed in measure(options.game, Limit.parse(options.limit)):
        found += each
        decisions += len(reviewed.decisions)
        if len(found) >= options.count:
            break
    print(f"{options.game}, {options.what}: {len(found)} moves in {decisions} decisions, {options.limit} a review")
    sizes, reported = np.array(found).T
    for low, high in zip((-np.inf, *SIZES), SIZES, strict=False):
        chosen = (reported if options.what == "calibration" else sizes) >= low
        chosen &= (reported if options.what == "calibration" else sizes) < high
        if chosen.any():
            print(
                f"{low:6.1f} to {high:3.1f} spreads: {chosen.sum():4}, found {(reported[chosen] > 0).mean():6.1%}, "
                f"sign kept {(sizes[chosen] > 0).mean():6.1%}, "
                f"reported {reported[chosen].mean():.3f}, measured {sizes[chosen].mean():.3f}"
            )
    kept = sizes[reported > 0] > 0
    print(f"sign kept {kept.mean():.1%} of {len(kept)}; reported {reported.mean():.3f}, measured {sizes.mean():.3f}")


def calibration(game: str, limit: Limit) -> Iterator[tuple[list[Found], Review]]:
    """Yield the mistakes of rounds that `rule` plays, valued again."""
    module = import_module(f"oxideal.{game}")
    for seed in range(1 << 30):
        state = module.State(seed=seed)
        while not state.is_over:
            state.push(RuleBot().choose(state.view(state.current_player)))
        reviewed = review(Record.of(state), limit, seed=seed, progress=False)
        states = list(reviewed.record.states())
        found = []
        for decision in reviewed.mistakes:
            assert decision.cost is not None
            view = states[decision.number].view(decision.seat)
            cost = measured(view, decision.move, decision.better, TIMES * decision.cost.deals)
            found.append(Found(cost / reviewed.spread, decision.cost.payment / reviewed.spread))
        yield found, reviewed


def planted(game: str, limit: Limit) -> Iterator[tuple[list[Found], Review]]:
    """Yield one planted move of each round of `net`, and what the review says of it."""
    module = import_module(f"oxideal.{game}")
    for seed in range(1 << 30):
        chance = Random(seed)
        state, numbers = module.State(seed=seed), []
        while not state.is_over:
            view = state.view(state.current_player)
            if len(view.legal_actions()) > 1:
                numbers.append(len(state.history))
            state.push(NET.choose(view))
        number = chance.choice(numbers)
        while len(state.history) > number:
            state.pop()
        view = state.view(state.current_player)
        best = NET.choose(view)
        bad = chance.choice([move for move in view.legal_moves() if move != best])
        state.push(bad)
        while not state.is_over:
            state.push(NET.choose(state.view(state.current_player)))
        reviewed = review(Record.of(state), limit, seed=seed, progress=False)
        costs = [each.cost.payment for each in reviewed.mistakes if each.number == number and each.cost is not None]
        cost = measured(view, bad, best, DEALS)
        yield [Found(cost / reviewed.spread, sum(costs) / reviewed.spread)], reviewed


def measured(view: Any, played: Any, better: Any, deals: int) -> float:
    """Return what a move costs against a better one, in fresh deals."""
    rules = view.rules
    payoffs = FRESH.play(view, [rules.action(played), rules.action(better)], 0, deals)
    gains = payments(payoffs)[:, :, view.seat]
    return float((gains[:, 1] - gains[:, 0]).mean())


if __name__ == "__main__":
    main()
