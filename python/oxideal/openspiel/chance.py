"""What OpenSpiel asks of a game: its chance nodes and its bounds, in a file of each game's name.

Chance comes in two places. Before play the cards are *dealt*, one chance node a card. Later some actions *draw* a card:
which one is settled at that moment by a chance node, and not before. So no state holds the order of a stock, and what
an algorithm finds out by copying a state and playing on is what may come, not what will.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

if TYPE_CHECKING:
    from ..interface import Game, Rules, State

Outcomes: TypeAlias = list[tuple[int, float]]
"""What chance may bring, ascending, each with its probability. None where chance has no part."""

Parameters: TypeAlias = Mapping[str, Any]
"""What stands in the parentheses of a game's name: numbers, truth values and texts."""


class Start(NamedTuple):
    """What has been dealt."""

    state: State[Any, Any, Any]
    events: tuple[tuple[str, ...], ...]
    """What each seat has seen of it, as `State.events` tells it."""


class ChanceModel(ABC):
    """A game by certain rules, and its chance. Frozen."""

    module: ClassVar[Game]
    """The game's module."""
    name: ClassVar[str]
    """Without the prefix that all games of Python have."""
    title: ClassVar[str]
    players: ClassVar[tuple[int, int]]
    """The fewest and the most."""
    zero_sum: ClassVar[bool] = False
    perfect_information: ClassVar[bool] = False
    usual: ClassVar[tuple[str, ...]] = ()
    """The fields of the rules that may be None, which means the usual number. As a parameter that is -1."""
    options: ClassVar[dict[str, Any]] = {}
    """The parameters that are no fields of the rules, with their defaults."""

    rules: Any

    def __init__(self, parameters: Parameters) -> None:
        self.rules = self.rules_of(parameters)

    @classmethod
    def parameters(cls) -> dict[str, Any]:
        """All parameters with their defaults."""
        return cls.module.Rules().to_dict() | dict.fromkeys(cls.usual, -1) | cls.options

    @classmethod
    def rules_of(cls, parameters: Parameters) -> Rules[Any]:
        fields = {name: value for name, value in parameters.items() if name not in cls.options}
        return cls.module.Rules.from_dict(
            {name: value for name, value in fields.items() if not (name in cls.usual and value == -1)}
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Nothing of it ever changes."""
        return self

    # What OpenSpiel asks of a game.

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """No payoff is below the first or above the second."""

    @property
    @abstractmethod
    def max_actions(self) -> int:
        """No round has more actions of players."""

    @property
    @abstractmethod
    def max_chances(self) -> int:
        """No round has more chance nodes."""

    @property
    @abstractmethod
    def max_outcomes(self) -> int:
        """The numbers of all outcomes are below this."""

    # The deal.

    @abstractmethod
    def next_dealt(self, dealt: Sequence[int]) -> Outcomes:
        """What may come next in a deal that has begun with these outcomes; nothing where it is complete."""

    @abstractmethod
    def dealt_text(self, dealt: Sequence[int], outcome: int) -> str:
        """What this outcome, the next one of that deal, means."""

    @abstractmethod
    def start(self, dealt: Sequence[int], number: int) -> Start:
        """Play begins with this complete deal, the first or a later one of the round (they count from 1)."""

    def number_of(self, rules: Any) -> int | None:
        """Of which deal of the round a position by these rules is; None where they are not those of the game."""
        return 1 if rules == self.rules else None

    def redealt(self, state: State[Any, Any, Any]) -> tuple[int, ...] | None:  # noqa: ARG002 (most never do)
        """With what a new deal begins, where the last action has called for one; None where play goes on."""
        return None

    # Draws.

    def drawn(self, state: State[Any, Any, Any], action: int) -> Outcomes:  # noqa: ARG002
        """What this legal action may draw; nothing where it draws nothing."""
        return []

    def drawn_text(self, outcome: int) -> str:
        """What has been drawn."""
        raise NotImplementedError  # a game in which actions draw says it

    def stacked(self, state: State[Any, Any, Any], outcome: int) -> State[Any, Any, Any]:
        """The same position, but what is drawn next will be this."""
        raise NotImplementedError


def equally_likely(outcomes: Sequence[int]) -> Outcomes:
    """For outcomes that ascend."""
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]


def in_proportion(weights: Sequence[int]) -> Outcomes:
    """The outcomes 0, 1, … by their weights, without those whose weight is 0."""
    total = sum(weights)
    return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]


def first_of(card: str, stock: Sequence[str]) -> list[str]:
    """The same cards with this one first: in what order the others come is settled when they are drawn."""
    return [card, *(other for other in stock if other != card)]
