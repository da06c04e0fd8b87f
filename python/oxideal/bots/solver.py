"""Perfect play with all cards open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .. import _native
from ..errors import InvalidArgumentError
from .limit import MAX_SECONDS, Limit, check_limit

if TYPE_CHECKING:
    from ..interface import State

__all__ = ["Solution", "solve"]


@dataclass(frozen=True)
class Solution:
    """What comes of perfect play by everybody, with all cards open."""

    payoffs: tuple[int, ...]
    """What each seat gets."""
    line: tuple[Any, ...]
    """The moves that lead there."""
    exact: bool
    """Whether that is proved; else it is the best that was found within the limit."""
    nodes: int
    """How many positions were looked at."""
    seconds: float


def solve(state: State[Any, Any, Any], limit: Limit | None = None) -> Solution | None:
    """What comes of perfect play from here, with all cards open: in Dou Dizhu and in FourSquare. None where nothing was
    found within the limit, a time or nodes (a day, where none is given), or the landlord is not yet known.
    """
    check_limit(limit)
    if limit is not None and limit.iterations is not None:
        raise InvalidArgumentError("a solver plays no games out: its limit is a time or nodes, not iterations")
    within = limit or Limit(time=MAX_SECONDS)
    found = _native.solve(cast("Any", state), within.time, within.nodes, _native.Stop())
    if found is None:
        return None
    payoffs, line, exact, tried, seconds = found
    return Solution(tuple(payoffs), tuple(state.rules.move(action) for action in line), exact, tried, seconds)
