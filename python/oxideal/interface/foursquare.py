"""What FourSquare adds to the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex

from .game import Game
from .round import State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesT

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["FourSquare", "FourSquareMove", "FourSquareRoundApi", "FourSquareRules", "FourSquareState", "FourSquareView"]


class FourSquareMove(Move, Protocol):
    """A placement: the cell that the card in hand goes to, counted from the first card."""

    def __init__(self, row: SupportsIndex, column: SupportsIndex) -> None: ...
    @property
    def row(self) -> int:
        """-3 to 3, growing downwards."""

    @property
    def column(self) -> int:
        """-3 to 3, growing to the right."""


class FourSquareRules(Rules[MoveT], Protocol[MoveT]):
    def __init__(self, *, diagonal: bool = False) -> None: ...
    @property
    def diagonal(self) -> bool:
        """Whether cells that share only a corner are next to each other (FS-03)."""


class FourSquareRoundApi(Protocol):
    """What State and View of FourSquare add to the contract."""

    @property
    def card(self) -> str | None:
        """The card in hand, to be placed now; None when the game is over."""

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids."""

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """7 rows of 7 cells, the first card in the middle: 0 for an empty cell, else the rank of the top card,
        negative when it lies face down. The array is the caller's own.
        """

    @property
    def stock_left(self) -> int:
        """How many cards lie in the stock, the card in hand not counted."""

    @property
    def is_won(self) -> bool: ...


class FourSquareView(FourSquareRoundApi, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards of the stock in ascending order: which they are is known, their order is not."""


class FourSquareState(FourSquareRoundApi, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    @property
    def stock(self) -> tuple[str, ...]:
        """The face-down stock, its top first, the card in hand not counted."""

    @classmethod
    def from_deal(cls, rules: RulesT, stock: str | Sequence[str]) -> Self:
        """A new game with this deck, its top first: 40 cards as a list or as one text with spaces."""


class FourSquare(Game, Protocol):
    """The module `oxideal.foursquare`, and `oxideal.reference.foursquare`."""

    def flips(self, grid: npt.ArrayLike, cell: Any, card: SupportsIndex | str) -> list[int]:
        """The cells whose top cards turn over when the card is placed on the cell (a Move or its id), ascending."""

    def flips_many(self, grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """The same for n grids at once: True where the top card of a cell turns over."""
