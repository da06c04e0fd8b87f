"""Dou Dizhu in plain Python: a climbing card game of one landlord against the others.

`oxideal.reference.games.doudizhu` says in which order to read the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from ..cards.doudizhu import DECK, RANKS, Cards
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
from .games.doudizhu.classes import State, View, ViewBuilder
from .games.doudizhu.moves import Move
from .games.doudizhu.rules import Rules

if TYPE_CHECKING:
    from ..interface import Seed
    from ..schemas.playouts import Playouts

__all__ = [
    "DECK",
    "RANKS",
    "Batch",
    "Cards",
    "Classified",
    "LegalPlays",
    "Match",
    "Move",
    "Rules",
    "State",
    "View",
    "ViewBuilder",
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
    """A match of Dou Dizhu: any number of rounds, or a fixed number (DD-32).

    The deal moves to the seat before the dealer (DD-04). `totals` start at 0 and may become negative.

    >>> match = Match(seed=7, rounds=10)
    >>> match.dealer
    2
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[-1])
    >>> match.totals
    (3, 3, -6)
    >>> match.next_round().dealer
    1
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = -1  # DD-04: cards, bids and play go counter-clockwise, the deal clockwise


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

    >>> playouts(Rules(), 3, seed=7).payoffs.sum(axis=1).tolist()
    [0, 0, 0]
    """
    return _playouts.play(State, start, n, seed, threads, first)


def __dir__() -> list[str]:
    return sorted(__all__)
