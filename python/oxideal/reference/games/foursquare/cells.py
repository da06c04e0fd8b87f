"""Cells, which are pairs (row, column) counted from the first card. In ascending order they are the actions 0 to 48."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]

REACH = 3  # FS-04: with at most four rows, none is more than three away from the first card's
NUMBERS = range(-REACH, REACH + 1)
CELLS: tuple[Cell, ...] = tuple((row, column) for row in NUMBERS for column in NUMBERS)
ACTION = {cell: action for action, cell in enumerate(CELLS)}
FIRST = (0, 0)

_EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))

_PATTERN = re.compile(r" *([+-]?[0-3]) *, *([+-]?[0-3]) *")


def text(cell: Cell) -> str:
    """Return the text of a cell, such as "0,1"."""
    row, column = cell
    return f"{row},{column}"


def from_text(written: str) -> Cell | None:
    found = _PATTERN.fullmatch(written)
    return (int(found[1]), int(found[2])) if found else None


def _beside(cell: Cell, *, diagonal: bool) -> frozenset[Cell]:
    """Return the cells adjacent to this one (FS-03)."""
    row, column = cell
    steps = _EDGES + _CORNERS if diagonal else _EDGES
    return frozenset((row + down, column + right) for down, right in steps)


BESIDE = {diagonal: {cell: _beside(cell, diagonal=diagonal) for cell in CELLS} for diagonal in (False, True)}


def rows_and_columns(occupied: Collection[Cell]) -> tuple[range, range]:
    """Return the rows and columns of a grid with piles on these cells, from the first in use to the last (FS-04)."""
    rows = [row for row, _ in occupied]
    columns = [column for _, column in occupied]
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
