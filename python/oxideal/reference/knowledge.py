"""What one seat knows of a round: the interface that a game implements and `View` uses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self

from .._arguments.checks import quoted
from ..errors import InvalidRecordError
from .position import BasePosition, HandT, WithHands

if TYPE_CHECKING:
    from .observation import Parts
    from .recent import Recent
    from .refusal import Refusal


class SeenPosition(BasePosition):
    """What one seat knows of a round. It contains nothing that is hidden from the seat."""

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int:
        """The seat whose knowledge this is."""

    @classmethod
    @abstractmethod
    def initial(cls, rules: Any, seat: int) -> Self:
        """Return what the seat knows before the first event."""

    @abstractmethod
    def apply(self, event: str) -> Self:
        """Return what the seat knows after this event. Raises `InvalidRecordError` if the event cannot happen next."""

    @abstractmethod
    def action_in(self, event: str) -> int | None:
        """Return the action id in an event that `apply` accepts, or None if the event is not an action."""

    @property
    @abstractmethod
    def expected(self) -> str | None:
        """The event that must come before anyone can move, as a message; None if there is none."""

    @abstractmethod
    def observed(self, recent: Recent) -> Parts:
        """Return the fields of an observation after these last actions, in their order."""

    @abstractmethod
    def described(self, action: int) -> Parts:
        """Return the features of a legal action of the seat to move, in their order."""


class SeenHand(SeenPosition, WithHands[HandT]):
    """The same for a game in which the seat sees its own hand.

    While it is built from events, it is complete only if `awaited` is None. Until then, fields that are not known yet
    are empty.
    """

    __slots__ = ()

    own_seat: int
    awaited: str | None
    """The event that must come next; None if that is a move or there is none."""

    if TYPE_CHECKING:  # a field or a property

        @property
        def hand(self) -> HandT: ...

    @property
    def seat(self) -> int:
        return self.own_seat

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the seat, if it is to move."""
        return self.actions_from(self.hand)

    def refusal(self, action: int) -> Refusal | None:
        return self.refusal_from(self.hand, action)

    @property
    def expected(self) -> str | None:
        return self.awaited and expected_message(self.awaited)


class SeenHands(SeenHand[HandT], Generic[HandT]):
    """The same for a game in which all hands are shown at the end of a round, one after another."""

    __slots__ = ()

    hands: tuple[HandT | None, ...]
    """None for a hidden hand."""
    sizes: tuple[int, ...]

    @property
    def hand(self) -> HandT:
        hand = self.hands[self.own_seat]
        assert hand is not None
        return hand

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self.sizes

    @property
    def visible_hands(self) -> dict[int, HandT]:
        return {seat: hand for seat, hand in enumerate(self.hands) if hand is not None}

    def sees_draw_of(self, event: Event) -> bool:
        """Return whether an event is a draw of which this seat sees the card or tile: its own."""
        return event.is_draw and event.seat == self.own_seat

    def check_is_next(self, event: Event, written: str) -> None:
        """Raise `InvalidRecordError` unless such an event comes next, with what this seat sees of a draw."""
        if self.awaited is None and self.current_player is None:
            raise InvalidRecordError(ROUND_IS_OVER)
        awaited = self.awaited or move_of(self.current_player)
        tells_wrong = event.is_draw and (event.shown is not None) != self.sees_draw_of(event)
        if event.kind != awaited or tells_wrong:
            raise InvalidRecordError(expected_message(awaited, written))

    @property
    def next_hand(self) -> str | None:
        """The next hand to be shown, as an event to await; None if no hand is hidden."""
        return next((hand_of(seat) for seat, hand in enumerate(self.hands) if hand is None), None)


class Event(NamedTuple):
    """An event of such a game as it was written."""

    kind: str
    """The kind of event, in the words that `awaited` uses."""
    seat: int = 0
    shown: Any = None
    """The cards or tiles that it names; None if it names none."""
    move: str = ""
    is_draw: bool = False


def event_of_seat(
    seat: int, words: list[str], read: Callable[[list[str]], Any], is_draw: Callable[[str], bool]
) -> Event | None:
    """Return what an event that begins with a seat says, or None if its other words are not an event.

    `read` returns the cards or tiles that words name, or None; `is_draw` says whether the text of a move is a draw.
    """
    match words:
        case ["holds", *hand]:
            shown = read(hand)
            return None if shown is None else Event(hand_of(seat), seat, shown)
        case ["draw", word]:
            drawn = read([word])
            return Event(move_of(seat), seat, drawn, "draw", is_draw=True) if drawn else None
        case ["draw", _, *_]:
            return None
    move = " ".join(words)
    return Event(move_of(seat), seat, move=move, is_draw=is_draw(move))


def check_fault(fault: object | None) -> None:
    """Raise `InvalidRecordError` with what is wrong with an event, if anything is."""
    if fault is not None:
        raise InvalidRecordError(str(fault))


def check_refusal(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise InvalidRecordError(str(refusal.error()))


# Messages of InvalidRecordError


ROUND_IS_OVER = "the round is over"


def move_of(seat: int | str | None) -> str:
    """Return the words for the next event if it is a move of this seat."""
    return f"a move of seat {seat}"


def hand_of(seat: int) -> str:
    """Return the words for the event that shows the hand of this seat."""
    return f"the hand of seat {seat}"


def expected_message(awaited: str, event: str | None = None) -> str:
    """Return the message for an event that comes instead of the expected one, or for a missing event."""
    return f"expected {awaited}" if event is None else f"expected {awaited}, got {quoted(event)}"


def seen_before(what: str) -> str:
    """Return the message for a card or tile that is already known to be elsewhere."""
    return f"{what} has been seen before"
