"""What arguments for rounds that are set up by hand have in common."""

from __future__ import annotations

from itertools import islice
from typing import Any

from .._input.checks import items
from ..errors import InvalidArgumentError


def one_a_seat(name: str, given: Any, players: int, most: int) -> list[Any]:
    """A list with an item for each seat. One more than `most` is read, as an iterator may never end."""
    found = list(islice(items(name, "a list with one item per seat", given), most + 1))
    if len(found) != players:
        number = len(found) if len(found) <= most else "more"
        raise InvalidArgumentError(f"{name} must have {players} items, one per seat, got {number}")
    return found
