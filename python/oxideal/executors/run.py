"""Run calls of one function wherever an executor says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any, TypeAlias

from .._processes import Workers
from .calls import Calls
from .named import opened, processes

if TYPE_CHECKING:
    from .._processes import Build
    from .executor import Executor

Run: TypeAlias = Callable[[Iterable[tuple[Any, ...]]], Iterator[Any]]


@contextmanager
def running(executor: Executor | str | None, build: Build, argument: Any) -> Iterator[Run]:
    """Yield a function that calls what `build(argument, note)` returns, and yields the results in the calls' order.

    Its iterator raises what a call raises, `WorkerError` if a process ends, and `FailedError` if the executor fails.
    """
    count = processes(executor)
    if count is None:
        assert executor is not None
        with opened(executor) as where, Calls(where, build, argument) as calls:
            yield partial(_in_order, calls)
    elif count == 1:
        yield partial(starmap, build(argument, [-1, -1, -1]))
    else:
        with Workers(count, build, argument) as workers:
            yield partial(_in_order, workers)


def _in_order(workers: Workers | Calls, calls: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
    """Few calls for each worker are under way, so that a billion need no more memory than a thousand."""
    left, waiting = iter(calls), deque[int]()
    while True:
        waiting.extend(workers.submit(*call) for call in islice(left, 3 * workers.workers - len(waiting)))
        if not waiting:
            return
        yield workers.result(waiting.popleft())
