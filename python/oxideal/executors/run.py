"""Run calls of one function wherever an executor says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError
from .calls import Calls
from .named import checked_jobs, opened
from .processes import WorkerError, Workers

if TYPE_CHECKING:
    from .executor import Executor
    from .named import Jobs
    from .processes import Build

SHARD_SECONDS = 0.5
"""Target duration of a shard: what a worker gets at a time, and one step of the progress bar."""

HANDLING_SECONDS = 0.003
"""The minimum duration of a shard for each worker. This process needs about 1 ms to handle a shard on Ray, and must not
become the bottleneck."""


class Run:
    """Runs calls of one function: in this process if it gets the function, else on workers that have it.

    Its iterators raise what a call raises, `WorkerError` if a process ends, and `FailedError` if the executor fails.
    """

    def __init__(self, where: Callable[..., Any] | Workers | Calls) -> None:
        self._where = where

    @property
    def workers(self) -> int:
        return self._where.workers if isinstance(self._where, Workers | Calls) else 1

    def calls(self, calls: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the results of the calls in their order.

        Few calls for each worker are under way, so that a billion need no more memory than a thousand.
        """
        where = self._where
        if not isinstance(where, Workers | Calls):
            yield from starmap(where, calls)
            return
        left, waiting = iter(calls), deque[int]()
        while True:
            for call in islice(left, max(0, 3 * where.workers - len(waiting))):
                waiting.append(where.submit(*call))
            if not waiting:
                return
            yield where.result(waiting.popleft())

    def shards(self, numbers: range, most: int) -> Iterator[Any]:
        """Cut a range into shards of about `SHARD_SECONDS`, and yield their results in order.

        The function gets the first number of a shard and the count, and returns its result and the seconds it took.
        The cuts depend on these seconds, so nothing in a result may depend on the cuts.
        """
        size, counts = 1, deque[int]()

        def cut() -> Iterator[tuple[int, int]]:
            nonlocal numbers
            while numbers:
                # The last shards are small, so that all workers end together.
                counts.append(min(size, max(1, len(numbers) // (2 * self.workers))))
                first, numbers = numbers.start, numbers[counts[-1] :]
                yield first, counts[-1]

        for result, seconds in self.calls(cut()):
            count = counts.popleft()
            # The size grows slowly, as the first shards take longer than the rest.
            wanted = max(SHARD_SECONDS, HANDLING_SECONDS * self.workers)
            size = max(1, min(most, 4 * count, int(count * wanted / max(seconds, 1e-6))))
            yield result


@contextmanager
def elsewhere(
    jobs: int | str | Executor,
    build: Build,
    argument: Any,
    most: int,
    caller: str,
    explained: Callable[[WorkerError], str] = str,
) -> Iterator[Run]:
    """Yield the same on an executor, or in at most `most` processes, of which the first must be able to begin.

    `caller` is what a script calls, and `explained` says what happened to a process.
    """
    if not isinstance(jobs, int):
        with opened(jobs) as where, Calls(where, build, argument) as calls:
            yield Run(calls)
        return
    with Workers(max(1, min(jobs, most)), build, argument) as workers:
        try:
            workers.wait_for_first()
        except WorkerError as error:
            raise InvalidArgumentError(
                f"{explained(error)}; with several jobs, bots and games must come from importable modules, "
                f"and a script must call {caller} under `if __name__ == '__main__'`"
            ) from None
        yield Run(workers)


@contextmanager
def running(jobs: Jobs, build: Build, argument: Any) -> Iterator[Run]:
    """Yield what runs calls of the function that `build(argument, note)` returns."""
    jobs = checked_jobs(jobs)
    if not isinstance(jobs, int):
        with opened(jobs) as where, Calls(where, build, argument) as calls:
            yield Run(calls)
    elif jobs == 1:
        yield Run(build(argument, [-1, -1, -1]))
    else:
        with Workers(jobs, build, argument) as workers:
            yield Run(workers)
