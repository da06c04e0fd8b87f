"""Check the rewards that users set."""

from __future__ import annotations

from math import inf, isfinite
from numbers import Real

from .._arguments.checks import type_name
from ..errors import InvalidArgumentError


def reward(name: str, given: object) -> float:
    """Return a reward as a float, checked."""
    if isinstance(given, bool) or not isinstance(given, Real):
        raise TypeError(f"{name} must be a number, not {type_name(given)}")
    try:
        number = float(given)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise InvalidArgumentError(f"{name} must be a finite number")
    return number


def illegal_reward(given: object) -> float | None:
    """Return the reward of an illegal action, checked; None if that raises an error."""
    return None if given is None else reward("illegal_reward", given)
