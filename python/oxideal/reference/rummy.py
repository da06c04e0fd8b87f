"""Basic Rummy in plain Python: a card game of melds and lay-offs.

`oxideal.reference.games.rummy` says in which order to read the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from .._arguments.checks import named_arguments
from ..cards.rummy import DECK, RANKS, SUITS, Cards
from ..interface import Melds, Partition, Partitions, Rummy
from . import batch as _batch
from . import match as _match
from . import playouts as _playouts
from .docstrings import document_functions
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
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of Rummy, like `oxideal.rummy.Match`."""

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


playouts = _playouts.of_game(State)

document_functions(__name__, Rummy)
