"""Plays games one after the other: each deal in all seatings."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import OxidealError
from ..record import MOST_ACTIONS, Record
from .player import Forfeit, Player, illegal

if TYPE_CHECKING:
    from .entry import Entry
    from .interrupt import CtrlC

MAX_GAME_ACTIONS = MOST_ACTIONS
"""A game of more actions is broken off: where an auction may be passed by all again and again, there need be no end."""


@dataclass(frozen=True)
class Task:
    """All that a process needs to play."""

    module: str
    rules: Any
    entries: tuple[Entry, ...]
    seed: int
    grace: float
    recorded: bool

    @property
    def game(self) -> str:
        """As it is called in records and results."""
        return self.module.rpartition(".")[2]


@dataclass(frozen=True)
class GameResult:
    """The result of one game."""

    seats: tuple[int, ...]
    """The number of the bot on each seat."""
    payoffs: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    decisions: dict[int, tuple[int, float, float]]
    """Of each bot that was asked: how often, the seconds in all, and the longest."""
    loser: int | None
    """The number of the bot that has lost it otherwise than by the rules."""
    why: str
    """Why it was broken off, by a loser or because it had no end."""
    record: Record | None


DealResult: TypeAlias = list[GameResult]
"""The games of a deal, one for each bot that begins."""


class Runner:
    """The bots, and a game they know."""

    def __init__(self, task: Task, ctrl_c: CtrlC) -> None:
        self.task = task
        self.module: Any = import_module(task.module)
        self.players = [Player(entry, task.grace, ctrl_c) for entry in task.entries]

    def play(self, first: int, count: int) -> list[DealResult]:
        """So many deals."""
        return [
            [self.play_one(deal, seating) for seating in range(len(self.players))]
            for deal in range(first, first + count)
        ]

    def play_one(self, deal: int, seating: int) -> GameResult:
        task = self.task
        state = self.module.State(task.rules, seed=task.seed, stream=deal)
        seats = self.seats(state, seating)
        decisions: dict[int, tuple[int, float, float]] = {}
        loser, why, note = None, "", None
        try:
            for _ in range(MAX_GAME_ACTIONS):
                seat = state.current_player
                if seat is None:
                    break
                legal = state.legal_actions()
                if len(legal) == 1:
                    state.push(legal[0])
                    continue
                asked = seats[seat]
                action, seconds = self.players[asked].ask(state.view(seat))
                number, total, longest = decisions.get(asked, (0, 0.0, 0.0))
                decisions[asked] = (number + 1, total + seconds, max(longest, seconds))
                try:
                    state.push(action)
                except OxidealError as error:
                    raise illegal(error) from None
            if not state.is_over:
                why = note = "no end"
        except Forfeit as lost:
            loser, why = asked, lost.why
            note = f"{task.entries[loser].name} at seat {seat}: {why}" + (f": {lost.detail}" if lost.detail else "")
        names = [task.entries[number].name for number in seats]
        record = Record.of(state, names, note) if task.recorded else None
        return GameResult(seats, state.payoffs, state.scores, decisions, loser, why, record)

    def seats(self, state: Any, seating: int) -> tuple[int, ...]:
        """The bot of this seating begins, and the others follow in turn."""
        players, first = int(state.rules.players), state.current_player or 0
        others = [*range(seating + 1, len(self.players)), *range(seating)] or [seating]
        turns = [seating, *islice(cycle(others), players - 1)]
        return tuple(turns[(seat - first) % players] for seat in range(players))

    def close(self) -> None:
        for player in self.players:
            player.close()
