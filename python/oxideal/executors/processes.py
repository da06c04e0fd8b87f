"""Worker processes: each builds a function once, then calls it with what it is given.

Unlike `concurrent.futures`, it tells which process ended and what it was doing, and it never waits without a limit for
a process to start or to end: a bot or an engine under test can end its process, leave a thread, or never come back.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Any, Self, TypeAlias

from .._arguments.foreign import class_name, detail_of

START_SECONDS = 300
"""How long a process may take until it has built its function."""

END_SECONDS = 5
"""How long processes may take to end after the last call; then they are killed."""

CHECK_SECONDS = 1
"""How often processes are checked: a child that one has forked can keep its pipe open after its end."""

Note: TypeAlias = MutableSequence[int]
"""Three integers that a process shares with the main process, to say what it is doing. They begin as -1."""

Build: TypeAlias = Callable[[Any, Note], Callable[..., Any]]


class WorkerError(Exception):
    """A process could not build its function, or ended.

    - `how`: what happened, e.g. "ended with exit status 3"
    - `note`: what the process was doing
    - `started`: whether it had built its function
    """

    def __init__(self, how: str, note: tuple[int, ...], *, started: bool) -> None:
        super().__init__(f"a worker process {how}")
        self.how = how
        self.note = note
        self.started = started


class _Worker:
    """One process, seen from the main process."""

    def __init__(self, build: Build, argument: Any) -> None:
        context = get_context("spawn")  # not forked: this process may hold threads
        self.note: Any = context.RawArray("q", [-1, -1, -1])
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, build, argument, self.note))
        self.started = False
        self.number: int | None = None
        """The number of its present call."""
        self.process.start()
        theirs.close()

    def error(self, how: str) -> WorkerError:
        return WorkerError(how, tuple(self.note), started=self.started)

    def ended(self) -> WorkerError:
        self.process.join(END_SECONDS)
        status = self.process.exitcode
        if status is None:
            return self.error("closed its connection")
        if status < 0:
            with suppress(ValueError):  # a signal that Python does not know
                return self.error(f"was killed by {signal.Signals(-status).name}")
        return self.error(f"ended with exit status {status}")


class Workers:
    """Processes that call the function that `build(argument, note)` returns, in the order of `submit`."""

    def __init__(self, count: int, build: Build, argument: Any) -> None:
        self._queue: deque[tuple[int, tuple[Any, ...]]] = deque()
        self._done: dict[int, tuple[Any, Exception | None]] = {}
        self._error: WorkerError | None = None
        self._submitted = 0
        self._count = count
        self._start = perf_counter()
        self._workers: list[_Worker] = []
        try:
            for _ in range(count):
                self._workers.append(_Worker(build, argument))
        except BaseException:
            _kill(self._workers)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """Let idle processes end by themselves; kill all others."""
        idle = [worker for worker in self._workers if kind is None and worker.started and worker.number is None]
        _kill([worker for worker in self._workers if worker not in idle])
        for worker in idle:
            worker.connection.close()
        last = perf_counter() + END_SECONDS
        try:
            for worker in idle:
                worker.process.join(max(0.0, last - perf_counter()))
        finally:
            _kill(idle)

    @property
    def workers(self) -> int:
        """How many calls run at the same time."""
        return self._count

    def wait_for_first(self) -> None:
        """Wait until a process is ready. Raises `WorkerError`."""
        while not any(worker.started for worker in self._workers):
            if self._error is not None:
                raise self._error
            self._exchange()

    def submit(self, *call: Any) -> int:
        self._queue.append((self._submitted, call))
        self._submitted += 1
        return self._submitted - 1

    def result(self, number: int) -> Any:
        """Wait for the result of a call. Raises what the call raised, or `WorkerError` if its process ended.

        After the end of a process, the others finish their calls and get no more.
        """
        while number not in self._done:
            if self._error is not None and all(worker.number != number for worker in self._workers):
                raise self._error
            self._exchange()
        value, error = self._done.pop(number)
        if error is not None:
            raise error
        return value

    def _exchange(self) -> None:
        """Send calls to idle processes, wait for any result, and receive all results."""
        for worker in self._workers:
            if self._error is None and self._queue and worker.started and worker.number is None:
                worker.number, call = self._queue.popleft()
                with suppress(OSError):  # it has ended, which is noticed below
                    worker.connection.send(call)
        wait([worker.connection for worker in self._workers], CHECK_SECONDS)
        late = perf_counter() - self._start > START_SECONDS
        for worker in list(self._workers):
            alive = worker.process.is_alive()  # before reading, so that its last result is not missed
            try:
                while worker in self._workers and worker.connection.poll():
                    self._receive(worker, *worker.connection.recv())
            except Exception:  # it has ended, or foreign code has written to the pipe
                alive = False
            if worker not in self._workers:
                continue
            if not alive:
                self._remove(worker, worker.ended())
            elif late and not worker.started:
                self._remove(worker, worker.error(f"was not ready after {START_SECONDS} s"))

    def _receive(self, worker: _Worker, value: Any, error: Any) -> None:
        if worker.number is not None:
            self._done[worker.number] = (value, error)
            worker.number = None
        elif error is not None:
            self._remove(worker, worker.error(f"could not start: {error}"))
        else:
            worker.started = True

    def _remove(self, worker: _Worker, error: WorkerError) -> None:
        self._workers.remove(worker)
        _kill([worker])
        self._error = self._error or error


def _kill(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        worker.connection.close()


def _work(connection: Connection[Any, Any], build: Build, argument: Any, note: Note) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C and kills this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    process = os.getpid()
    work = None
    answer: tuple[Any, BaseException | str | None] = None, None
    try:
        work = build(argument, note)
    except BaseException as error:
        detail = detail_of(error)
        answer = None, f"{class_name(error)}: {detail}" if detail else class_name(error)
    with suppress(EOFError, OSError):  # there are no more calls, or the main process has ended
        while True:
            end_forked_child(process)
            connection.send(answer)
            if work is None:
                return
            call = connection.recv()
            try:
                answer = work(*call), None
            except Exception as error:
                answer = None, sendable(error)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def sendable(error: Exception) -> Exception:
    """Return the error with its traceback as a note, or something like it if it cannot be pickled."""
    try:
        trace = "".join(traceback.format_exception(error))
    except BaseException:  # a foreign error, here or as the cause, can do anything
        trace = class_name(error)
    try:
        error.add_note(f"in a worker process:\n{trace}")
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"in a worker process:\n{trace}")
    return error


def end_forked_child(process: int) -> None:
    """End this process if it is not the one with this id: foreign code has forked, and its child has returned."""
    if os.getpid() != process:
        os._exit(1)
