"""What one seat knows of a round: the interface that a game implements and `View` uses."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

from .._arguments.checks import quoted
from .position import BasePosition

if TYPE_CHECKING:
    from .observation import Parts
    from .recent import Recent


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


# Messages of InvalidRecordError


ROUND_IS_OVER = "the round is over"


def move_of(seat: int | str | None) -> str:
    """Return the words for the next event if it is a move of this seat."""
    return f"a move of seat {seat}"


def expected_message(awaited: str, event: str | None = None) -> str:
    """Return the message for an event that comes instead of the expected one, or for a missing event."""
    return f"expected {awaited}" if event is None else f"expected {awaited}, got {quoted(event)}"


def seen_before(what: str) -> str:
    """Return the message for a card or tile that is already known to be elsewhere."""
    return f"{what} has been seen before"
