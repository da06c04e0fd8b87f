"""The types that FourSquare adds to the interface of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex

from .game import Game
from .round import State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesT

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..cards.foursquare import Cards

__all__ = ["FourSquare", "FourSquareMove", "FourSquareRoundApi", "FourSquareRules", "FourSquareState", "FourSquareView"]


class FourSquareMove(Move, Protocol):
    """A placement: the cell that the card goes to, relative to the first card."""

    @property
    def kind(self) -> str:
        """The kind of move: always "place"."""

    @property
    def row(self) -> int:
        """The row, -3 to 3 from top to bottom. The first card is in row 0."""

    @property
    def column(self) -> int:
        """The column, -3 to 3 from left to right. The first card is in column 0."""


class FourSquareRules(Rules[MoveT], Protocol[MoveT]):
    """The rules of a game of FourSquare."""

    @property
    def diagonal(self) -> bool:
        """Whether cells that share only a corner are adjacent (FS-03)."""


class FourSquareRoundApi(Protocol):
    """The members that a `State` and a `View` of FourSquare share."""

    @property
    def card(self) -> str | None:
        """The card to be placed now; None when the game is over."""

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from bottom to top, by (row, column), in the order of the ids."""

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """The top cards as a new array of 7 rows and 7 columns, the first card in the middle.

        0 is an empty cell. Any other number is the rank of the top card, negative if it is face
        down.
        """

    @property
    def stock_size(self) -> int:
        """The number of cards in the stock, not counting the card to be placed."""

    @property
    def is_won(self) -> bool: ...


class FourSquareView(FourSquareRoundApi, View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]):
    """What the player knows: everything but the order of the stock."""

    @property
    def unseen(self) -> Cards:
        """The cards in the stock in ascending order; "-" if it is empty. The seat does not know their real order."""


class FourSquareState(FourSquareRoundApi, State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]):
    """A game of FourSquare, with the order of the stock and its history."""

    @property
    def stock(self) -> Cards:
        """The stock, its top card first, without the card to be placed; "-" if empty."""

    @classmethod
    def from_deal(cls, rules: RulesT, stock: str | Sequence[str]) -> Self:
        """Return a new game with this deck.

        `stock` is all 40 cards, the top one first: a list, or one text with spaces. Raises
        `InvalidStateError` for anything but the complete deck.
        """


class FourSquare(Game, Protocol):
    """The module `oxideal.foursquare`, and `oxideal.reference.foursquare`."""

    def flips(self, grid: npt.ArrayLike, cell: Any, card: SupportsIndex | str) -> list[int]:
        """Return the cells whose top cards turn over when the card is placed on the cell, ascending."""

    def flips_many(self, grids: npt.ArrayLike, cells: npt.ArrayLike, ranks: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return which top cards turn over, for n grids at once."""

    @property
    def DECK(self) -> Cards: ...  # noqa: N802
    @property
    def RANKS(self) -> str: ...  # noqa: N802
    @property
    def SUITS(self) -> str: ...  # noqa: N802

    # This comes last: its name would hide the type above.

    @property
    def Cards(self) -> type[Cards]: ...  # noqa: N802
