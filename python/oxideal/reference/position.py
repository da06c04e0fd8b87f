"""What a game is to the classes that all games share: a position that is played on, and what one seat knows of it.

Both are values: nothing changes them, and playing gives a new one. That makes taking back and copying trivial.
They are equal, and hashed, by their rules and by all that they hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from ..errors import IllegalMoveError
    from .observation import Parts
    from .random import Chance
    from .recent import Recent


class Round(ABC):
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


class Position(Round):
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
    def known_to(self, seat: int) -> Any:
        """The game's Known for this seat."""

    @abstractmethod
    def events_of_deal(self, seat: int) -> list[str]:
        """What the seat witnessed of the deal that this position, the first of the round, has come from."""

    @abstractmethod
    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        """What the seat witnessed when this action was played in the position before, and gave this one."""


class Known(Round):
    """What one seat knows of a round: nothing hidden may be in it. `View` is made of it."""

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int: ...

    @classmethod
    @abstractmethod
    def before_the_first_event(cls, rules: Any, seat: int) -> Self: ...

    @abstractmethod
    def after_event(self, event: str) -> Self:
        """What the seat knows when it has witnessed this as well, or InvalidRecordError."""

    @abstractmethod
    def action_of(self, event: str) -> int | None:
        """The id of the action that this event, which `after_event` takes, tells of; None where it is none."""

    @property
    @abstractmethod
    def missing_event(self) -> str | None:
        """What has yet to happen before anybody is asked to choose; None where nothing has."""

    @abstractmethod
    def observed(self, recent: Recent) -> Parts:
        """The fields of an observation after these last actions, in their order."""
