"""The contract that every game keeps, on both backends, in typed form.

A game is a module with five classes (`Rules`, `Move`, `State`, `View`, `Batch`), `playouts`, and the game's hot
functions. `oxideal.foursquare` (Rust) and `oxideal.reference.foursquare` (plain Python) both keep it; mypy and the
tests hold them to it. What types cannot say (text forms, bytes, messages, randomness) stands in `docs/contract.md`.
"""

from __future__ import annotations

from .batch import Batch
from .doudizhu import (
    Cards,
    Classified,
    DouDizhu,
    DouDizhuMove,
    DouDizhuRoundApi,
    DouDizhuRules,
    DouDizhuState,
    DouDizhuView,
    LegalPlays,
)
from .foursquare import FourSquare, FourSquareMove, FourSquareRoundApi, FourSquareRules, FourSquareState, FourSquareView
from .game import Game
from .match import Match
from .mexican_train import (
    LongestTrain,
    MexicanTrain,
    MexicanTrainMove,
    MexicanTrainRoundApi,
    MexicanTrainRules,
    MexicanTrainState,
    MexicanTrainView,
    Tiles,
)
from .playouts import Playouts, PlayoutsFunction
from .random import RandomStream, Seed
from .round import Origin, RoundApi, State, View
from .rules import Move, Rules
from .rummy import (
    Melds,
    Partition,
    Partitions,
    Rummy,
    RummyCards,
    RummyMove,
    RummyRoundApi,
    RummyRules,
    RummyState,
    RummyTable,
    RummyView,
)

__all__ = [
    "Batch",
    "Cards",
    "Classified",
    "DouDizhu",
    "DouDizhuMove",
    "DouDizhuRoundApi",
    "DouDizhuRules",
    "DouDizhuState",
    "DouDizhuView",
    "FourSquare",
    "FourSquareMove",
    "FourSquareRoundApi",
    "FourSquareRules",
    "FourSquareState",
    "FourSquareView",
    "Game",
    "LegalPlays",
    "LongestTrain",
    "Match",
    "Melds",
    "MexicanTrain",
    "MexicanTrainMove",
    "MexicanTrainRoundApi",
    "MexicanTrainRules",
    "MexicanTrainState",
    "MexicanTrainView",
    "Move",
    "Origin",
    "Partition",
    "Partitions",
    "Playouts",
    "PlayoutsFunction",
    "RandomStream",
    "RoundApi",
    "Rules",
    "Rummy",
    "RummyCards",
    "RummyMove",
    "RummyRoundApi",
    "RummyRules",
    "RummyState",
    "RummyTable",
    "RummyView",
    "Seed",
    "State",
    "Tiles",
    "View",
]


def __dir__() -> list[str]:
    return sorted(__all__)
