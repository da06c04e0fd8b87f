"""Play all games, in this process or in several."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING
from weakref import finalize

from .._arguments.foreign import message_of
from ..errors import InvalidArgumentError
from ..executors.calls import FailedError
from ..executors.processes import Note, WorkerError, end_forked_child
from ..executors.run import Run, elsewhere
from .interrupt import CtrlC
from .runner import Block, Runner, Task, close

if TYPE_CHECKING:
    from ..executors import Executor

MAX_CHUNK = 200


class Stopped(Exception):  # noqa: N818 (like Ctrl-C, it leaves a result)
    """The arena cannot go on: the text says why."""


@contextmanager
def playing(task: Task, blocks: range, jobs: int | str | Executor, ctrl_c: CtrlC) -> Iterator[Iterator[list[Block]]]:
    """Yield an iterator over chunks of these blocks, in their order.

    Bots that cannot be used raise an error before the first block. The iterator raises `Stopped` if a process ends or
    the executor fails.
    """
    if jobs == 1:
        runner = Runner(task, ctrl_c, [-1, -1, -1])
        try:
            yield _play(Run(partial(_timed_here, runner, ctrl_c)), task, blocks)
        finally:
            runner.close()
        return
    with elsewhere(jobs, _runner, _pickled(task), len(blocks), "arena()", partial(_explained, task)) as run:
        yield _play(run, task, blocks)


def _timed(runner: Runner, first: int, count: int) -> tuple[list[Block], float]:
    start = perf_counter()
    return runner.play(first, count), perf_counter() - start


def _timed_here(runner: Runner, ctrl_c: CtrlC, first: int, count: int) -> tuple[list[Block], float]:
    found = _timed(runner, first, count)
    ctrl_c.renew()
    return found


def _pickled(task: Task) -> bytes:
    process = os.getpid()
    try:
        data = pickle.dumps(task)
    except Exception as error:
        raise InvalidArgumentError(f"jobs must be 1 for bots that cannot be pickled: {message_of(error)}") from None
    end_forked_child(process)
    return data


def _runner(data: bytes, note: Note) -> Callable[[int, int], tuple[list[Block], float]]:
    """Restore a task in a worker and return the function that plays blocks. The bots are closed when it is dropped."""
    runner = Runner(pickle.loads(data), CtrlC(), note)
    finalize(runner, close, runner.players)
    return partial(_timed, runner)


def _explained(task: Task, error: WorkerError) -> str:
    """Say what happened to a process, and which bot it was busy with."""
    deal, bot, seat = error.note
    where = "" if deal < 0 else f" in deal {deal}"
    if bot >= 0:
        where = f' while the bot "{task.entries[bot].name}" chose a move{where} at seat {seat}'
    return f"{error}{where}"


def _play(run: Run, task: Task, blocks: range) -> Iterator[list[Block]]:
    try:
        yield from run.shards(blocks, MAX_CHUNK)
    except WorkerError as error:
        raise Stopped(_explained(task, error)) from None
    except FailedError as error:
        first, count = error.call
        deals = [task.block(number)[0] for number in (first, first + count - 1)]
        raise Stopped(f"deals {deals[0]} to {deals[1]} {error}") from None
