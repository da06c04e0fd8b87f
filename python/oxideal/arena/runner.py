"""Play games one by one: each deal with each lineup in all seatings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from itertools import cycle, islice
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from ..clock import Clock, TimeControl
from ..errors import OxidealError
from ..record import MOST_ACTIONS, Record
from ..record.fields import MAX_NOTE_LENGTH
from .fault import MAX_FAULTS, Fault, bot_error, kind_of, told_apart
from .player import Forfeit, Player, illegal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..executors.processes import Note
    from .entry import Entry
    from .interrupt import CtrlC

MAX_GAME_ACTIONS = MOST_ACTIONS
"""A game with more actions is stopped: bots that always pass the auction can go on without end."""

NO_END = "no end"


@dataclass(frozen=True)
class Task:
    """Everything that a process needs to play."""

    module: str
    rules: Any
    entries: tuple[Entry, ...]
    lineups: tuple[tuple[int, ...], ...]
    """The numbers of the entries that play each other: each deal is played with each lineup in turn."""
    seed: int
    grace: float
    recorded: bool
    raises: bool
    clock: TimeControl | None = None

    @property
    def game(self) -> str:
        """Name of the game in records and results."""
        return self.module.rpartition(".")[2]

    def block(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the deal and the lineup of a block: a deal in all seatings of one lineup."""
        deal, place = divmod(number, len(self.lineups))
        return deal, self.lineups[place]

    def seats(self, state: Any, lineup: Sequence[int], seating: int) -> tuple[int, ...]:
        """Return the bot of each seat: the bot of this seating begins, the others follow in turn."""
        players, first = int(state.rules.players), state.current_player or 0
        others = [*lineup[seating + 1 :], *lineup[:seating]] or [lineup[seating]]
        turns = [lineup[seating], *islice(cycle(others), players - 1)]
        return tuple(turns[(seat - first) % players] for seat in range(players))


@dataclass(frozen=True)
class GameResult:
    """The result of one game."""

    seats: tuple[int, ...]
    """The number of the bot in each seat."""
    payoffs: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    decisions: dict[int, tuple[int, float, float, int]]
    """For each bot: number of decisions, total seconds, longest seconds, and the seat of that decision."""
    loser: int | None
    """The number of the bot that forfeited the game."""
    why: str
    """Why the game was stopped; empty if it was finished."""
    detail: str
    """What is known about this forfeit beyond its reason."""
    fault: Fault | None
    """All about this forfeit, if it is one of the bot's first of its kind."""
    record: Record | None
    timed: bool = True
    """Whether the seconds are known: records do not have them."""


Block: TypeAlias = list[GameResult]
"""The games of one deal and lineup, one for each seating."""


class Runner:
    """Plays the games of a task."""

    def __init__(self, task: Task, ctrl_c: CtrlC, note: Note) -> None:
        self.task = task
        self.module: Any = import_module(task.module)
        self.players = [
            Player(entry, task.grace, ctrl_c, clock=task.clock, raises=task.raises) for entry in task.entries
        ]
        self.faults = [Counter[str]() for _ in task.entries]
        """How many faults of each kind each bot has had in this block."""
        self.note = note
        """Says what is going on: the number of the deal, the bot that is asked, its seat."""

    def play(self, first: int, count: int) -> list[Block]:
        """Play `count` blocks from number `first` on."""
        found = []
        for number in range(first, first + count):
            # A block has the same faults wherever it is played, after any others. The tally keeps the first ones.
            self.faults = [Counter() for _ in self.players]
            deal, lineup = self.task.block(number)
            found.append([self.play_one(deal, lineup, seating) for seating in range(len(lineup))])
        return found

    def play_one(self, deal: int, lineup: Sequence[int], seating: int) -> GameResult:
        task = self.task
        state = self.module.State(task.rules, seed=task.seed, stream=deal)
        seats = task.seats(state, lineup, seating)
        names = [str(task.entries[number].name) for number in seats]
        programs = {
            seat: self.players[number].seat(task.rules, seat, names)
            for seat, number in enumerate(seats)
            if self.players[number].is_program
        }
        clock = None if task.clock is None else Clock(task.clock, task.rules.players)
        decisions: dict[int, tuple[int, float, float, int]] = {}
        self.note[0] = deal
        loser, why, detail, note, fault, action = None, "", "", None, None, None
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
                self.note[1], self.note[2] = asked, seat
                view, action = state.view(seat), None
                if clock is not None:
                    clock.start(seat, 0.0)
                if seat in programs:
                    action, seconds = self.players[asked].ask_program(programs[seat], view, state.events(seat), clock)
                else:
                    left = inf if clock is None else clock.left(seat, 0.0)
                    action, seconds = self.players[asked].ask(view, deal, left)
                if clock is not None:
                    clock.stop(seconds)
                self.note[1] = -1
                try:
                    state.push(action)
                except OxidealError as error:
                    if seat in programs:
                        programs[seat].refuse(error)
                    raise Forfeit("rules", *illegal(error), error=error if task.raises else None) from None
                number, total, longest, where = decisions.get(asked, (0, 0.0, -1.0, seat))
                if seconds > longest:
                    longest, where = seconds, seat
                decisions[asked] = (number + 1, total + seconds, longest, where)
            if not state.is_over:
                why = note = NO_END
        except Forfeit as lost:
            self.note[1] = -1
            loser, why, detail = asked, lost.why, lost.detail
            name = str(task.entries[loser].name)
            state.forfeit(seat, lost.reason)
            note = (f"{name} at seat {seat}: {why}" + (f": {detail}" if detail else ""))[:MAX_NOTE_LENGTH]
            move = "" if action is None else str(task.rules.move(action))
            found = Fault(name, deal, seat, why, detail, lost.traceback, view.to_text(), view.to_bytes().hex(), move)
            if task.raises:
                raise bot_error(task.module, found, lost.error) from lost.error
            kind = told_apart(self.faults[loser], kind_of(found))
            self.faults[loser][kind] += 1
            if self.faults[loser][kind] <= MAX_FAULTS:
                fault = found
        for seat, program in programs.items():
            program.end(state.view(seat), state.events(seat))
        record = Record.of(state, names, note) if task.recorded else None
        return GameResult(seats, state.payoffs, state.scores, decisions, loser, why, detail, fault, record)

    def close(self) -> None:
        close(self.players)


def close(players: Sequence[Player]) -> None:
    for player in players:
        player.close()
