"""Flips alone, without a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
import numpy.typing as npt

from ...._input.arrays import integer_array
from ...._input.checks import integer_within, plain_text
from ....errors import InvalidArgumentError
from . import cards
from .cards import RANK, SPELLINGS
from .cells import ACTION, CELLS, Cell
from .flips import flipped
from .rules import Rules

if TYPE_CHECKING:
    from .moves import Move

_PLAIN = Rules()


def flips(grid: npt.ArrayLike, cell: Move | SupportsIndex, card: SupportsIndex | str) -> list[int]:
    """The cells whose top cards turn over when the card is placed on the cell, ascending.

    The grid is as in `State.grid`. The 9 is higher than all that lies face up in its row, and in its column is nothing:

    >>> from oxideal.reference.foursquare import Move
    >>> row = [0, 0, 0, 5, -10, 0, 0]
    >>> flips([0] * 21 + row + [0] * 21, Move(0, -1), "9S")
    [24, 25]
    """
    tops = _tops(integer_array("grid", grid, shapes=[(49,), (7, 7)], low=-10, high=10, dtype=np.int8))
    placed = CELLS[_PLAIN.action(cell)]
    text = plain_text(card)
    if text is None:
        rank = integer_within("card", card, 1, 10)
    elif text in SPELLINGS:
        rank = RANK[SPELLINGS[text]]
    else:
        raise InvalidArgumentError(cards.no_card(text))
    return [ACTION[turning] for turning in flipped(tops, placed, rank)]


def flips_many(grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """The same for n grids at once: True where the top card of a cell turns over."""
    checked = integer_array("grids", grids, shapes=[(-1, 49), (-1, 7, 7)], low=-10, high=10, dtype=np.int8)
    n = len(checked)
    placed = integer_array("cells", cells, shapes=[(n,)], low=0, high=48, dtype=np.int64)
    rank = integer_array("ranks", ranks, shapes=[(n,)], low=1, high=10, dtype=np.int64)
    turning = np.zeros((n, len(CELLS)), dtype=np.bool_)
    for k in range(n):
        for cell in flipped(_tops(checked[k]), CELLS[placed[k]], int(rank[k])):
            turning[k, ACTION[cell]] = True
    return turning.reshape(checked.shape)


def _tops(grid: npt.NDArray[np.int8]) -> dict[Cell, int]:
    return {cell: top for cell, top in zip(CELLS, grid.ravel().tolist(), strict=True) if top}
