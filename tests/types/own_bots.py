"""The typed bots of `docs/how-to/bots.md`."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from oxideal import rummy as rm
from oxideal.bots import Bot, Limit, SearchBot, achoose
from oxideal.interface import AnyView, Move, View

M = TypeVar("M", bound=Move)


class Melder:
    """A bot for Rummy."""

    def choose(self, view: rm.View, limit: Limit | None = None) -> rm.Move:
        return max(view.legal_moves(), key=lambda move: len(move.cards or ""))


class Last:
    """A bot for all games, which returns a move of the view's game."""

    def choose(self, view: View[Any, M, Any], limit: Limit | None = None) -> M:
        return view.legal_moves()[-1]


class LastId:
    """The same with an action id."""

    def choose(self, view: AnyView, limit: Limit | None = None) -> int:
        return view.legal_actions()[-1]


view = rm.State(seed=7, dealer=0).view(1)
move: rm.Move = Last().choose(view)
bots: list[Bot[rm.View]] = [Melder(), Last(), LastId()]  # bots that can play Rummy
anything: list[Bot[AnyView]] = [Last(), LastId()]  # bots that can play all games
print(move)


async def answers() -> tuple[rm.Move, int]:
    """What bots answer has the type of their `choose`."""
    found: rm.Move = await achoose(SearchBot(Limit(iterations=5), seed=1), view)
    return found, await achoose(LastId(), view)


print(asyncio.run(answers()))
