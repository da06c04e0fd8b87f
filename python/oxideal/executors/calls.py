"""Calls of one function on an executor."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from .._arguments.foreign import message_of
from ..errors import InvalidArgumentError
from .processes import sendable

if TYPE_CHECKING:
    from .executor import Executor
    from .processes import Build, Note

ATTEMPTS = 3
"""How often a call is started: workers are killed, and machines vanish."""


class FailedError(Exception):
    """The executor could not run a call."""

    def __init__(self, call: tuple[Any, ...], why: str) -> None:
        super().__init__(f"failed {ATTEMPTS} times: {why}")
        self.call = call


class Calls:
    """Calls of the function that `build(argument, note)` returns, run by an executor: `Workers` on any machine.

    `build` is called once in each thread that runs calls.
    """

    def __init__(self, executor: Executor, build: Build, argument: Any) -> None:
        self._executor = executor
        self._built = pickle.dumps((build, argument))
        self._started: dict[int, tuple[Any, tuple[Any, ...]]] = {}
        """Handle and arguments of each call whose result has not been returned."""
        self._submitted = 0

    @property
    def workers(self) -> int:
        """How many calls run at the same time: it can change when machines come and go."""
        return max(1, int(getattr(self._executor, "workers", os.cpu_count() or 1)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Cancel the calls whose results nobody wants."""
        cancel = getattr(self._executor, "cancel", None)
        for handle, _call in self._started.values():
            if cancel is not None:
                cancel(handle)
        self._started.clear()

    def submit(self, *call: Any) -> int:
        """Start a call and return its number."""
        number, self._submitted = self._submitted, self._submitted + 1
        self._started[number] = self._start(call), call
        return number

    def result(self, number: int) -> Any:
        """Wait for the result of a call. Raises what the call raised, or `FailedError` if it could not be run."""
        attempts = 0
        while True:
            handle, call = self._started[number]
            try:
                value, error = self._executor.result(handle)
                break
            except Exception as failure:
                attempts += 1
                if attempts == ATTEMPTS:
                    del self._started[number]
                    raise FailedError(call, message_of(failure)) from failure
                self._started[number] = self._start(call), call
        del self._started[number]
        if error is not None:
            raise error
        return value

    def _start(self, call: tuple[Any, ...]) -> Any:
        return self._executor.submit(run, self._built, *call)


_here = threading.local()
"""What each thread has built last."""


def run(built: bytes, *call: Any) -> tuple[Any, Exception | None]:
    """Call the function in whatever process and thread this is. Return its result, and the error that it raised.

    Too little memory is not its error: another machine may have enough.
    """
    try:
        if getattr(_here, "built", None) != built:
            _here.built = None
            _here.function = _built(built)
            _here.built = built
        return _here.function(*call), None
    except MemoryError:
        raise
    except Exception as error:
        return None, sendable(error)


def _built(built: bytes) -> Callable[..., Any]:
    note: Note = [-1, -1, -1]
    try:
        build, argument = pickle.loads(built)
        function: Callable[..., Any] = build(argument, note)
    except Exception as error:
        raise InvalidArgumentError(
            f"a worker could not restore the work: {message_of(error)}; bots and games must come from modules that "
            "workers can import"
        ) from error
    return function
