"""Basic Rummy, the card game of melds and lay-offs, in plain Python.

How to read it: `oxideal.reference.games.rummy`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

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
from .games.rummy.classes import State, View
from .games.rummy.moves import Move
from .games.rummy.rules import Rules

if TYPE_CHECKING:
    from ..interface import Playouts, Seed

__all__ = [
    "Batch",
    "Match",
    "Melds",
    "Move",
    "Partition",
    "Partitions",
    "Rules",
    "State",
    "View",
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
    """Hands until somebody has 150 points, 1,000 of them at most (RM-16).

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
    """Any number of hands at once, side by side, in arrays.

    >>> batch = Batch(Rules(), 2, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.observations.shape, batch.current_player.tolist()
    ((2, 559), [0, 0])
    >>> batch.state(1).view(batch.current_player[1]) == batch.view(1)
    True
    """

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
    """Plays hands number first to first + n - 1 of this seed, each to its end at random. In place of
    rules, a state or a view says what they begin with.

    >>> playouts(Rules(turn_limit=50), 3, seed=7).payoffs.shape
    (3, 2)
    """
    return _playouts.play(State, start, n, seed, threads, first)


def __dir__() -> list[str]:
    return sorted(__all__)
