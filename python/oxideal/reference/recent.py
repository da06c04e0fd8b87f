"""The last actions of a round. They are history: no position is another one for them."""

from __future__ import annotations

from typing import TypeAlias

from .._input.checks import MAX_RECENT

Recent: TypeAlias = tuple[tuple[int, int], ...]
"""The last actions as pairs of a seat and an id, the oldest first, at most `MAX_RECENT`."""


def after(recent: Recent, seat: int, action: int) -> Recent:
    """What is recent when this seat has played this action as well."""
    return (*recent, (seat, action))[-MAX_RECENT:]
