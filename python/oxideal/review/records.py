"""Review the rounds of one player: what its decisions cost, by kind, phase and role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._arguments.checks import counted, integer_within, quoted, text_of
from .._internal.html import signed, table
from .._internal.progress import check_progress
from .._internal.text import aligned
from .._registry import GAMES, title_of
from ..bots.payments import payments
from ..errors import InvalidArgumentError
from ..schemas.dicts import of_move
from ..schemas.schema import FORMAT
from .cells import SUM_HEAD
from .match import MAX_ROUNDS, PlayerReview, of_one_game, player_review, reviewed

if TYPE_CHECKING:
    from ..bots import Limit, NetBot
    from ..interface import Seed
    from ..record import Record
    from ..web import Html
    from .result import Cost, Decision, Review

MAX_COSTLIEST = 20

MAX_NAMES = 10


@dataclass(frozen=True)
class PlayedDecision:
    """A decision of the player in one of the rounds.

    - `record`: number of its record among those given, from 0
    - `decision`: the decision
    - `kind`, `phase`, `role`: what kind of decision it was, how far the round was, and what the player was in it
    """

    record: int
    decision: Decision
    kind: str
    phase: str
    role: str


@dataclass(frozen=True)
class DecisionSum:
    """What decisions of one kind, phase or role cost together.

    - `name`: the kind, phase or role
    - `decisions`, `mistakes`: how many there were
    - `payment`, `payment_error`: the cost of the mistakes together, and its standard error
    """

    name: str
    decisions: int
    mistakes: int
    payment: float
    payment_error: float


@dataclass(frozen=True)
class RecordsReview:
    """The reviewed rounds of one player. `str(review)` is a text with tables; `to_html()` is a page.

    - `player`: its name
    - `reviews`: the review of each round, with the decisions of the player only: first the rounds that it lost, the
      highest loss first
    - `records`: number of the record of each of them among those given, from 0
    - `decisions`: all decisions of the player, in the order of the reviews
    - `finished`: False if Ctrl-C ended the review
    """

    player: str
    reviews: tuple[Review, ...]
    records: tuple[int, ...]
    decisions: tuple[PlayedDecision, ...]
    finished: bool

    @property
    def sums(self) -> PlayerReview:
        """The sums over all rounds. A player with two seats in a round counts twice."""
        own = [
            (each, seat)
            for each in self.reviews
            for seat in each.seats
            if seat.seat in _seats_of(each.record, self.player)
        ]
        return player_review(self.player, own)

    @property
    def kinds(self) -> tuple[DecisionSum, ...]:
        """The sums of each kind of decision, the most expensive first."""
        return self._sums("kind")

    @property
    def phases(self) -> tuple[DecisionSum, ...]:
        """The sums of each phase, the most expensive first."""
        return self._sums("phase")

    @property
    def roles(self) -> tuple[DecisionSum, ...]:
        """The sums of each role, the most expensive first."""
        return self._sums("role")

    @property
    def costliest(self) -> tuple[PlayedDecision, ...]:
        """The mistakes that cost most, at most 20."""
        found = [each for each in self.decisions if each.decision.mistake]
        return tuple(sorted(found, key=lambda each: -_cost(each).payment)[:MAX_COSTLIEST])

    def _sums(self, by: str) -> tuple[DecisionSum, ...]:
        groups: dict[str, list[PlayedDecision]] = {}
        for each in self.decisions:
            groups.setdefault(getattr(each, by), []).append(each)
        found = []
        for name, own in groups.items():
            costs = [_cost(each) for each in own if each.decision.mistake]
            error = sqrt(sum(cost.payment_error**2 for cost in costs))
            found.append(DecisionSum(name, len(own), len(costs), sum(cost.payment for cost in costs), error))
        return tuple(sorted(found, key=lambda each: -each.payment))

    def to_html(self, theme: Any = None, progress: bool | None = None) -> Html:
        """Return a page with the sums that steps through the costliest decisions: one file, without a network.

        The arguments are those of `web.page`.
        """
        from .match_page import page_of_player  # imported here: most users of reviews do not draw

        return page_of_player(self, theme=theme, progress=progress)

    def to_dict(self) -> dict[str, Any]:
        """Return the sums and the costliest decisions as plain JSON values."""
        sums = self.sums
        return {
            "format": FORMAT,
            "player": self.player,
            "finished": self.finished,
            "rounds": sums.rounds,
            "decisions": sums.decisions,
            "mistakes": sums.mistakes,
            "payment": sums.payment,
            "wins": sums.wins,
            "result": sums.result,
            "luck": None if sums.luck is None else dict(vars(sums.luck)),
            **{name: [dict(vars(each)) for each in getattr(self, name)] for name in ("kinds", "phases", "roles")},
            "costliest": [
                {
                    "record": each.record,
                    "number": each.decision.number,
                    "seat": each.decision.seat,
                    "kind": each.kind,
                    "phase": each.phase,
                    "role": each.role,
                    "move": of_move(each.decision.move),
                    "better": of_move(cast("Any", each.decision.better)),
                    "cost": dict(vars(_cost(each))),
                    "reasons": list(each.decision.reasons),
                }
                for each in self.costliest
            ],
        }

    def tables(self) -> list[tuple[str, list[list[str]]]]:
        """Return the tables of sums: the heading of each, and its rows."""
        found = []
        for heading, sums in (("kind", self.kinds), ("phase", self.phases), ("role", self.roles)):
            rows = [
                [
                    each.name,
                    f"{each.decisions:,}",
                    f"{each.mistakes:,}",
                    f"{signed(-each.payment, 2)} ± {each.payment_error:.2f}" if each.mistakes else "0",
                ]
                for each in sums
            ]
            found.append((heading, rows))
        return found

    def title(self) -> str:
        """Return a line about all rounds."""
        sums = self.sums
        game = f"{title_of(self.reviews[0].record.game)}, " if self.reviews else ""
        parts = [
            counted(len(self.reviews), "round"),
            f"{counted(sums.mistakes, 'mistake')} of {counted(sums.decisions, 'decision')}",
            f"{signed(-sums.payment, 2)} in payment",
            f"result {signed(sums.result, 2)}",
        ]
        if sums.luck is not None:
            parts.append(f"luck of the deals {signed(sums.luck.payment, 2)} ± {sums.luck.error:.2f}")
        return f"{game}{self.player}: {', '.join(parts)}"

    def _costliest_rows(self) -> list[list[str]]:
        return [
            [
                str(each.record + 1),
                str(each.decision.number),
                str(each.decision.seat),
                str(each.decision.move),
                str(each.decision.better),
                f"{signed(-_cost(each).payment, 2)} ± {_cost(each).payment_error:.2f}",
                ", ".join((each.kind, each.phase, each.role)),
            ]
            for each in self.costliest
        ]

    def _notes(self) -> list[str]:
        return [] if self.finished else ["interrupted: some decisions were not reviewed to the end"]

    def _repr_html_(self) -> str:
        """Return the table of the costliest decisions, which notebooks show."""
        return table(self.title(), _COSTLIEST_HEAD, self._costliest_rows(), self._notes())

    def __str__(self) -> str:
        lines = [self.title(), *self._notes()]
        for heading, rows in self.tables():
            lines += ["", *aligned([[heading, *SUM_HEAD], *rows])]
        if self.costliest:
            lines += ["", *aligned([_COSTLIEST_HEAD, *self._costliest_rows()])]
        return "\n".join(lines)


_COSTLIEST_HEAD = ["round", "action", "seat", "played", "better", "payment", "decision"]


def review_records(
    records: Iterable[Record],
    limit: Limit | None = None,
    *,
    player: str,
    rounds: int | None = None,
    seed: Seed = 0,
    threads: int | None = None,
    net: NetBot | None = None,
    progress: bool | None = None,
) -> RecordsReview:
    """Find the mistakes of one player in many rounds, and add them up, e.g. of an arena's records.

    - `records`: the rounds, all of one game; those without the player are left out
    - `limit`: for each round, as in `review`
    - `player`: its name in the records
    - `rounds`: the most rounds to review, 1 to 1,000, which is also the default
    - `seed`, `threads`, `net`, `progress`: as in `review`

    The rounds that the player lost come first, the highest loss first. So with a limit of rounds the sums are not those
    of a typical round. Ctrl-C ends the review, which returns the rounds it has found.

    Raises `InvalidArgumentError` if the player is in none of the records.

    >>> from oxideal import foursquare
    >>> from oxideal.bots import Limit
    >>> from oxideal.record import Record
    >>> state = foursquare.State(seed=7)
    >>> while not state.is_over:
    ...     state.push(state.legal_actions()[0])
    >>> found = review_records([Record.of(state, names=["Ada"])], Limit(iterations=400), player="Ada")
    >>> found.sums.rounds, [each.name for each in found.kinds]
    (1, ['place'])
    """
    check_progress(progress)
    name = text_of("player", player)
    most = MAX_ROUNDS if rounds is None else integer_within("rounds", rounds, 1, MAX_ROUNDS)
    chosen = _chosen(records, name, most)
    own = [(record, _seats_of(record, name)) for _, record in chosen]
    found, finished = reviewed(own, progress, limit=limit, seed=seed, threads=threads, net=net)
    numbers = tuple([number for number, _ in chosen[: len(found)]])
    decisions = [each for number, one in zip(numbers, found, strict=True) for each in _decisions(number, one)]
    return RecordsReview(name, found, numbers, tuple(decisions), finished)


def _chosen(records: Iterable[Record], player: str, most: int) -> list[tuple[int, Record]]:
    """Return the rounds of the player with the highest losses, at most `most` of them, with their numbers."""
    names: dict[str, None] = {}
    found = nsmallest(most, _rounds_of(records, player, names), key=lambda each: each[:2])
    if not found:
        known = ", ".join(map(quoted, islice(names, MAX_NAMES))) or "no names"
        raise InvalidArgumentError(f"no record has a player {quoted(player)}; the records have {known}")
    return [(number, record) for _, number, record in found]


def _rounds_of(records: Iterable[Record], player: str, names: dict[str, None]) -> Iterator[tuple[float, int, Record]]:
    """Yield the result of each round of the player, its number and its record, and note some names."""
    for number, record in enumerate(of_one_game(records)):
        if len(names) < MAX_NAMES:
            names.update(dict.fromkeys(name for name in record.names or () if name))
        own = _seats_of(record, player)
        if own:
            yield _result(record, own), number, record


def _result(record: Record, seats: list[int]) -> float:
    """Return what these seats were paid together; infinite for a round that is not over, which comes last."""
    payoffs = record.payoffs
    if payoffs is None:
        return float("inf")
    return float(payments(np.array(payoffs))[seats].sum())


def _seats_of(record: Record, player: str) -> list[int]:
    return [seat for seat, name in enumerate(record.names or ()) if name == player]


def _decisions(number: int, found: Review) -> list[PlayedDecision]:
    part = GAMES[found.record.game].part("review")
    states = list(found.record.states())
    first = states[0].current_player or 0
    decisions = []
    for decision in found.decisions:
        state = states[decision.number]
        view = state.view(decision.seat)
        order = f"place {(decision.seat - first) % state.rules.players + 1}"
        decisions.append(
            PlayedDecision(
                number,
                decision,
                str(getattr(decision.move, "kind", "move")) if part is None else part.kind_of(view, decision.move),
                "" if part is None else part.phase_of(view),
                part.role_of(view, order) if hasattr(part, "role_of") else order,
            )
        )
    return decisions


def _cost(played: PlayedDecision) -> Cost:
    return cast("Cost", played.decision.cost)
