"""The games of an earlier run, read from its records."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .._arguments.checks import quoted
from ..errors import InvalidRecordError
from ..record import FORMAT, Record, read
from .runner import NO_END, GameResult

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .runner import Block, Task

BEGIN = b'{"format": %d, "game": "' % FORMAT
"""How each line of records begins."""


class Recorded:
    """The file of an earlier run.

    The end of the file can lack a part of a line, or games of the last block, if the run was killed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        """The length of the file up to the last whole block that has been read."""

    @property
    def seed(self) -> int | None:
        """The seed of the first record; None if there is none."""
        return next((record.seed for _, _, record in self._records()), None)

    def blocks(self, task: Task) -> Iterator[Block]:
        """Yield each whole block, replayed. Raises `InvalidRecordError` if the file is not of this task."""
        block: Block = []
        number = self.size = 0
        for line, end, record in self._records():
            try:
                block.append(_game(task, record, number, len(block)))
            except InvalidRecordError as error:
                raise InvalidRecordError(f"{self.path}, line {line}: {error}") from None
            if len(block) == len(task.block(number)[1]):
                self.size = end
                yield block
                block, number = [], number + 1

    def _records(self) -> Iterator[tuple[int, int, Record]]:
        """Yield the number of each line, its end in the file, and its record."""
        with self.path.open("rb") as file:
            reader = read(file)
            while True:
                start = file.tell()
                try:
                    record = next(reader)
                except StopIteration:
                    return
                except InvalidRecordError as error:
                    file.seek(start)
                    if _is_cut_off(file.read()):
                        return
                    raise InvalidRecordError(f"{self.path}, {error}") from None
                end = file.tell()
                file.seek(end - 1)
                if file.read(1) != b"\n":
                    return
                yield reader.line, end, record


def _is_cut_off(end: bytes) -> bool:
    """Return whether the end of a file is a line of which a part is missing. After a power cut it can be zeros."""
    line = end.rstrip(b"\0")
    return b"\n" not in line and (line.startswith(BEGIN) or BEGIN.startswith(line))


def _game(task: Task, record: Record, number: int, seating: int) -> GameResult:
    """Return the result of a game: check that it is the next one of this task, and replay it."""
    deal, lineup = task.block(number)
    module: Any = import_module(task.module)
    _check("game", record.game, task.game)
    _check("rules", record.rules, task.rules.to_dict())
    _check("seed", record.seed, task.seed)
    _check("deal", record.stream, deal)
    states = record.states(game=module)
    before = next(states)
    if before.forfeited is not None:
        before.pop()  # before the first action
    seats = task.seats(before, lineup, seating)
    _check("names", record.names, tuple(task.entries[each].name for each in seats))
    decisions: dict[int, tuple[int, float, float, int]] = {}
    for state in states:
        if before.current_player is not None and len(before.legal_actions()) > 1:
            asked = seats[before.current_player]
            decisions[asked] = decisions.get(asked, (0,))[0] + 1, 0.0, 0.0, 0
        before = state
    loser: int | None = None
    why, detail = record.note or "", ""
    if record.forfeited is not None:
        loser = seats[record.forfeited.seat]
        why, detail = _fault(task, loser, record.forfeited.seat, why)
    if record.payoffs is None and why != NO_END:
        raise InvalidRecordError("these records are of another run: the game is not over")
    return GameResult(seats, record.payoffs, record.scores, decisions, loser, why, detail, None, None, timed=False)


def _check(name: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise InvalidRecordError(
            f"these records are of another run: {name} must be {quoted(str(wanted))}, got {quoted(str(found))}"
        )


def _fault(task: Task, loser: int, seat: int, note: str) -> tuple[str, str]:
    """Return why the bot at this seat forfeited the game, and the message, from the note of the record."""
    begin = f"{task.entries[loser].name} at seat {seat}: "
    if not note.startswith(begin):
        raise InvalidRecordError(f"these records are of another run: note must begin with {quoted(begin)}")
    why, _, detail = note.removeprefix(begin).partition(": ")
    return why, detail
