"""Basic Rummy in plain Python: a card game of melds and lay-offs.

`oxideal.reference.games.rummy` says in which order to read the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from .._arguments.checks import named_arguments
from ..cards.rummy import DECK, RANKS, SUITS, Cards
from ..interface import Melds, Partition, Partitions
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .games.rummy.analysis import (
    best_partition,
    best_partition_many,
    card_set,
    card_text,
    lay_offs,
    lay_offs_many,
    melds,
    melds_many,
    points,
)
from .games.rummy.classes import State, View, ViewBuilder
from .games.rummy.moves import Move
from .games.rummy.rules import Rules

if TYPE_CHECKING:
    from ..interface import Seed
    from ..schemas.playouts import Playouts

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "Batch",
    "Cards",
    "Match",
    "Melds",
    "Move",
    "Partition",
    "Partitions",
    "Rules",
    "State",
    "View",
    "ViewBuilder",
    "best_partition",
    "best_partition_many",
    "card_set",
    "card_text",
    "lay_offs",
    "lay_offs_many",
    "melds",
    "melds_many",
    "playouts",
    "points",
]


class Match(_match.Match[Rules, State]):
    """A match of Rummy: rounds until a seat has 150 points, 1,000 rounds at most (RM-16).

    >>> match = Match(Rules(turn_limit=10), seed=7, rounds=3)
    >>> while not match.is_over:
    ...     state = match.next_round() if match.state.is_over else match.state
    ...     while not state.is_over:
    ...         state.push(state.legal_actions()[0])
    >>> len(match.results), match.target
    (3, 150)
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = 1  # RM-02

    @named_arguments
    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: Seed = None,
        rounds: SupportsIndex | None = 1000,
        target: SupportsIndex | None = 150,
        dealer: SupportsIndex | None = None,
    ) -> None:
        super().__init__(rules, seed=seed, rounds=rounds, target=target, dealer=dealer)


class Batch(_batch.Batch[Rules, State, View]):
    __slots__ = ()

    _state_type = State


def playouts(
    start: Rules | State | View,
    n: SupportsIndex,
    seed: Seed = None,
    threads: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
) -> Playouts:
    """Play n random games to the end and return their payoffs and lengths.

    Games start from a new deal if `start` is a `Rules`, from the position if it is a `State`, and from a new sample
    each time if it is a `View`. They are the games `first` to `first + n - 1` of this seed.

    >>> playouts(Rules(turn_limit=50), 3, seed=7).payoffs.shape
    (3, 2)
    """
    return _playouts.play(State, start, n, seed, threads, first)


def __dir__() -> list[str]:
    return sorted(__all__)
