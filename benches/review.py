"""How far reviews can be trusted: `python benches/review.py calibration doudizhu`, `planted` or `luck`.

`calibration` reviews rounds that `rule` plays, and values each mistake again, in fresh deals and with
20 times as many of them: how many keep their sign, and how far the sizes shrink.

`planted` reviews rounds of `net` in which one move was replaced by a random one whose cost was
measured: how many are found, by size.

`luck` says what a control variate would do for the luck of a deal: the mean of 16 quick playouts of
each random deal, whose mean over all deals were known.

The moves come in the order of the rounds' seeds, whatever `--jobs` is. Ctrl-C prints the tables of
what was found so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count, pairwise
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from calibration import NET, outcomes

from oxideal.bots import Limit, RuleBot
from oxideal.bots.payments import payments
from oxideal.differential import GAMES
from oxideal.record import Record
from oxideal.review import review

TIMES = 20
"""Fresh deals for each deal of the review."""

DEALS = 2000
"""Deals for the cost of a planted move."""

SIZES = (0.1, 0.2, 0.4, 0.8, np.inf)
"""Where the classes of size end, in spreads of the payment; a mistake is called one from 0.1."""

PLAYOUTS = {"doudizhu": 20_000, "mexican_train": 12_000, "rummy": 15_000, "foursquare": 14_000}
"""The limit of each review: about what the default of 8 seconds allows on two cores that do other work too."""

FRESH = 1 << 200
"""The seed of deals that no review has seen."""


class Found(NamedTuple):
    size: float
    """The cost that was measured, in spreads."""
    reported: float
    """The cost that the review says, in spreads; 0 if it calls no mistake."""
    payment: float
    """The cost that was measured, in payment."""
    group: str
    """The kind of decision."""
    change: str
    """The kinds of the better move and of the one played."""


class Reviewed(NamedTuple):
    """One round."""

    found: list[Found]
    groups: Counter[str]
    """The number of decisions of each kind."""


def main() -> None:
    """Print a line for each class of size and for each kind of decision."""
    parser = argparse.ArgumentParser(description="How far reviews can be trusted.")
    parser.add_argument("what", choices=("calibration", "planted", "luck"))
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=500, help="mistakes, planted moves or deals (default: 500)")
    parser.add_argument("--limit", help="limit of each review, e.g. 8s (default: as many playouts as 8s allows)")
    parser.add_argument("--jobs", type=int, default=1, help="processes; no more than there are cores")
    options = parser.parse_args()
    if options.what == "luck":
        luck(options.game, options.count)
        return
    limit = options.limit or f"{PLAYOUTS[options.game]}it"
    measure = calibration if options.what == "calibration" else planted
    found: list[Found] = []
    groups: Counter[str] = Counter()
    started, rounds = monotonic(), 0
    end = "\r" if sys.stderr.isatty() else "\n"
    with suppress(KeyboardInterrupt):
        for each in in_order(measure, options.game, Limit.parse(limit), options.jobs):
            found += each.found
            groups += each.groups
            rounds += 1
            minutes = (monotonic() - started) / 60
            print(
                f"{len(found)} of {options.count} moves, {rounds} rounds, {minutes:.1f} min", file=sys.stderr, end=end
            )
            if len(found) >= options.count:
                break
    print(
        f"{options.game}, {options.what}: {len(found)} moves in {rounds} rounds with {groups.total()} decisions, "
        f"{limit} a review"
    )
    if found:
        by_size(found, by_report=options.what == "calibration")
        by_group(found, groups)


def in_order(measure: Any, game: str, limit: Limit, jobs: int) -> Iterator[Reviewed]:
    """Yield what the function finds in each round, by seed."""
    # The main process handles Ctrl-C: a review in a worker would return what it has.
    with get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        waiting: deque[Any] = deque()
        for seed in count():
            waiting.append(pool.apply_async(measure, (game, seed, limit)))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().get()


def by_size(found: list[Found], *, by_report: bool) -> None:
    sizes, reported = np.array([each[:2] for each in found]).T
    classed = reported if by_report else sizes
    for low, high in pairwise((-np.inf, *SIZES)):
        chosen = (classed >= low) & (classed < high)
        if chosen.any():
            print(
                f"{low:6.1f} to {high:3.1f} spreads: {chosen.sum():4}, found {(reported[chosen] > 0).mean():6.1%}, "
                f"sign kept {(sizes[chosen] > 0).mean():6.1%}, "
                f"reported {reported[chosen].mean():.3f}, measured {sizes[chosen].mean():.3f}"
            )
    kept = sizes[reported > 0] > 0
    print(f"sign kept {kept.mean():.1%} of {len(kept)}; reported {reported.mean():.3f}, measured {sizes.mean():.3f}")


def by_group(found: list[Found], groups: Counter[str]) -> None:
    """Print how many decisions of each kind were found, what they cost, and the most frequent changes."""
    for group, number in groups.most_common():
        own = [each for each in found if each.group == group and each.reported > 0]
        if own:
            costs = np.array([each.payment for each in own])
            changes = Counter(each.change for each in own).most_common(4)
            print(
                f"{group}: {len(own)} of {number} decisions ({len(own) / number:.1%}), cost {costs.mean():.2f} each, "
                f"{costs.sum():.0f} together; " + ", ".join(f"{change} {times}" for change, times in changes)
            )


def calibration(game: str, seed: int, limit: Limit) -> Reviewed:
    """Return the mistakes of a round that `rule` plays, valued again."""
    state = import_module(f"oxideal.{game}").State(seed=seed)
    while not state.is_over:
        state.push(RuleBot().choose(state.view(state.current_player)))
    reviewed = review(Record.of(state), limit, seed=seed, threads=1, progress=False)
    states = list(reviewed.record.states())
    found, groups = [], Counter[str]()
    for decision in reviewed.decisions:
        view = states[decision.number].view(decision.seat)
        group = group_of(view, decision.move)
        groups[group] += 1
        if decision.mistake:
            assert decision.cost is not None
            cost = measured(view, decision.move, decision.better, TIMES * decision.cost.deals)
            reported = decision.cost.payment / reviewed.spread
            found.append(
                Found(cost / reviewed.spread, reported, cost, group, change_of(decision.better, decision.move))
            )
    return Reviewed(found, groups)


def planted(game: str, seed: int, limit: Limit) -> Reviewed:
    """Return a planted move of a round of `net`, and what the review says of it."""
    chance = Random(seed)
    state, numbers = import_module(f"oxideal.{game}").State(seed=seed), []
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
    reviewed = review(Record.of(state), limit, seed=seed, threads=1, progress=False)
    costs = [each.cost.payment for each in reviewed.mistakes if each.number == number and each.cost is not None]
    cost = measured(view, bad, best, DEALS)
    group = group_of(view, bad)
    found = Found(cost / reviewed.spread, sum(costs) / reviewed.spread, cost, group, change_of(best, bad))
    return Reviewed([found], Counter({group: 1}))


def luck(game: str, deals: int) -> None:
    """Print for each seat what quick playouts of a deal tell of its playouts by the networks."""
    played, quick = [], []
    for stream in range(deals):
        state = import_module(f"oxideal.{game}").State(seed=1, stream=stream)
        view = state.view(state.current_player)
        first = [view.rules.action(NET.choose(view))]
        played.append(outcomes(view, FRESH, first, 8, deal=state)[0][:, 0])
        quick.append(outcomes(view, FRESH, first, 16, first=8, deal=state, quick=True)[0][:, 0])
    gains, told = payments(np.array(played)), payments(np.array(quick)).mean(axis=1)
    within = gains.var(axis=1, ddof=1).mean(axis=0)
    means = gains.mean(axis=1)
    total = within + means.var(axis=0, ddof=1) - within / 8
    for seat in range(gains.shape[2]):
        both = np.cov(means[:, seat], told[:, seat])
        known = both[0, 1] ** 2 / both[1, 1]
        error = np.sqrt((within[seat] + total[seat] - known) / (within[seat] + total[seat]))
        print(
            f"{game}, {deals} deals, seat {seat}: {1 - within[seat] / total[seat]:.0%} of the variance between deals; "
            f"quick playouts tell {known / total[seat]:.0%} of it all, and would make the error {1 - error:.0%} smaller"
        )


def group_of(view: Any, played: Any) -> str:
    """Return the kind of a decision: in a game of tricks a bid, a lead or an answer, else the kind of the move."""
    if not hasattr(view, "to_beat"):
        return str(played.kind)
    if view.landlord is None:
        return "bid"
    return "lead" if view.to_beat is None else "answer"


def change_of(better: Any, played: Any) -> str:
    return f"{better.kind} for {played.kind}"


def measured(view: Any, played: Any, better: Any, deals: int) -> float:
    """Return what a move costs against a better one, in fresh deals."""
    rules = view.rules
    payoffs, weights = outcomes(view, FRESH, [rules.action(played), rules.action(better)], deals)
    gains = payments(payoffs)[:, :, view.seat]
    return float(np.average(gains[:, 1] - gains[:, 0], weights=weights))


if __name__ == "__main__":
    main()
