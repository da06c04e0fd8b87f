"""The base class for what OpenSpiel needs to know of a game: its chance nodes and bounds. Each game has a file.

There are chance nodes in two places. Before play, the cards are *dealt*, with one chance node per card. Later, some
actions *draw* a card, which a chance node chooses at that moment. So no state contains the order of a stock: an
algorithm that copies a state and plays on sees what can happen, not what will happen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from .._registry import home_of

if TYPE_CHECKING:
    from .._registry import GameInfo
    from ..interface import Game, Rules, State

Outcomes: TypeAlias = list[tuple[int, float]]
"""The possible outcomes of a chance node in ascending order, each with its probability. Empty elsewhere."""

Parameters: TypeAlias = Mapping[str, Any]
"""The parameters of a game: numbers, booleans and strings."""


class Start(NamedTuple):
    """The start of play after a complete deal."""

    state: State[Any, Any, Any]
    events: tuple[tuple[str, ...], ...]
    """What each seat saw of the deal, as in `State.events`."""


class ChanceModel(ABC):
    """The chance nodes and bounds of a game with given rules. Frozen."""

    info: ClassVar[GameInfo]
    """The game of the file in which the class is defined."""
    module: ClassVar[Game]
    """Its module."""
    players: ClassVar[tuple[int, int]]
    """Minimum and maximum number of players."""
    zero_sum: ClassVar[bool] = False
    perfect_information: ClassVar[bool] = False
    optional_rules: ClassVar[tuple[str, ...]] = ()
    """The options of the rules that can be None for the default number; the parameter is then -1."""
    extra_parameters: ClassVar[dict[str, Any]] = {}
    """The parameters that are not options of the rules, with their defaults."""

    rules: Any

    def __init_subclass__(cls) -> None:
        found = home_of(cls)
        assert found is not None
        cls.info, cls.module = found

    def __init__(self, parameters: Parameters) -> None:
        self.rules = self.rules_of(parameters)

    @classmethod
    def parameters(cls) -> dict[str, Any]:
        """Return all parameters with their defaults."""
        return cls.module.Rules().to_dict() | dict.fromkeys(cls.optional_rules, -1) | cls.extra_parameters

    @classmethod
    def rules_of(cls, parameters: Parameters) -> Rules[Any]:
        """Return the rules that these parameters describe."""
        fields = {name: value for name, value in parameters.items() if name not in cls.extra_parameters}
        return cls.module.Rules.from_dict(
            {name: value for name, value in fields.items() if not (name in cls.optional_rules and value == -1)}
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return `self`, which is immutable."""
        return self

    # Bounds.

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """Lower and upper bound of a payoff."""

    @property
    @abstractmethod
    def max_actions(self) -> int:
        """Upper bound of the number of actions in a round, chance nodes not counted."""

    @property
    @abstractmethod
    def max_chances(self) -> int:
        """Upper bound of the number of chance nodes in a round."""

    @property
    @abstractmethod
    def max_outcomes(self) -> int:
        """Exclusive upper bound of an outcome."""

    # The deal.

    @abstractmethod
    def next_dealt(self, dealt: Sequence[int]) -> Outcomes:
        """Return the next outcomes of a deal that started with these, or an empty list if it is complete."""

    @abstractmethod
    def dealt_text(self, dealt: Sequence[int], outcome: int) -> str:
        """Return the text of an outcome that follows these in a deal."""

    @abstractmethod
    def start(self, dealt: Sequence[int], number: int) -> Start:
        """Return the start of play after a complete deal; `number` counts the deals of the round from 1."""

    def number_of(self, rules: Any) -> int | None:
        """Return the number of the deal that a position with these rules is of, or None for other rules."""
        return 1 if rules == self.rules else None

    def redealt(self, state: State[Any, Any, Any]) -> tuple[int, ...] | None:  # noqa: ARG002 (most games never redeal)
        """Return the first outcomes of a new deal if the last action led to one, or None."""
        return None

    # Draws.

    def drawn(self, state: State[Any, Any, Any], action: int) -> Outcomes:  # noqa: ARG002
        """Return the outcomes of this legal action, or an empty list if it draws nothing."""
        return []

    def drawn_text(self, outcome: int) -> str:
        """Return the text of an outcome of a draw."""
        raise NotImplementedError  # only for games in which actions draw

    def stacked(self, state: State[Any, Any, Any], outcome: int) -> State[Any, Any, Any]:
        """Return the same position with this outcome as the next draw."""
        raise NotImplementedError


def equally_likely(outcomes: Sequence[int]) -> Outcomes:
    """Return these ascending outcomes with equal probabilities."""
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]


def in_proportion(weights: Sequence[int]) -> Outcomes:
    """Return the outcomes 0, 1, … with probabilities proportional to their weights, without weights of 0."""
    total = sum(weights)
    return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]


def first_of(card: str, stock: Sequence[str]) -> list[str]:
    """Return the same cards with this one first. The order of the others does not matter: chance nodes draw them."""
    return [card, *(other for other in stock if other != card)]
