"""The types of every game's interface, for type checkers and for code that works with any game.

A game is a module with the classes `Rules`, `Move`, `State`, `View`, `ViewBuilder`, `Batch` and `Match`, the function
`playouts`, and functions of that game. Both engines have this interface; mypy and the tests check it.
`docs/contract.md` describes what types cannot: text forms, bytes, messages and randomness.

These classes are protocols: annotate with them, but make objects with the classes of a game.

>>> from oxideal import foursquare, rummy
>>> from oxideal.interface import Game
>>> def first_moves(game: Game) -> int:
...     return len(game.State(game.Rules(), seed=7).legal_actions())
>>> first_moves(foursquare), first_moves(rummy)
(1, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .batch import Batch, BatchClass
    from .doudizhu import (
        CardsLike,
        Classified,
        DouDizhu,
        DouDizhuMove,
        DouDizhuRoundApi,
        DouDizhuRules,
        DouDizhuState,
        DouDizhuView,
        LegalPlays,
    )
    from .foursquare import (
        FourSquare,
        FourSquareMove,
        FourSquareRoundApi,
        FourSquareRules,
        FourSquareState,
        FourSquareView,
    )
    from .game import Game
    from .match import Match, MatchClass
    from .mexican_train import (
        LongestTrain,
        MexicanTrain,
        MexicanTrainMove,
        MexicanTrainRoundApi,
        MexicanTrainRules,
        MexicanTrainState,
        MexicanTrainView,
        TilesLike,
    )
    from .moves import Moves
    from .playouts import PlayoutsFunction
    from .random import RandomStream, Seed
    from .round import (
        AnyState,
        AnyView,
        Forfeit,
        Origin,
        Reason,
        RoundApi,
        State,
        StateClass,
        View,
        ViewBuilder,
        ViewBuilderClass,
    )
    from .rules import Move, Rules, RulesClass
    from .rules import MoveT as MoveT
    from .rules import MoveT_co as MoveT_co
    from .rummy import (
        Melds,
        Partition,
        Partitions,
        Rummy,
        RummyCardsLike,
        RummyMove,
        RummyRoundApi,
        RummyRules,
        RummyState,
        RummyTable,
        RummyView,
    )

__all__ = [
    "AnyState",
    "AnyView",
    "Batch",
    "BatchClass",
    "CardsLike",
    "Classified",
    "DouDizhu",
    "DouDizhuMove",
    "DouDizhuRoundApi",
    "DouDizhuRules",
    "DouDizhuState",
    "DouDizhuView",
    "Forfeit",
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
    "MatchClass",
    "Melds",
    "MexicanTrain",
    "MexicanTrainMove",
    "MexicanTrainRoundApi",
    "MexicanTrainRules",
    "MexicanTrainState",
    "MexicanTrainView",
    "Move",
    "Moves",
    "Origin",
    "Partition",
    "Partitions",
    "PlayoutsFunction",
    "RandomStream",
    "Reason",
    "RoundApi",
    "Rules",
    "RulesClass",
    "Rummy",
    "RummyCardsLike",
    "RummyMove",
    "RummyRoundApi",
    "RummyRules",
    "RummyState",
    "RummyTable",
    "RummyView",
    "Seed",
    "State",
    "StateClass",
    "TilesLike",
    "View",
    "ViewBuilder",
    "ViewBuilderClass",
]

import_on_first_use(
    __name__,
    {
        "batch": "Batch BatchClass",
        "doudizhu": "CardsLike Classified DouDizhu DouDizhuMove DouDizhuRoundApi DouDizhuRules "
        "DouDizhuState DouDizhuView LegalPlays",
        "foursquare": "FourSquare FourSquareMove FourSquareRoundApi FourSquareRules FourSquareState FourSquareView",
        "game": "Game",
        "match": "Match MatchClass",
        "mexican_train": "LongestTrain MexicanTrain MexicanTrainMove MexicanTrainRoundApi MexicanTrainRules "
        "MexicanTrainState MexicanTrainView TilesLike",
        "moves": "Moves",
        "playouts": "PlayoutsFunction",
        "random": "RandomStream Seed",
        "round": "AnyState AnyView Forfeit Origin Reason RoundApi State StateClass View ViewBuilder ViewBuilderClass",
        "rules": "Move Rules RulesClass MoveT MoveT_co",
        "rummy": "Melds Partition Partitions Rummy RummyCardsLike RummyMove RummyRoundApi RummyRules "
        "RummyState RummyTable RummyView",
    },
)
