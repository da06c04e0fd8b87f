"""Which cards turn over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cells import Cell


def flipped(tops: Mapping[Cell, int], placed: Cell, rank: int) -> list[Cell]:
    """Return the cells whose top cards turn over when a card of this rank is placed, in ascending order.

    `tops` has the rank of each top card, negative if it is face down. An entry for the cell itself does not count,
    since the placed card covers it.
    """
    others = [cell for cell in tops if cell != placed]
    row = [cell for cell in others if cell[0] == placed[0]]
    column = [cell for cell in others if cell[1] == placed[1]]
    # FS-06: no cell is in both, so the order of row and column does not matter.
    assert not set(row) & set(column)
    turning = []
    for line in (row, column):  # FS-05 for the row, FS-06 for the column in the same way
        face_up = [tops[cell] for cell in line if tops[cell] > 0]
        # FS-05: strictly higher or strictly lower than every other face-up card, which is true if there is none
        if not face_up or rank > max(face_up) or rank < min(face_up):
            turning += line  # FS-05: all cards but the placed one, face up or down
    return sorted(turning)
