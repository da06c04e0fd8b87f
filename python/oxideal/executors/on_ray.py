"""Calls on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any

LARGE = 10_000
"""Arguments of this number of bytes or more are stored in the cluster once, not sent with each call."""


class RayExecutor:
    """Runs each call as a task of one processor.

    It uses the connection that this process has. If there is none, it joins the cluster at the address (by default
    the one in the environment variable `RAY_ADDRESS`) or starts one here, and `close` ends it.
    """

    def __init__(self, address: str | None = None) -> None:
        try:
            import ray  # in here, as nothing else needs it
        except ImportError as error:
            raise ImportError(
                f"the executor ray needs Ray ({error}): pip install 'oxideal[ray]'", name=error.name
            ) from error
        self._ray: Any = ray
        self._owned = not ray.is_initialized()
        if self._owned:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        self._workers, self._asked = 1, -inf
        self._tasks: dict[Callable[..., Any], Any] = {}
        self._stored: dict[bytes, Any] = {}

    @property
    def workers(self) -> int:
        """The number of processors in the cluster, asked for once a second."""
        now = monotonic()
        if now - self._asked > 1:
            self._workers, self._asked = int(self._ray.cluster_resources().get("CPU", 1)), now
        return self._workers

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        if function not in self._tasks:
            # The caller retries, then gives up. Ray never gives up on a task that needs too much memory.
            self._tasks[function] = self._ray.remote(num_cpus=1, max_retries=0)(function)
        return self._tasks[function].remote(*map(self._kept, arguments))

    def result(self, handle: Any, /) -> Any:
        return self._ray.get(handle)

    def cancel(self, handle: Any, /) -> None:
        with suppress(Exception):  # it may have ended, with its node
            self._ray.cancel(handle, force=True)

    def close(self) -> None:
        self._stored.clear()
        self._tasks.clear()
        if self._owned:
            self._ray.shutdown()

    def _kept(self, argument: Any) -> Any:
        if not isinstance(argument, bytes) or len(argument) < LARGE:
            return argument
        if argument not in self._stored:
            self._stored[argument] = self._ray.put(argument)
        return self._stored[argument]
