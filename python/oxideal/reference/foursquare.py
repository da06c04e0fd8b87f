"""FourSquare in plain Python: a solitaire on a grid of four by four piles.

`oxideal.reference.games.foursquare` says in which order to read the code.
"""

from __future__ import annotations

from ..cards.foursquare import DECK, RANKS, SUITS, Cards
from ..interface import FourSquare
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .docstrings import document_functions
from .games.foursquare.analysis import flips, flips_many
from .games.foursquare.classes import State, View, ViewBuilder
from .games.foursquare.moves import Move
from .games.foursquare.rules import Rules

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
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of FourSquare, like `oxideal.foursquare.Match`."""

    __slots__ = ()

    _rules_type = Rules
    _state_type = State


class Batch(_batch.Batch[Rules, State, View]):
    __slots__ = ()

    _state_type = State


playouts = _playouts.of_game(State)

document_functions(__name__, FourSquare)
