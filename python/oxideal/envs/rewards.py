"""Check the rewards that users set."""

from __future__ import annotations

from math import isfinite

from .._arguments.checks import real
from ..errors import InvalidArgumentError


def reward(name: str, given: object) -> float:
    number = real(name, given)
    if not isfinite(number):
        raise InvalidArgumentError(f"{name} must be a finite number")
    return number


def illegal_reward(given: object) -> float | None:
    """Return the reward of an illegal action, checked; None if that raises an error."""
    return None if given is None else reward("illegal_reward", given)
