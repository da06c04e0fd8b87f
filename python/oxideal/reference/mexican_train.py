"""Mexican Train in plain Python: a domino game with one train for each player and one for everybody.

`oxideal.reference.games.mexican_train` says in which order to read the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from ..cards.mexican_train import TILES, Tiles
from ..interface import LongestTrain
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .games.mexican_train.analysis import longest_train, matches, matches_many, pips, tiles_array
from .games.mexican_train.classes import State, View, ViewBuilder
from .games.mexican_train.moves import Move
from .games.mexican_train.rules import Rules

if TYPE_CHECKING:
    from ..interface import Seed
    from ..schemas.playouts import Playouts

__all__ = [
    "TILES",
    "Batch",
    "LongestTrain",
    "Match",
    "Move",
    "Rules",
    "State",
    "Tiles",
    "View",
    "ViewBuilder",
    "longest_train",
    "matches",
    "matches_many",
    "pips",
    "playouts",
    "tiles_array",
]


class Match(_match.Match[Rules, State]):
    """A match of Mexican Train: one round for each engine, down to the double blank (MT-05).

    The lowest total of `scores` wins (MT-28).

    >>> match = Match(Rules(players=2, set=1, hand_size=1), seed=7)
    >>> while not match.is_over:
    ...     state = match.next_round() if match.state.is_over else match.state
    ...     while not state.is_over:
    ...         state.push(state.legal_actions()[0])
    >>> [result.rules.engine for result in match.results]
    [1, 0]
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = 1  # MT-06


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

    >>> playouts(Rules(), 3, seed=7).payoffs.shape
    (3, 4)
    """
    return _playouts.play(State, start, n, seed, threads, first)


def __dir__() -> list[str]:
    return sorted(__all__)
