"""FourSquare solitaire, on the Rust engine.

`docs/rules/foursquare.md` has the rules and all text formats.

>>> from oxideal import foursquare as fs
>>> state = fs.State(fs.Rules(), seed=7)
>>> state.push(24)
>>> state.push(fs.Move(0, 1))
>>> print(state)
FourSquare: 9D to place, 37 cards in the stock
           0       1
   0    (4S)      7S
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from . import _native
from . import match as _match
from ._arguments.arrays import integer_array
from ._native import FourSquareBatch as Batch
from ._native import FourSquareMove as Move
from ._native import FourSquareRules as Rules
from ._native import FourSquareState as State
from ._native import FourSquareView as View
from ._native import FourSquareViewBuilder as ViewBuilder
from .cards.foursquare import DECK, RANKS, SUITS, Cards
from .schemas.playouts import Playouts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .interface import Seed

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "Batch",
    "Cards",
    "Match",
    "Move",
    "Rules",
    "State",
    "View",
    "ViewBuilder",
    "flips",
    "flips_many",
    "playouts",
]
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of FourSquare: any number of games, a fixed number, or until the total reaches a target.

    >>> match = Match(seed=7, rounds=10)
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[0])
    >>> match.totals
    (0,)
    >>> match.next_round() == State(seed=7, stream=2)
    True
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State


def playouts(
    start: Rules | State | View,
    n: SupportsIndex,
    seed: Seed = None,
    threads: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
) -> Playouts:
    """Play n random games to the end and return their payoffs and lengths.

    Games start from a new deal if `start` is a `Rules`, from the position if it is a `State`, and from a new sample
    each time if it is a `View`. They are the games `first` to `first + n - 1` of this seed; `threads` does not change
    the results. Playouts use a fast generator, not the one that deals a `State`.

    >>> playouts(Rules(), 1000, seed=7).payoffs.shape
    (1000, 1)
    """
    return Playouts(*_native.playouts(Rules, start, n, seed, threads, first))


def flips(grid: npt.ArrayLike, cell: Move | SupportsIndex, card: SupportsIndex | str) -> list[int]:
    """Return the cells whose top cards turn over when the card is placed on the cell, in ascending order.

    `grid` has the layout of `State.grid`. Here the 9 is the highest card of its row, and its column is empty:

    >>> row = [0, 0, 0, 5, -10, 0, 0]
    >>> flips([0] * 21 + row + [0] * 21, Move(0, -1), "9S")
    [24, 25]
    """
    checked = integer_array("grid", grid, shapes=[(49,), (7, 7)], low=-10, high=10, dtype="int8")
    return _native.foursquare_flips(checked.reshape(49), cell, card)


def flips_many(grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which top cards turn over, for n grids at once.

    `cells` and `ranks` have the cell's id and the rank of the card placed on each grid.

    >>> grid = [0] * 21 + [0, 0, 0, 5, -10, 0, 0] + [0] * 21
    >>> flips_many([grid], [int(Move(0, -1))], [9])[0].nonzero()[0].tolist()
    [24, 25]
    """
    checked = integer_array("grids", grids, shapes=[(-1, 49), (-1, 7, 7)], low=-10, high=10, dtype="int8")
    n = len(checked)
    placed = integer_array("cells", cells, shapes=[(n,)], low=0, high=48, dtype="uint8")
    rank = integer_array("ranks", ranks, shapes=[(n,)], low=1, high=10, dtype="uint8")
    return _native.foursquare_flips_many(checked.reshape(n, 49), placed, rank).reshape(checked.shape)
