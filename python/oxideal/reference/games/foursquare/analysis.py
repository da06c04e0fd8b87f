"""Which cards turn over, without a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
import numpy.typing as npt

from ...._arguments.arrays import integer_array
from ...._arguments.checks import integer_within, plain_text
from ....errors import InvalidArgumentError
from . import cards
from .cards import RANK, SPELLINGS
from .cells import ACTION, CELLS, Cell
from .flips import flipped
from .rules import Rules

if TYPE_CHECKING:
    from .moves import Move

_DEFAULT_RULES = Rules()


def flips(grid: npt.ArrayLike, cell: Move | SupportsIndex, card: SupportsIndex | str) -> list[int]:
    tops = _tops(integer_array("grid", grid, shapes=[(49,), (7, 7)], low=-10, high=10, dtype="int8"))
    placed = CELLS[_DEFAULT_RULES.action(cell)]
    text = plain_text(card)
    if text is None:
        rank = integer_within("card", card, 1, 10)
    elif text in SPELLINGS:
        rank = RANK[SPELLINGS[text]]
    else:
        raise InvalidArgumentError(cards.no_card(text))
    return [ACTION[turning] for turning in flipped(tops, placed, rank)]


def flips_many(grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    checked = integer_array("grids", grids, shapes=[(-1, 49), (-1, 7, 7)], low=-10, high=10, dtype="int8")
    n = len(checked)
    placed = integer_array("cells", cells, shapes=[(n,)], low=0, high=48, dtype="int64")
    rank = integer_array("ranks", ranks, shapes=[(n,)], low=1, high=10, dtype="int64")
    turning = np.zeros((n, len(CELLS)), dtype=np.bool_)
    for k in range(n):
        for cell in flipped(_tops(checked[k]), CELLS[placed[k]], int(rank[k])):
            turning[k, ACTION[cell]] = True
    return turning.reshape(checked.shape)


def _tops(grid: npt.NDArray[np.int8]) -> dict[Cell, int]:
    """Return the top card of each pile, as `flipped` takes them."""
    return {cell: top for cell, top in zip(CELLS, grid.ravel().tolist(), strict=True) if top}
