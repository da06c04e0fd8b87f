"""Make the files of a data set, here or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..arena.interrupt import CtrlC
from ..arena.pool import Stopped
from ..executors.calls import FailedError
from ..executors.processes import Note, WorkerError
from ..executors.run import elsewhere
from .part import Part, part_of

if TYPE_CHECKING:
    from ..executors import Executor
    from .task import DataSetTask


def parts(
    task: DataSetTask, numbers: Sequence[int], jobs: int | str | Executor, ctrl_c: CtrlC
) -> Iterator[tuple[int, Part]]:
    """Yield each of these files with its number, in their order.

    Raises `Stopped` if a process ends or the executor fails.
    """
    if isinstance(jobs, int) and min(jobs, len(numbers)) <= 1:
        for number in numbers:
            yield number, part_of(task, number, ctrl_c, [-1, -1, -1])
            ctrl_c.renew()
        return
    with elsewhere(jobs, _maker, task, len(numbers), "dataset()") as run:
        try:
            yield from zip(numbers, run.calls((number,) for number in numbers), strict=True)
        except WorkerError as error:
            raise Stopped(_explained(task, error)) from None
        except FailedError as error:
            raise Stopped(f"file {error.call[0]} {error}") from None


def _maker(task: DataSetTask, note: Note) -> Callable[[int], Part]:
    """Return the function of a worker process that makes a file."""
    return partial(_made, task, CtrlC(), note)


def _made(task: DataSetTask, ctrl_c: CtrlC, note: Note, number: int) -> Part:
    return part_of(task, number, ctrl_c, note)


def _explained(task: DataSetTask, error: WorkerError) -> str:
    """Say what happened to a process, and which bot it was busy with."""
    game, seat, _ = error.note
    where = "" if game < 0 else f" in game {game}"
    return f"{error} while {task.players[seat]} chose a move{where} at seat {seat}" if seat >= 0 else f"{error}{where}"
