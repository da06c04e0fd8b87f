"""Calls on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

try:
    import ray
except ImportError as error:
    raise ImportError(f"the executor ray needs Ray ({error}): pip install 'oxideal[ray]'", name=error.name) from error

LARGE = 10_000
"""An argument of so many bytes or more is stored in the cluster once, not sent with each call."""


class RayExecutor:
    """Runs each call as a task of one processor.

    It uses the connection that this process has. If there is none, it joins the cluster at the address (by default
    the one in the environment variable `RAY_ADDRESS`) or starts one here, and `close` ends it.
    """

    def __init__(self, address: str | None = None) -> None:
        self._owned = not ray.is_initialized()
        if self._owned:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        self._stored: dict[bytes, Any] = {}

    @property
    def workers(self) -> int:
        """The number of processors in the cluster at this moment."""
        return int(ray.cluster_resources().get("CPU", 1))

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        task = ray.remote(function).options(num_cpus=1)
        return task.remote(*map(self._kept, arguments))

    def result(self, handle: Any, /) -> Any:
        return ray.get(handle)

    def cancel(self, handle: Any, /) -> None:
        with suppress(Exception):  # it may have ended, with its node
            ray.cancel(handle, force=True)

    def close(self) -> None:
        self._stored.clear()
        if self._owned:
            ray.shutdown()

    def _kept(self, argument: Any) -> Any:
        if not isinstance(argument, bytes) or len(argument) < LARGE:
            return argument
        if argument not in self._stored:
            self._stored[argument] = ray.put(argument)
        return self._stored[argument]
