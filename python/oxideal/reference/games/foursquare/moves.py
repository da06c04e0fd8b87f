"""The public class Move."""

from __future__ import annotations

from typing import SupportsIndex

from .... import interface
from ...._arguments.checks import format_int, integer
from ...refusal import said
from ...value import BaseMove
from . import cells
from .cells import ACTION


class Move(BaseMove, interface.FourSquareMove):
    __slots__ = ("column", "row")

    _fields = ("row", "column")

    row: int
    column: int

    def __init__(self, row: SupportsIndex, column: SupportsIndex) -> None:
        cell = integer("row", row), integer("column", column)
        if cell not in ACTION:
            raise said("foursquare.cell_out_of_range", cell=",".join(map(format_int, cell))).error()
        object.__setattr__(self, "row", cell[0])
        object.__setattr__(self, "column", cell[1])

    @property
    def kind(self) -> str:
        return "place"

    def __int__(self) -> int:
        return ACTION[self.row, self.column]

    def __str__(self) -> str:
        return cells.text((self.row, self.column))
