"""The position of a round: what a game provides, and `State` is made of.

Positions, and the knowledge of them, are values: nothing changes them, and playing gives a new one. That makes taking
back and copying trivial. They are equal, and hashed, by their rules and by all that they hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from ..errors import IllegalMoveError
    from .random import Chance


class BasePosition(ABC):
    """What a position and the knowledge of it have in common."""

    __slots__ = ()

    rules: Any

    @property
    @abstractmethod
    def current_player(self) -> int | None:
        """The seat to move, or None when the round is over."""

    @property
    @abstractmethod
    def payoffs(self) -> tuple[int, ...] | None: ...
    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...] | None: ...

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """The ids that may be played now, ascending."""

    @abstractmethod
    def refusal(self, action: int) -> IllegalMoveError | None:
        """Why this action of the table cannot be played now; None where it can."""

    @abstractmethod
    def to_text(self) -> str: ...
    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> Self:
        """The inverse of `to_text`, or InvalidStateError."""


class Position(BasePosition):
    """A whole round at one moment, hidden cards included. `State` is made of these."""

    __slots__ = ()

    @property
    @abstractmethod
    def chance_ahead(self) -> bool:
        """Whether chance may still be drawn from in this round (for a redeal, a reshuffle)."""

    @abstractmethod
    def after(self, action: int, chance: Chance) -> Self:
        """The position after this legal action. `chance` continues after the words that have been drawn in the round
        so far.
        """

    @abstractmethod
    def seen_from(self, seat: int) -> Any:
        """What this seat knows: the game's own SeenPosition."""

    @abstractmethod
    def events_of_deal(self, seat: int) -> list[str]:
        """The events of the deal, as this seat saw them. This position is the first of the round."""

    @abstractmethod
    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        """The events, as this seat saw them, of the action that led from the position before to this one."""
