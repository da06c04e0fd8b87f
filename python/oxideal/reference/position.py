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
    """What a position and the knowledge of it can both be asked."""

    __slots__ = ()

    rules: Any

    @property
    @abstractmethod
    def current_player(self) -> int | None:
        """The seat that is to choose, or None when the round is over."""

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
    """The whole of a round at one moment, all that is hidden included. `State` is made of these."""

    __slots__ = ()

    @property
    @abstractmethod
    def chance_ahead(self) -> bool:
        """Whether chance may still have a part in this round (a redeal, a reshuffle)."""

    @abstractmethod
    def after(self, action: int, chance: Chance) -> Self:
        """The position when this legal action has been played. `chance` goes on where the deal, or what was last drawn
        in the round, has left it.
        """

    @abstractmethod
    def knowledge(self, seat: int) -> Any:
        """The game's Knowledge for this seat."""

    @abstractmethod
    def events_of_deal(self, seat: int) -> list[str]:
        """What the seat witnessed of the deal that this position, the first of the round, has come from."""

    @abstractmethod
    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        """What the seat witnessed when this action was played in the position before, and gave this one."""
