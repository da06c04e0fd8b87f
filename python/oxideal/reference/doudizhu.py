"""Dou Dizhu in plain Python: a climbing card game of one landlord against the others.

`oxideal.reference.games.doudizhu` says in which order to read the code.
"""

from __future__ import annotations

from ..cards.doudizhu import DECK, RANKS, Cards
from ..interface import Classified, DouDizhu, LegalPlays
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .docstrings import document_functions
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
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of Dou Dizhu, like `oxideal.doudizhu.Match`."""

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = -1  # DD-04: cards, bids and play go counter-clockwise, the deal clockwise


class Batch(_batch.Batch[Rules, State, View]):
    __slots__ = ()

    _state_type = State


playouts = _playouts.of_game(State)

document_functions(__name__, DouDizhu)
