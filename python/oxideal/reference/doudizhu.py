"""Dou Dizhu, the climbing game of one landlord against the others, in plain Python.

How to read it: `oxideal.reference.games.doudizhu`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from ..interface import Classified, LegalPlays
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .games.doudizhu.analysis import (
    beats_many,
    classify,
    classify_many,
    counts,
    legal_plays,
    legal_plays_many,
    min_plays,
    readings,
)
from .games.doudizhu.classes import State, View
from .games.doudizhu.moves import Move
from .games.doudizhu.rules import Rules

if TYPE_CHECKING:
    from ..interface import Playouts, Seed

__all__ = [
    "Batch",
    "Classified",
    "LegalPlays",
    "Match",
    "Move",
    "Rules",
    "State",
    "View",
    "beats_many",
    "classify",
    "classify_many",
    "counts",
    "legal_plays",
    "legal_plays_many",
    "min_plays",
    "playouts",
    "readings",
]


class Match(_match.Match[Rules, State]):
    """Any number of rounds, or so many. The balances, `totals`, start at 0 and may go below (DD-32).

    >>> match = Match(seed=7, rounds=10)
    >>> match.dealer
    2
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[-1])
    >>> match.totals
    (3, 3, -6)
    >>> match.next_round().dealer
    0
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State


class Batch(_batch.Batch[Rules, State, View]):
    """Any number of rounds at once, side by side, in arrays.

    >>> batch = Batch(Rules(), 2, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.observations.shape, batch.current_player.tolist()
    ((2, 490), [2, 1])
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
    """Plays rounds number first to first + n - 1 of this seed, each to its end at random. In place of
    rules, a state or a view says what they begin with.

    >>> playouts(Rules(), 3, seed=7).payoffs.sum(axis=1).tolist()
    [0, 0, 0]
    """
    return _playouts.play(State, start, n, seed, threads, first)


def __dir__() -> list[str]:
    return sorted(__all__)
