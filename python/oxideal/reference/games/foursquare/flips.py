"""What turns over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cells import Cell


def flipped(tops: Mapping[Cell, int], placed: Cell, rank: int) -> list[Cell]:
    """The cells whose top cards turn over when a card of this rank is placed, in ascending order. `tops` has the rank
    of each top card, negative when it lies face down; what it says of the cell itself is covered and does not count.
    """
    others = [cell for cell in tops if cell != placed]
    row = [cell for cell in others if cell[0] == placed[0]]
    column = [cell for cell in others if cell[1] == placed[1]]
    # FS-06: no card is in both, so turning the row first or the column first comes to the same.
    assert not set(row) & set(column)
    turning = []
    for line in (row, column):  # FS-05, then FS-06: the column in the same way in every point
        face_up = [tops[cell] for cell in line if tops[cell] > 0]
        # FS-05: strictly higher than all, or strictly lower; with no other card face up, both are true of themselves.
        if not face_up or rank > max(face_up) or rank < min(face_up):
            turning += line  # FS-05: all but the placed card, face up or down
    return sorted(turning)
