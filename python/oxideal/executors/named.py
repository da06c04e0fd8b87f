"""Where to work, as users give it: `jobs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, SupportsIndex, TypeAlias

from .._arguments.checks import integer_within, quoted, type_name
from ..errors import InvalidArgumentError
from .executor import Executor
from .on_ray import RayExecutor

Jobs: TypeAlias = SupportsIndex | str | Executor
"""A number of processes, the name of an executor, or an executor."""

MAX_PROCESSES = 256


def checked_jobs(given: Any) -> int | str | Executor:
    """Return a number of processes, the name of an executor, or an executor.

    Raises `InvalidArgumentError` or `TypeError` for anything else.
    """
    if isinstance(given, str):
        if given == "ray" or re.fullmatch("ray:.+", given):
            return given
        raise InvalidArgumentError(
            f'jobs must be 1 to {MAX_PROCESSES}, "ray", "ray:ADDRESS" or an executor, got {quoted(given)}'
        )
    if isinstance(given, Executor) and not isinstance(given, type):
        return given
    if not hasattr(type(given), "__index__"):
        wanted = "an integer, a name, or an object with the methods submit and result"
        raise TypeError(f"jobs must be {wanted}, not {type_name(given)}")
    return integer_within("jobs", given, 1, MAX_PROCESSES)


@contextmanager
def opened(given: Executor | str) -> Iterator[Executor]:
    """Yield the executor. One made from its name is closed at the end."""
    if not isinstance(given, str):
        yield given
        return
    # Ray has addresses of its own that begin with ray://
    made = RayExecutor(given if given.startswith("ray://") else given.partition(":")[2] or None)
    try:
        yield made
    finally:
        made.close()
