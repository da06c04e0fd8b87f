"""Ids and texts of moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.foursquare import CELLS
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidMoveError


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_ids_are_cells(fs: Any, row: int, column: int) -> None:
    move = fs.Move(row, column)
    assert int(move) == 7 * (row + 3) + (column + 3)
    assert (move.kind, move.row, move.column) == ("place", row, column)
    assert str(move) == f"{row},{column}"
    assert repr(move) == f"Move({row}, {column})"
    rules = fs.Rules()
    assert rules.move(int(move)) == move
    assert fs.Move(column=np.int8(column), row=np.int64(row)) == move
    for text in (f"{row:+},{column:+}", f"  {row} ,  {column}  ", f"{row},{column}"):
        assert rules.parse(text) == move
    assert (rules.num_actions, rules.action_table_version, rules.players) == (49, 1, 1)


def test_invalid_cells(fs: Any) -> None:
    for row, column in ((4, 0), (0, -4), (10**30, 0), (0, -(10**30)), (4, 4)):
        message = says("cell_out_of_range", f"{row},{column}")
        refuses(InvalidMoveError, message, fs.Move, row, column)
    for thing in ("0", None, 0.0, True):
        name = type(thing).__name__
        refuses(TypeError, says("not_an_integer", "row", name), fs.Move, thing, 0)
        refuses(TypeError, says("not_an_integer", "column", name), fs.Move, 0, thing)
