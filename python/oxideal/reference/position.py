"""The position of a round: the interface that a game implements and `State` uses.

Positions, and what seats know of them, are immutable values: playing an action returns a new one. This makes undoing
and copying trivial. Two of them are equal, and have equal hashes, if their rules and all their fields are equal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

if TYPE_CHECKING:
    from .random import Chance
    from .refusal import Refusal


HandT = TypeVar("HandT")


class BasePosition(ABC):
    """The interface that a position and a seat's knowledge of it share."""

    __slots__ = ()

    rules: Any

    forfeit_rule: ClassVar[str]
    """The rule by which a forfeited round is paid."""

    @property
    @abstractmethod
    def current_player(self) -> int | None:
        """The seat to move; None when the round is over."""

    @property
    def is_void(self) -> bool:
        """Whether the round is over without a result. In most games no round is void."""
        return False

    @property
    @abstractmethod
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat won or lost, higher is better; None until the round is over."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...] | None:
        """Each seat's score as the game counts it; None until the round is over."""

    @abstractmethod
    def forfeit_payoffs(self, seat: int) -> tuple[int, ...]:
        """Return what each seat wins or loses if this one forfeits the round now.

        Only what everybody sees counts: a view has the same payoffs.
        """

    def forfeit_scores(self, seat: int) -> tuple[int, ...]:
        """Return each seat's score if this one forfeits the round now. In most games these are the payoffs."""
        return self.forfeit_payoffs(seat)

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Return the legal action ids, ascending."""

    @abstractmethod
    def refusal(self, action: int) -> Refusal | None:
        """Return why an action of the table is illegal now, or None if it is legal."""

    @abstractmethod
    def to_text(self) -> str:
        """Return the text that `from_text` reads."""

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> Self:
        """Return what a text describes: the inverse of `to_text`. Raises `InvalidStateError` if it is not valid."""


class WithHands(BasePosition, Generic[HandT]):
    """The same for a game in which seats hold hands."""

    __slots__ = ()

    @property
    @abstractmethod
    def visible_hands(self) -> dict[int, HandT]:
        """The hands that can be seen, by seat: all of them, or the seat's own."""

    @property
    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards or tiles in each seat's hand."""

    @abstractmethod
    def actions_from(self, hand: HandT) -> list[int]:
        """Return the legal actions of a hand, ascending, if its seat is to move."""

    @abstractmethod
    def refusal_from(self, hand: HandT | None, action: int) -> Refusal | None:
        """Return why an action is illegal with this hand, or None if it is legal.

        `hand` is None for a hidden hand; then only what everybody sees is checked.
        """


def fields_of(kind: type[Any], value: Any) -> dict[str, Any]:
    """Return the fields that a dataclass has in an object of a subclass."""
    return {field.name: getattr(value, field.name) for field in fields(kind)}


def with_item(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Return the values with one of them replaced."""
    return (*values[:place], value, *values[place + 1 :])


class Position(BasePosition):
    """A complete round at one moment, including hidden cards. `State` is a sequence of these."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def dealt(cls, rules: Any, dealer: int | None, chance: Chance, /) -> Self:
        """Return the first position of a round, shuffled by `chance`.

        If no dealer is given and the game has several seats, `chance` draws the dealer too.
        """

    @property
    @abstractmethod
    def chance_ahead(self) -> bool:
        """Whether later actions of this round may draw from chance, for a redeal or a reshuffle."""

    @abstractmethod
    def after(self, action: int, chance: Chance) -> Self:
        """Return the position after a legal action.

        `chance` continues after the words that the round has drawn so far.
        """

    @abstractmethod
    def seen_from(self, seat: int) -> Any:
        """Return what a seat knows, as the game's SeenPosition."""

    @abstractmethod
    def events_of_deal(self, seat: int) -> list[str]:
        """Return the events of the deal as a seat sees them. This position is the first of the round."""

    @abstractmethod
    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        """Return the events of the action that led from `before` to this position, as a seat sees them."""


class PositionWithHands(Position, WithHands[HandT]):
    """The same for a game in which seats hold hands."""

    __slots__ = ()

    hands: tuple[HandT, ...]

    @property
    def visible_hands(self) -> dict[int, HandT]:
        return dict(enumerate(self.hands))

    def legal_actions(self) -> list[int]:
        seat = self.current_player
        return [] if seat is None else self.actions_from(self.hands[seat])

    def refusal(self, action: int) -> Refusal | None:
        seat = self.current_player
        return self.refusal_from(None if seat is None else self.hands[seat], action)
