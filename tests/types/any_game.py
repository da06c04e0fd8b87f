"""Code that works with any game, through the protocols of `oxideal.interface`."""

from __future__ import annotations

from typing import Any, TypeVar

from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.bots import Bot, Limit, RandomBot, RuleBot, bot
from oxideal.interface import Game, Move, State, View
from oxideal.reference import rummy as reference

MoveT = TypeVar("MoveT", bound=Move)


def play_round(game: Game, bots: list[Bot[Any]], seed: int) -> tuple[int, ...]:
    state = game.State(game.Rules(), seed=seed)
    while state.current_player is not None:
        seat = state.current_player
        state.push(bots[seat % len(bots)].choose(state.view(seat)))
    assert state.payoffs is not None
    return state.payoffs


def first(view: View[Any, MoveT, Any]) -> MoveT:
    return view.legal_moves()[0]


def replayed(game: Game, state: State[Any, Any, Any]) -> int:
    other = game.State.from_origin(state.rules, state.origin)
    for action in state.history:
        other.push(action)
    return len(game.State.from_bytes(other.to_bytes()).history)


class First:
    """A bot for any game, which returns ids."""

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> int:
        return view.legal_actions()[0]


class Lays:
    """A bot for Rummy."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: rummy.View, limit: Limit | None = None) -> rummy.Move:
        return view.legal_moves()[-1]


bots: list[Bot[Any]] = [First(), RuleBot(), RandomBot(seed=1), bot("search:10it")]
games: list[Game] = [doudizhu, foursquare, mexican_train, rummy]
for game in games:
    payoffs: tuple[int, ...] = play_round(game, bots, seed=7)
play_round(reference, [First(), RandomBot(seed=1)], seed=7)
play_round(rummy, [Lays()], seed=7)
mine: Bot[rummy.View] = Lays(seed=3)
tile: mexican_train.Move = first(mexican_train.State(seed=7, dealer=0).view(0))
