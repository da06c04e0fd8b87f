"""Perfect play with all cards open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, cast

from .. import _native
from ..errors import InvalidArgumentError
from ..interface import MoveT_co
from ..schemas.saved import from_dict, to_dict
from ..schemas.values import integer
from .limit import MAX_SECONDS, Limit, check_limit

if TYPE_CHECKING:
    from ..interface import MoveT, Rules, State

__all__ = ["Solution", "solve"]


@dataclass(frozen=True)
class Solution(Generic[MoveT_co]):
    """The result of perfect play by all seats, with all cards open.

    - `payoffs`: the payoff of each seat
    - `line`: the moves that lead to it
    - `exact`: whether this is proved; if not, it is the best result found within the limit
    - `nodes`: number of positions searched
    - `seconds`: time used
    """

    _checks = {"payoffs": integer}  # noqa: RUF012

    payoffs: tuple[int, ...]
    line: tuple[MoveT_co, ...]
    exact: bool
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, which `from_dict` reads."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, rules: Rules[MoveT], fields: dict[str, Any], /) -> Solution[MoveT]:
        """Return the solution that a dict describes, with moves of these rules: the inverse of `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field, and `InvalidMoveError` for a wrong move.
        """
        return Solution(**from_dict(cls, "a solution", fields, rules))


def solve(state: State[Any, MoveT, Any], limit: Limit | None = None) -> Solution[MoveT] | None:
    """Find perfect play from this position with all cards open, in Dou Dizhu or FourSquare.

    `limit` has a time or nodes; the default is a day. Return None if nothing was found within the limit, or if the
    auction of Dou Dizhu is not over. A whole deal of Dou Dizhu takes too long; positions near the end are fast.

    >>> from oxideal import doudizhu as dd
    >>> state = dd.State.from_position(dd.Rules(), hands=["3344", "5", "6"], landlord=0)
    >>> solve(state).payoffs
    (2, -1, -1)
    """
    check_limit(limit)
    if limit is not None and limit.iterations is not None:
        raise InvalidArgumentError("the limit of a solver must be a time or nodes, not iterations")
    within = limit or Limit(time=MAX_SECONDS)
    found = _native.solve(cast("Any", state), within.time, within.nodes, _native.Stop())
    if found is None:
        return None
    payoffs, line, exact, tried, seconds = found
    return Solution(tuple(payoffs), tuple(state.rules.move(action) for action in line), exact, tried, seconds)
