"""Review a round: find its mistakes within a limit."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .. import _native
from .._arguments.checks import seat_within, thread_count, type_name
from .._arguments.seeds import seed_number
from .._internal.progress import check_progress, progress_bar
from .._registry import NAMES, unknown
from ..bots import Limit, NetBot
from ..bots.limit import check_limit
from ..errors import InvalidRecordError
from ..record import Record
from .reasons import texts_of
from .result import Cost, Decision, Luck, OpenCost, Review

if TYPE_CHECKING:
    from ..interface import Seed

DEFAULT = Limit(time=8)
"""The limit of a review without one: for the whole round, so that long games take no longer."""

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
    check_progress(progress)
    work = Reviewing(record, limit, seat=seat, seed=seed, threads=threads, net=net)
    with suppress(KeyboardInterrupt), progress_bar(_STEPS, progress, "%") as bar:
        shown = 0
        while (share := work.step()) is not None:
            now = min(int(share * _STEPS), _STEPS)
            bar(now - shown)
            shown = now
    return work.result()


class Reviewing:
    """A review under way, with the arguments of `review`."""

    def __init__(
        self,
        record: Record,
        limit: Limit | None = None,
        *,
        seat: int | Collection[int] | None = None,
        seed: Seed = 0,
        threads: int | None = None,
        net: NetBot | None = None,
    ) -> None:
        check_limit(limit)
        if not isinstance(record, Record):
            raise TypeError(f"record must be a Record, not {type_name(record)}")
        if record.game not in NAMES:
            raise InvalidRecordError(unknown("game", record.game, NAMES))
        if net is not None and not isinstance(net, NetBot):
            raise TypeError(f"net must be a NetBot or None, not {type_name(net)}")
        self.record = record
        self.seed = seed_number(seed)
        self._states = list(record.states())
        rules = self._states[0].rules
        limit = limit or DEFAULT
        self._work = _native.Review(
            self._states[-1],
            sorted(_seats(seat, rules.players)),
            self.seed,
            limit.time,
            limit.iterations,
            limit.nodes,
            thread_count(threads),
            (net or NetBot()).networks(rules),
        )
        self._finished = False

    def step(self) -> float | None:
        """Work on it for a moment. Return the share of the limit that is used, or None at the end."""
        share = self._work.step()
        self._finished = share is None
        return share

    def result(self) -> Review:
        """Return what has been found so far."""
        found, luck, spread, threshold, playouts, seconds = self._work.found()
        return Review(
            self.record,
            tuple(_decision(self._states, each) for each in found),
            None if luck is None else tuple(Luck(*each) for each in luck),
            spread,
            threshold,
            self._finished,
            self.seed,
            playouts,
            seconds,
        )


def _seats(seat: int | Collection[int] | None, players: int) -> set[int]:
    if seat is None:
        return {*range(players)}
    several = seat if isinstance(seat, Collection) and not isinstance(seat, str | bytes) else [seat]
    return {seat_within(each, players) for each in several}


def _decision(states: list[Any], found: Any) -> Decision:
    (number, seat, action, mistake, deals), cost, opened, expected = found
    state = states[number]
    move = state.rules.move
    played = move(action)
    better = None if cost is None else move(cost[0])
    payment, wins = expected or (None, None)
    return Decision(
        number,
        seat,
        played,
        better,
        None if cost is None else Cost(*cost[1:]),
        mistake,
        () if better is None else texts_of(state.view(seat), played, better),
        None if opened is None else OpenCost(None if opened[0] is None else move(opened[0]), *opened[1:]),
        payment,
        wins,
        deals,
    )
