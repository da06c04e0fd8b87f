"""What one seat knows of a round: what a game provides, and `View` is made of."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

from .._input.checks import quoted
from .position import BasePosition

if TYPE_CHECKING:
    from .observation import Parts
    from .recent import Recent


class SeenPosition(BasePosition):
    """What one seat knows of a round. It contains nothing that is hidden from the seat."""

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int: ...

    @classmethod
    @abstractmethod
    def initial(cls, rules: Any, seat: int) -> Self:
        """Before the first event."""

    @abstractmethod
    def apply(self, event: str) -> Self:
        """What the seat knows after this event; InvalidRecordError where it cannot happen next."""

    @abstractmethod
    def action_in(self, event: str) -> int | None:
        """The id of the action in an event that `apply` accepts; None where the event is not an action."""

    @property
    @abstractmethod
    def expected(self) -> str | None:
        """Which event must come before anybody can move, as a message; None where none must."""

    @abstractmethod
    def observed(self, recent: Recent) -> Parts:
        """The fields of an observation after these last actions, in their order."""


# Messages, of InvalidRecordError


ROUND_IS_OVER = "the round is over"


def a_move(seat: int | str | None) -> str:
    """How a move of this seat is called where it is the next event."""
    return f"a move of seat {seat}"


def comes_next(awaited: str, event: str | None = None) -> str:
    """The message where another event than the awaited one comes, or none."""
    return f"expected {awaited}" if event is None else f"expected {awaited}, got {quoted(event)}"


def seen_before(what: str) -> str:
    return f"{what} has been seen before"
