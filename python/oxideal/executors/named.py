"""Executors by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._arguments.checks import quoted, type_name
from ..errors import InvalidArgumentError
from .executor import Executor
from .on_ray import RayExecutor

MAX_PROCESSES = 256


def processes(given: Any) -> int | None:
    """Return the number of processes that an executor means; None if it is an executor of another kind.

    Raises `InvalidArgumentError` or `TypeError` for anything else.
    """
    if given is None:
        return 1
    if not isinstance(given, str):
        if isinstance(given, type) or not isinstance(given, Executor):
            raise TypeError(
                f"executor must be a name, None, or an object with the methods submit and result, not "
                f"{type_name(given)}"
            )
        return None
    count = re.fullmatch("processes:([1-9][0-9]{0,2})", given)
    if count and int(count[1]) <= MAX_PROCESSES:
        return int(count[1])
    if given == "ray" or re.fullmatch("ray:.+", given):
        return None
    raise InvalidArgumentError(
        f'executor must be "processes:1" to "processes:{MAX_PROCESSES}", "ray" or "ray:ADDRESS", got {quoted(given)}'
    )


def where(executor: Any, jobs: int) -> tuple[int, Executor | str | None]:
    """Return the number of processes, and the executor if it is not this machine's processes."""
    count = processes(executor)
    if executor is None:
        return jobs, None
    if jobs != 1:
        raise InvalidArgumentError("jobs and executor cannot both be given")
    return (1, executor) if count is None else (count, None)


@contextmanager
def opened(given: Executor | str) -> Iterator[Executor]:
    """Yield the executor, which `processes` does not know. One made from its name is closed at the end."""
    if not isinstance(given, str):
        yield given
        return
    # Ray has addresses of its own that begin with ray://
    made = RayExecutor(given if given.startswith("ray://") else given.partition(":")[2] or None)
    try:
        yield made
    finally:
        made.close()
