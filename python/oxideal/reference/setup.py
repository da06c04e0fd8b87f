"""Checks of arguments that set up a round by hand, in any game."""

from __future__ import annotations

from itertools import islice
from typing import Any

from .._arguments.checks import items
from ..errors import InvalidArgumentError


def one_per_seat(name: str, given: Any, players: int, most: int) -> list[Any]:
    """Return a list with one item per seat. No more than `most + 1` items are read: an iterator may be endless."""
    found = list(islice(items(name, "a list with one item per seat", given), most + 1))
    if len(found) != players:
        number = len(found) if len(found) <= most else "more"
        raise InvalidArgumentError(f"{name} must have {players} items, one per seat, got {number}")
    return found
