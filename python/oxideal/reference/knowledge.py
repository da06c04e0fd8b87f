"""What one seat knows of a round: what a game provides, and `View` is made of."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

from .._input.checks import quoted
from .position import BasePosition

if TYPE_CHECKING:
    from .observation import Parts
    from .recent import Recent


class Knowledge(BasePosition):
    """What one seat knows of a round: nothing hidden may be in it. `View` is made of it."""

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int: ...

    @classmethod
    @abstractmethod
    def initial(cls, rules: Any, seat: int) -> Self: ...

    @abstractmethod
    def apply(self, event: str) -> Self:
        """What the seat knows when it has witnessed this as well, or InvalidRecordError."""

    @abstractmethod
    def action_in(self, event: str) -> int | None:
        """The id of the action that this event, which `apply` takes, tells of; None where it is none."""

    @property
    @abstractmethod
    def expected(self) -> str | None:
        """What has yet to happen before anybody is asked to choose; None where nothing has."""

    @abstractmethod
    def observed(self, recent: Recent) -> Parts:
        """The fields of an observation after these last actions, in their order."""


# Messages, of InvalidRecordError


ROUND_IS_OVER = "the round is over"


def a_move(seat: int | str | None) -> str:
    """What is awaited when this seat is to move."""
    return f"a move of seat {seat}"


def comes_next(awaited: str, event: str | None = None) -> str:
    """Of an event where another one is awaited, or of no event."""
    return f"{awaited} comes next" if event is None else f"{awaited} comes next, not {quoted(event)}"


def seen_before(what: str) -> str:
    return f"{what} has been seen before"
