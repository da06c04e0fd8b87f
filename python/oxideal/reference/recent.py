"""The last actions of a round. They are history: positions are equal whatever they are."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from .._input.checks import MAX_RECENT, integer, items, seat_within
from ..errors import InvalidStateError

if TYPE_CHECKING:
    from .rules import Rules

Recent: TypeAlias = tuple[tuple[int, int], ...]
"""The last actions as pairs of a seat and an id, the oldest first, at most `MAX_RECENT`."""


def after(recent: Recent, seat: int, action: int) -> Recent:
    """The last actions after this seat has played this one."""
    return (*recent, (seat, action))[-MAX_RECENT:]


def checked(given: object, rules: Rules[Any]) -> Recent:
    """The last actions as an argument."""
    wanted = "a list of (seat, action) pairs"
    # One more than are kept tells that there are too many; an iterator may never end.
    pairs = list(islice(items("recent", wanted, given), MAX_RECENT + 1))
    if len(pairs) > MAX_RECENT:
        raise InvalidStateError(f"at most {MAX_RECENT} last actions are kept")
    found = []
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"recent must be {wanted}")
        seat, action = pair
        found.append((seat_within(seat, rules.players), rules._checked(integer("action", action))))
    return tuple(found)
