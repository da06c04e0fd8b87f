"""Play all games, in this process or in several."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from ..errors import InvalidArgumentError
from .foreign import message_of
from .interrupt import CtrlC
from .runner import DealResult, Runner, Task

MAX_JOBS = 256

CHUNK_SECONDS = 0.5
"""Target duration of a chunk of deals: what a process gets at a time, and one step of the progress bar."""

MAX_CHUNK = 200
"""Maximum number of deals in a chunk."""


@contextmanager
def playing(task: Task, deals: int, jobs: int, ctrl_c: CtrlC) -> Iterator[Iterator[list[DealResult]]]:
    """Yield an iterator over chunks of results, in the order of the deals.

    Bots that cannot be used raise an error before the first deal.
    """
    if jobs == 1:
        runner = Runner(task, ctrl_c)
        try:
            yield _play_here(runner, deals)
        finally:
            runner.close()
    else:
        with _processes(task, jobs) as pool:
            yield _play_in_pool(pool, deals, jobs)


def _next_size(deals: int, seconds: float) -> int:
    """Return the size of the next chunk; it grows slowly, as the first deals take longer than the rest."""
    return max(1, min(MAX_CHUNK, 4 * deals, int(deals * CHUNK_SECONDS / max(seconds, 1e-6))))


def _timed(runner: Runner, first: int, count: int) -> tuple[list[DealResult], float]:
    start = perf_counter()
    return runner.play(first, count), perf_counter() - start


def _play_here(runner: Runner, deals: int) -> Iterator[list[DealResult]]:
    first, size = 0, 1
    while first < deals:
        some, seconds = _timed(runner, first, min(size, deals - first))
        yield some
        first += len(some)
        size = _next_size(len(some), seconds)


_runner: Runner | None = None
"""The runner of a worker process."""


def _start_process(task: bytes, stop: Any) -> None:
    global _runner
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C and stops this one

    def leave() -> None:
        with suppress(EOFError, OSError):
            stop.recv_bytes()  # returns when the main process closes the pipe; nothing is ever sent
        os._exit(1)

    threading.Thread(target=leave, daemon=True).start()
    _runner = Runner(pickle.loads(task), CtrlC())


def _play(first: int, count: int) -> tuple[list[DealResult], float]:
    assert _runner is not None
    return _timed(_runner, first, count)


def _is_ready() -> bool:
    return _runner is not None


@contextmanager
def _processes(task: Task, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start the pool and wait for its first process. Processes are spawned, not forked: bots may hold threads."""
    try:
        data = pickle.dumps(task)
    except Exception as error:
        raise InvalidArgumentError(f"jobs must be 1 for bots that cannot be pickled: {message_of(error)}") from None
    context = get_context("spawn")
    stop, keep_running = context.Pipe(duplex=False)  # an Event would wait for processes that have died
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_process, initargs=(data, stop))
    ended = False
    try:
        pool.submit(_is_ready).result()
        yield pool
        ended = True
    except BrokenProcessPool:
        raise InvalidArgumentError(
            "a worker process of the arena ended: with several jobs, bots and games must come from importable modules, "
            "and a script must call arena() under `if __name__ == '__main__'`"
        ) from None
    finally:
        if not ended:
            keep_running.close()
        pool.shutdown(cancel_futures=True)
        keep_running.close()
        stop.close()


def _play_in_pool(pool: ProcessPoolExecutor, deals: int, jobs: int) -> Iterator[list[DealResult]]:
    waiting: deque[Future[tuple[list[DealResult], float]]] = deque()
    first, size = 0, 1
    while True:
        while first < deals and len(waiting) < 3 * jobs:
            count = min(size, deals - first, max(1, (deals - first) // (2 * jobs)))
            waiting.append(pool.submit(_play, first, count))
            first += count
        if not waiting:
            break
        some, seconds = waiting.popleft().result()
        size = _next_size(len(some), seconds)
        yield some
