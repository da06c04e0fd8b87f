"""The last actions of a round. They are history, so the equality of positions ignores them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from .._arguments.checks import MAX_RECENT, integer, items, seat_within
from ..errors import InvalidStateError

if TYPE_CHECKING:
    from .rules import Rules

Recent: TypeAlias = tuple[tuple[int, int], ...]
"""The last actions as pairs of a seat and an action id, oldest first, at most `MAX_RECENT`."""


def after(recent: Recent, seat: int, action: int) -> Recent:
    return (*recent, (seat, action))[-MAX_RECENT:]


def check(given: object, rules: Rules[Any]) -> Recent:
    wanted = "a list of (seat, action) pairs"
    # Reads one item more than allowed, to see that there are too many: an iterator may be endless.
    pairs = list(islice(items("recent", wanted, given), MAX_RECENT + 1))
    if len(pairs) > MAX_RECENT:
        raise InvalidStateError(f"at most {MAX_RECENT} last actions are kept")
    found = []
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"recent must be {wanted}")
        seat, action = pair
        found.append((seat_within(seat, rules.players), rules._check_id(integer("action", action))))
    return tuple(found)
