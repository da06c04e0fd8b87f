"""FourSquare in plain Python: a solitaire on a grid of four by four piles.

`oxideal.reference.games.foursquare` says in which order to read the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from ..cards.foursquare import DECK, RANKS, SUITS, Cards
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .games.foursquare.analysis import flips, flips_many
from .games.foursquare.classes import State, View, ViewBuilder
from .games.foursquare.moves import Move
from .games.foursquare.rules import Rules

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
    "Move",
    "Rules",
    "State",
    "View",
    "ViewBuilder",
    "flips",
    "flips_many",
    "playouts",
]


class Match(_match.Match[Rules, State]):
    """A match of FourSquare: any number of games, a fixed number, or until the total reaches a target.

    >>> match = Match(seed=7, rounds=10)
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[0])
    >>> match.totals
    (0,)
    >>> match.next_round() == State(seed=7, stream=2)
    True
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State


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
    (3, 1)
    """
    return _playouts.play(State, start, n, seed, threads, first)


def __dir__() -> list[str]:
    return sorted(__all__)
