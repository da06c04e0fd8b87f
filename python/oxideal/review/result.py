"""The result of a review, and its form in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .._arguments.checks import counted
from .._internal.html import signed, table
from .._internal.text import aligned
from .._registry import module_of, title_of
from ..errors import InvalidRecordError
from ..interface import Move  # noqa: TC001 (`read` asks for the types of fields)
from ..record import Record
from ..schemas.saved import fields_of, read, to_dict
from ..schemas.values import array, boolean, decimal, maybe, natural, number
from ..svg.draw import distinct
from .cells import SIZES

if TYPE_CHECKING:
    from ..web import Html


@dataclass(frozen=True)
class Cost:
    """What a move cost against a better one, in deals that were not used to choose the better one.

    - `payment`, `payment_error`: the loss in payment, and its standard error. The payment is the seat's payoff minus
      the average of all seats; with one seat it is the payoff
    - `wins`, `wins_error`: the loss in the share of rounds won, -1 to 1, and its standard error
    - `deals`: number of deals; those of little weight count less
    """

    payment: float
    payment_error: float
    wins: float
    wins_error: float
    deals: int


@dataclass(frozen=True)
class OpenCost:
    """What a move cost in the real deal, with all cards open, which the seat could not know.

    - `better`: the move that is better with all cards open, or None
    - `payment`, `payment_error`: the loss in payment, and its standard error
    - `exact`: whether a solver has proved it, for perfect play by all seats; if not, it is a mean of playouts
    """

    better: Move | None
    payment: float
    payment_error: float
    exact: bool


@dataclass(frozen=True)
class Luck:
    """What good play by all seats makes of the deal, for one seat.

    - `payment`, `error`: the mean payment in this deal minus that in random deals, and its standard error
    - `wins`: the share of rounds won in this deal minus that in random deals
    """

    payment: float
    error: float
    wins: float


@dataclass(frozen=True)
class Decision:
    """A decision: what was played, and what it cost.

    - `number`: number of actions before it
    - `seat`, `move`: the seat and what it played
    - `better`: the move that it was compared with in fresh deals; None if no other move looked better
    - `cost`: what the move cost against that one; None without one
    - `mistake`: whether the cost is beyond doubt and at least the threshold of the review
    - `reasons`: true sentences about the two moves
    - `open`: the cost with all cards open; None if the review ended before
    - `payment`, `wins`: the expected payment and share of wins after the move that was played, from what the seat knew;
      None if the review ended before
    - `deals`: number of deals behind these two; those of little weight count less
    """

    number: int
    seat: int
    move: Move
    better: Move | None
    cost: Cost | None
    mistake: bool
    reasons: tuple[str, ...]
    open: OpenCost | None
    payment: float | None
    wins: float | None
    deals: int


@dataclass(frozen=True)
class SeatReview:
    """The sums of one seat.

    - `seat`, `name`: the seat and the name of its player
    - `decisions`, `mistakes`: how many it made
    - `payment`, `wins`: the cost of its mistakes together
    - `result`: its payment in the round; None if the round is not over
    - `luck`: the luck of the deal; None if it was not measured
    """

    seat: int
    name: str
    decisions: int
    mistakes: int
    payment: float
    wins: float
    result: float | None
    luck: Luck | None


@dataclass(frozen=True)
class Review:
    """A reviewed round. `str(review)` is a table of the mistakes; `to_html()` is a page.

    - `record`: the round
    - `decisions`: those with a choice, in order; only those of one seat if only one was reviewed
    - `luck`: the luck of the deal of each seat, or None
    - `spread`: the standard deviation of payments between deals that fit what a seat knew (root mean square)
    - `threshold`: the payment that a mistake costs at least
    - `finished`: False if Ctrl-C ended the review
    - `seed`: the seed of the sampled deals
    - `playouts`, `seconds`: the work
    """

    record: Record
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...] | None
    spread: float
    threshold: float
    finished: bool
    seed: int
    playouts: int
    seconds: float

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The mistakes, the most expensive first."""
        found = [decision for decision in self.decisions if decision.mistake]
        return tuple(sorted(found, key=lambda decision: -cast("Cost", decision.cost).payment))

    @property
    def seats(self) -> tuple[SeatReview, ...]:
        """The sums of each seat."""
        return tuple(self._seat(seat) for seat in range(self._players))

    @property
    def _players(self) -> int:
        return int(_rules(self.record).players)

    def _seat(self, seat: int) -> SeatReview:
        own = [decision for decision in self.decisions if decision.seat == seat]
        costs = [decision.cost for decision in own if decision.mistake and decision.cost is not None]
        payoffs = self.record.payoffs
        average = 0.0 if payoffs is None or len(payoffs) == 1 else sum(payoffs) / len(payoffs)
        return SeatReview(
            seat,
            self.name(seat),
            len(own),
            len(costs),
            sum(cost.payment for cost in costs),
            sum(cost.wins for cost in costs),
            None if payoffs is None else payoffs[seat] - average,
            None if self.luck is None else self.luck[seat],
        )

    def size_of(self, mistake: Decision) -> str:
        """Return "small" for a cost of up to twice the threshold, "medium" for up to four times, else "large"."""
        times = cast("Cost", mistake.cost).payment / self.threshold
        return SIZES[(times > 2) + (times > 4)]

    def name(self, seat: int) -> str:
        """Return the name of a seat for people, with a number if another seat has the same."""
        return distinct(self.record.names or [None] * self._players)[seat] or f"seat {seat}"

    def to_html(self, theme: Any = None, progress: bool | None = None) -> Html:
        """Return a page that steps through the round and shows the mistakes: one file, without a network.

        The arguments and limits are those of `web.page`.
        """
        from .page import page  # imported here: most users of reviews do not draw

        return page(self, theme=theme, progress=progress)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, which `from_dict` reads."""
        return {**to_dict(self), "seed": str(self.seed)}

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Review:
        """Return the review that a dict describes: the inverse of `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field, and `InvalidMoveError` for a wrong move.
        """
        given = fields_of(cls, "a review", fields)
        record = Record.from_dict(given.get("record"))
        rules = _rules(record)
        luck = given.get("luck", maybe(array))
        if luck is not None and len(luck) != rules.players:
            raise InvalidRecordError(f"luck must have {rules.players} items, one per seat, got {len(luck)}")
        return Review(
            record,
            tuple(_to_decision(rules, place, each) for place, each in enumerate(given.get("decisions", array))),
            None if luck is None else tuple(read(Luck, f"luck[{place}]", each) for place, each in enumerate(luck)),
            given.get("spread", number),
            given.get("threshold", number),
            given.get("finished", boolean),
            int(given.get("seed", decimal)),
            given.get("playouts", natural),
            given.get("seconds", number),
        )

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return table(self._title(), _HEAD, [self._row(decision) for decision in self.mistakes], self._notes())

    def _row(self, decision: Decision) -> list[str]:
        cost = cast("Cost", decision.cost)
        return [
            str(decision.number),
            self.name(decision.seat),
            str(decision.move),
            str(decision.better),
            f"{signed(-cost.payment, 2)} ± {cost.payment_error:.2f}",
            f"{signed(-100 * cost.wins, 1)} ± {100 * cost.wins_error:.1f}",
            "" if decision.open is None else signed(-decision.open.payment, 2),
            "; ".join(decision.reasons),
        ]

    def _title(self) -> str:
        return f"{title_of(self.record.game)}, {counted(len(self.mistakes), 'mistake')}"

    def _notes(self) -> list[str]:
        work = f"{counted(len(self.decisions), 'decision')}, {counted(self.playouts, 'playout')}, {self.seconds:.1f} s"
        notes = [f"{work}; a mistake costs at least {self.threshold:.2f}"]
        for seat in self.seats:
            parts = [f"{counted(seat.mistakes, 'mistake')} of {counted(seat.decisions, 'decision')}"]
            if seat.mistakes:
                parts.append(f"{signed(-seat.payment, 2)} in payment")
            if seat.result is not None:
                parts.append(f"result {signed(seat.result, 2)}")
            if seat.luck is not None:
                parts.append(f"luck of the deal {signed(seat.luck.payment, 2)} ± {seat.luck.error:.2f}")
            notes.append(f"{seat.name}: {', '.join(parts)}")
        if not self.finished:
            notes.append("interrupted: some decisions were not reviewed to the end")
        return notes

    def __str__(self) -> str:
        rows = [_HEAD[:-1], *(self._row(decision)[:-1] for decision in self.mistakes)]
        lines = [self._title(), *self._notes()]
        for place, row in enumerate(aligned(rows) if len(rows) > 1 else []):
            lines.append(row)
            lines += [f"    {reason}" for reason in self.mistakes[place - 1].reasons] if place else []
        return "\n".join(lines)


_HEAD = ["action", "seat", "played", "better", "payment", "wins in %", "all open", "why"]


def _rules(record: Record) -> Any:
    return module_of(record.game).Rules.from_dict(record.rules)


def _to_decision(rules: Any, place: int, fields: Any) -> Decision:
    name = f"decisions[{place}]"
    decision: Decision = read(Decision, name, fields, rules)
    if decision.seat >= rules.players:
        raise InvalidRecordError(f"{name}.seat must be 0 to {rules.players - 1}, got {decision.seat}")
    if (decision.better is None) != (decision.cost is None) or (decision.mistake and decision.cost is None):
        raise InvalidRecordError(f"{name}: better and cost require each other, and a mistake requires both")
    return decision
