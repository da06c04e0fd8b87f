"""Make one file of a data set: a pure function of the task and the number of the file."""

from __future__ import annotations

import io
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.parquet as pq

from ..arena.fault import Fault, bot_error
from ..arena.player import Forfeit, illegal
from ..errors import InvalidArgumentError, OxidealError
from ..record import MOST_ACTIONS
from .chooser import Chooser
from .rows import Rows, schema_of

if TYPE_CHECKING:
    from ..arena.interrupt import CtrlC
    from ..executors.processes import Note
    from .task import DataSetTask

ROWS_IN_GROUP = 16_384
"""A row group ends with the game that reaches this, so memory does not grow with the number of games in a file."""


class Part(NamedTuple):
    """The content of a file."""

    data: bytes
    rows: int


def part_of(task: DataSetTask, file: int, ctrl_c: CtrlC, note: Note) -> Part:
    """Play the games of a file. Raises `BotError` for a bot that raises an error or plays an illegal move.

    `note` says what is going on: the number of the game, and the seat that is asked.
    """
    schema = schema_of(task)
    content = io.BytesIO()
    rows, count = Rows(), 0
    with ExitStack() as stack:
        seats = []
        for seat in range(len(task.players)):
            seats.append(Chooser(task, file, seat, ctrl_c))
            stack.callback(seats[-1].close)
        # Most numbers of an observation are 0, and all are small: a dictionary halves their size.
        writer = stack.enter_context(
            pq.ParquetWriter(content, schema, compression="zstd", use_dictionary=["observation.list.element"])
        )
        games = task.games_of(file)
        for game in games:
            note[0] = game
            _play(task, game, seats, rows, note)
            if len(rows) >= ROWS_IN_GROUP or (rows and game == games[-1]):
                writer.write_table(rows.table(schema), row_group_size=len(rows))
                count += len(rows)
                rows = Rows()
    return Part(content.getvalue(), count)


def _play(task: DataSetTask, game: int, seats: list[Chooser], rows: Rows, note: Note) -> None:
    module: Any = import_module(task.module)
    state = module.State(task.rules, seed=task.seed, stream=game)
    for each in seats:
        each.begin(task)
    for decision in range(MOST_ACTIONS):
        seat = state.current_player
        if seat is None:
            break
        legal = state.legal_actions()
        if len(legal) > 1:
            view = state.view(seat)
            note[1] = seat
            action, value = _decide(task, game, state, view, seats[seat])
            note[1] = -1
            rows.add(game, decision, seat, view.observation(), legal, action, value)
        else:
            if task.forced:
                rows.add(game, decision, seat, state.view(seat).observation(), legal, legal[0], None)
            state.push(legal[0])
    if not state.is_over:
        raise InvalidArgumentError(f"game {game} has no end: stopped after {MOST_ACTIONS:,} actions")
    for each in seats:
        each.end(state)
    rows.end_game(state.payoffs, state.winners)


def _decide(task: DataSetTask, game: int, state: Any, view: Any, seat: Chooser) -> tuple[int, float | None]:
    """Ask the bot, play its move, and return the id with its value."""
    action: int | None = None
    try:
        action, value = seat.ask(state, view, game)
        try:
            state.push(action)
        except OxidealError as error:
            seat.refuse(error)
            raise Forfeit("rules", *illegal(error), error=error) from None
    except Forfeit as lost:
        move = "" if action is None else str(task.rules.move(action))
        text, data = view.to_text(), view.to_bytes().hex()
        fault = Fault(seat.name, game, seat.seat, lost.why, lost.detail, lost.traceback, text, data, move)
        raise bot_error(task.module, fault, lost.error) from lost.error
    return action, value
