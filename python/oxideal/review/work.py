"""Review a round: find its mistakes within a limit."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments.checks import seat_within, thread_count, type_name
from .._arguments.seeds import seed_number
from .._internal.progress import check_progress, progress_bar
from .._registry import GAMES, NAMES, unknown
from ..bots import Limit, NetBot
from ..bots.limit import check_limit
from ..bots.payments import payments, wins
from ..errors import InvalidRecordError
from ..record import Record
from .decision import ReviewedDecision, decisions
from .result import Cost, Luck, Review
from .values import Budget, DealPlayer

if TYPE_CHECKING:
    from ..interface import Seed

DEFAULT = Limit(time=8)
"""The limit of a review without one: for the whole round, so that long games take no longer."""

THRESHOLD = 0.1
"""A mistake costs at least this share of the spread of payments."""

DOUBT = 0.05
"""The chance that a review without any mistake finds one."""

MIN_DEALS = 30
"""A cost from fewer deals is not called a mistake: its error is not known well enough."""

CHUNK = 4
"""Deals that a decision is given at a time."""

QUICK_DEALS = 64
"""The most deals in which quick rules play out a decision."""

CURVE_DEALS = 32
"""The most deals for the expected result of a decision without another move that may be better."""

LUCK, SIFT, EXPLORE, CURVE, LOOK = 0.08, 0.2, 0.4, 0.48, 0.58
"""Shares of the limit at which the steps of a review end, so that long games leave some for each."""

LUCK_DEALS = 256
"""Playouts of the deal, and random deals to compare them with."""

_STEPS = 100


def review(
    record: Record,
    limit: Limit | None = None,
    *,
    seat: int | Collection[int] | None = None,
    seed: Seed = 0,
    threads: int | None = None,
    net: NetBot | None = None,
    progress: bool | None = None,
) -> Review:
    """Find the mistakes of a round: what each decision cost, and which move was better.

    - `record`: the round, over or not
    - `limit`: of the whole review; the default is 8 seconds. With nodes or iterations instead of a time, the result
      does not depend on the speed of the machine. They count what networks play.
    - `seat`: the seat to review, or several of them; None for all
    - `seed`: of the sampled deals
    - `threads`: number of threads; None for as many as there are processors
    - `net`: plays on after each move; None for the networks of this package
    - `progress`: whether to show a bar, which needs tqdm; None means: if standard error is a terminal

    Ctrl-C ends the review, which returns what it has found; `finished` is then False. `docs/review.md` says what a cost
    means and how mistakes are told from luck. Raises `InvalidRecordError` if the record cannot be replayed.

    >>> from oxideal import foursquare
    >>> from oxideal.bots import Limit
    >>> from oxideal.record import Record
    >>> state = foursquare.State(seed=7)
    >>> while not state.is_over:
    ...     state.push(state.legal_actions()[0])
    >>> found = review(Record.of(state), Limit(iterations=400))
    >>> found.finished, [seat.decisions for seat in found.seats]
    (True, [23])
    """
    check_limit(limit)
    check_progress(progress)
    if not isinstance(record, Record):
        raise TypeError(f"record must be a Record, not {type_name(record)}")
    if record.game not in NAMES:
        raise InvalidRecordError(unknown("game", record.game, NAMES))
    if net is not None and not isinstance(net, NetBot):
        raise TypeError(f"net must be a NetBot or None, not {type_name(net)}")
    player = DealPlayer(net or NetBot(), seed_number(seed), thread_count(threads), Budget(limit or DEFAULT))
    found = decisions(record)
    first = next(iter(record.states()))
    seats = _seats(seat, first.rules.players)
    solvable = GAMES[record.game].solver_needs is not None
    tasks = [
        ReviewedDecision(number, state, action, player, solvable=solvable)
        for number, state, action in found
        if state.current_player in seats
    ]
    return _Work(record, tasks, player, progress).run(first)


def _seats(seat: int | Collection[int] | None, players: int) -> set[int]:
    if seat is None:
        return {*range(players)}
    several = seat if isinstance(seat, Collection) and not isinstance(seat, str | bytes) else [seat]
    return {seat_within(each, players) for each in several}


@dataclass
class _Work:
    """A review under way."""

    record: Record
    tasks: list[ReviewedDecision]
    player: DealPlayer
    progress: bool | None

    def run(self, first: Any) -> Review:
        budget = self.player.budget
        luck, finished = None, False
        with suppress(KeyboardInterrupt), progress_bar(_STEPS, self.progress, "%") as bar:
            steps = _Steps(budget, bar)
            if first.current_player is not None and self.tasks:
                luck = deal_luck(first, self.player, LUCK)
            for task in self.tasks:
                task.rank()
            self._rounds(self.tasks, ReviewedDecision.sift, SIFT, steps, QUICK_DEALS)
            for task in self.tasks:
                task.choose()
            disputed = [task for task in self.tasks if task.is_disputed]
            self._rounds(disputed, ReviewedDecision.explore, EXPLORE, steps)
            self._rounds(
                [task for task in self.tasks if not task.is_disputed],
                ReviewedDecision.explore,
                CURVE,
                steps,
                CURVE_DEALS,
            )
            for task in disputed:
                task.suspect()
            suspects = [task for task in disputed if task.is_suspect]
            for task in sorted(self.tasks, key=lambda task: not task.is_suspect):
                if budget.share < LOOK:
                    task.look()
                    steps.update()
            self._rounds(suspects, ReviewedDecision.compare, 1.0, steps)
            finished = True
        spreads = [task.spread for task in self.tasks if task.spread is not None]
        spread = sqrt(sum(each * each for each in spreads) / len(spreads)) if spreads else 0.0
        threshold = THRESHOLD * spread
        wrong = set(mistakes({task.number: task.cost for task in self.tasks if task.cost is not None}, threshold))
        return Review(
            self.record,
            tuple(task.result(task.number in wrong) for task in self.tasks),
            luck,
            spread,
            threshold,
            finished,
            self.player.seed,
            budget.playouts,
            budget.seconds,
        )

    def _rounds(
        self, tasks: list[ReviewedDecision], act: Any, until: float, steps: _Steps, most: int | None = None
    ) -> None:
        """Give each of the tasks some deals in turn, until this share of the limit is used, or each has the most.

        All get equally many, whatever is found: to stop at a good moment would bias the costs.
        """
        given = 0
        while tasks and (most is None or given < most):
            for task in tasks:
                if self.player.budget.share >= until:
                    return
                act(task, CHUNK)
                steps.update()
            given += CHUNK


@dataclass
class _Steps:
    """Shows the share of the limit that has been used."""

    budget: Budget
    bar: Any
    shown: int = 0

    def update(self) -> None:
        now = min(int(self.budget.share * _STEPS), _STEPS)
        self.bar(now - self.shown)
        self.shown = now


def mistakes(costs: dict[int, Cost], threshold: float) -> Iterator[int]:
    """Yield the numbers of the decisions whose cost is significant and at least the threshold.

    By Holm's method: for all decisions together, the probability of yielding any that costs nothing is at most `DOUBT`.
    A better move in payment must not win less often.
    """
    chances = sorted((_chance(cost), number) for number, cost in costs.items())
    for place, (chance, number) in enumerate(chances):
        if chance * (len(chances) - place) > DOUBT:
            return
        cost = costs[number]
        wins_less = cost.wins < -2 * cost.wins_error
        if cost.payment >= threshold > 0 and cost.deals >= MIN_DEALS and not wins_less:
            yield number


def _chance(cost: Cost) -> float:
    """Return the chance of such a cost if the two moves are equally good."""
    if cost.payment_error == 0:
        return 0.0 if cost.payment > 0 else 1.0
    return 0.5 * erfc(cost.payment / cost.payment_error / sqrt(2))


def deal_luck(first: Any, player: DealPlayer, until: float) -> tuple[Luck, ...] | None:
    """Return what good play by all seats makes of a deal, against random deals with the same start.

    Ends when this share of the limit is used; None with fewer than two playouts.
    """
    here, usual = [], []
    others = _random_deals(first, player.seed)
    for number in range(LUCK_DEALS):
        if player.budget.share >= until:
            break
        here.append(_played(player, first, number))
        if others:
            usual.append(_played(player, others[number], 0))
    if len(here) < 2:
        return None
    parts = [np.array(each) for each in (here, usual or here)]
    gains, won = [payments(each) for each in parts], [wins(each) for each in parts]
    variance = sum(each.var(axis=0, ddof=1) / len(each) for each in gains) if others else gains[0].var(axis=0) * 0
    lucky, lucky_wins = (each[0].mean(axis=0) - each[1].mean(axis=0) for each in (gains, won))
    return tuple(
        Luck(float(payment), float(error), float(share))
        for payment, error, share in zip(lucky, np.sqrt(variance), lucky_wins, strict=True)
    )


def _played(player: DealPlayer, state: Any, number: int) -> Any:
    """Return the payoffs of one playout of a deal."""
    view = state.view(state.current_player)
    action = view.rules.action(player.net.choose(view))
    return player.deals(view).play([action], number, 1, deal=state)[0][0, 0]


def _random_deals(first: Any, seed: int) -> list[Any]:
    """Return random deals with the same rules and dealer; none if the round began in a position set up by hand."""
    if first.seed is None:
        return []
    dealer = getattr(first, "dealer", None)
    return [type(first)(first.rules, seed=seed, stream=number, dealer=dealer) for number in range(LUCK_DEALS)]
