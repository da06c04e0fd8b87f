"""Bots: they get a view and choose a move.

`RandomBot`, `RuleBot` and `NetBot` answer in microseconds, `SearchBot` searches until its limit, and a `LevelBot` plays
at one of ten levels. `solve` finds perfect play with all cards open. `docs/bots.md` explains how they play and how
strong they are. Your own bot needs one method, `choose`.

>>> from oxideal import doudizhu as dd
>>> from oxideal.bots import Limit, RuleBot, SearchBot
>>> state = dd.State(dd.Rules.preset("douzero"), seed=7)
>>> view = state.view(state.current_player)
>>> state.is_legal(RuleBot().choose(view))
True
>>> thinking = SearchBot(Limit(iterations=200), seed=1).think(view)
>>> thinking.iterations <= 200, thinking.move == thinking.choices[0].move
(True, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .baselines import RandomBot, RuleBot
    from .bot import Bot
    from .compare import ComparedMove, Comparison, compare
    from .factory import bot
    from .factory import bot_seed as bot_seed
    from .level import Level, LevelBot, ladder
    from .likely import LikelyDeal, likely_deals
    from .limit import Limit
    from .net import MoveValue, NetBot
    from .policy import playouts
    from .program import ProgramBot, ProgramError
    from .search import Choice, SearchBot, Thinking
    from .solver import Solution, solve
    from .waiting import achoose

__all__ = [
    "Bot",
    "Choice",
    "ComparedMove",
    "Comparison",
    "Level",
    "LevelBot",
    "LikelyDeal",
    "Limit",
    "MoveValue",
    "NetBot",
    "ProgramBot",
    "ProgramError",
    "RandomBot",
    "RuleBot",
    "SearchBot",
    "Solution",
    "Thinking",
    "achoose",
    "bot",
    "compare",
    "ladder",
    "likely_deals",
    "playouts",
    "solve",
]

import_on_first_use(
    __name__,
    {
        "baselines": "RandomBot RuleBot",
        "bot": "Bot",
        "compare": "ComparedMove Comparison compare",
        "level": "Level LevelBot ladder",
        "likely": "LikelyDeal likely_deals",
        "limit": "Limit",
        "factory": "bot bot_seed",
        "net": "MoveValue NetBot",
        "policy": "playouts",
        "program": "ProgramBot ProgramError",
        "search": "Choice SearchBot Thinking",
        "solver": "Solution solve",
        "waiting": "achoose",
    },
)
