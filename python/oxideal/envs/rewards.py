"""The rewards that a user sets."""

from __future__ import annotations

from math import inf, isfinite
from numbers import Real

from .._input.checks import type_name
from ..errors import InvalidArgumentError


def reward(name: str, given: object) -> float:
    """A number that can be a reward."""
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
    """What an illegal action earns; None where it raises an error."""
    return None if given is None else reward("illegal_reward", given)
