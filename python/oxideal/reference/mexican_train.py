"""Mexican Train in plain Python: a domino game with one train for each player and one for everybody.

`oxideal.reference.games.mexican_train` says in which order to read the code.
"""

from __future__ import annotations

from ..cards.mexican_train import TILES, Tiles
from ..interface import LongestTrain, MexicanTrain
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .docstrings import document_functions
from .games.mexican_train.analysis import longest_train, matches, matches_many, pips, tiles_array
from .games.mexican_train.classes import State, View, ViewBuilder
from .games.mexican_train.moves import Move
from .games.mexican_train.rules import Rules

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
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of Mexican Train, like `oxideal.mexican_train.Match`."""

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = 1  # MT-06


class Batch(_batch.Batch[Rules, State, View]):
    __slots__ = ()

    _state_type = State


playouts = _playouts.of_game(State)

document_functions(__name__, MexicanTrain)
