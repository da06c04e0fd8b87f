"""What an executor is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Executor(Protocol):
    """Runs calls somewhere else.

    Besides these two methods an executor can have a number `workers`, of calls that it runs at the same time (without
    it, the number of processors here), and a method `cancel(handle)`, for calls whose results are no longer wanted.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from oxideal.arena import arena
    >>> class Threads:
    ...     workers = 2
    ...     def __init__(self):
    ...         self.pool = ThreadPoolExecutor(self.workers)
    ...     def submit(self, function, /, *arguments):
    ...         return self.pool.submit(function, *arguments)
    ...     def result(self, handle, /):
    ...         return handle.result()
    >>> here, there = (arena("rummy", ["rule", "random"], 20, seed=7, jobs=each) for each in (1, Threads()))
    >>> [row.payment for row in here.rows] == [row.payment for row in there.rows]
    True
    """

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Start `function(*arguments)` and return something that `result` takes.

        The function and its arguments can be pickled. The function may run in any process that can import `oxideal`
        and the bots.
        """

    def result(self, handle: Any, /) -> Any:
        """Wait for a call and return its result.

        If it raises an error, the call is started again, and given up the third time.
        """
