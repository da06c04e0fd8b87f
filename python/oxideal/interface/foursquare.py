"""The types that FourSquare adds to the interface of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, SupportsIndex

from .game import Game
from .round import RoundApi, State, StateT_co, View, ViewT_co
from .rules import Move, MoveT, Rules, RulesClass, RulesT, RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..cards.foursquare import Cards

__all__ = [
    "FourSquare",
    "FourSquareMove",
    "FourSquareMoveClass",
    "FourSquareRoundApi",
    "FourSquareRules",
    "FourSquareRulesClass",
    "FourSquareState",
    "FourSquareView",
]


class FourSquareMove(Move, Protocol):
    """A placement: the cell that the next card goes to, relative to the first card.

    Raises `InvalidMoveError` if `row` or `column` is not -3 to 3.

    >>> move = Move(0, 1)
    >>> str(move), int(move), move == Rules().parse("0,1")
    ('0,1', 25, True)
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of move: always "place"."""

    @property
    def row(self) -> int:
        """The row, -3 to 3 from top to bottom. The first card is in row 0."""

    @property
    def column(self) -> int:
        """The column, -3 to 3 from left to right. The first card is in column 0."""


class FourSquareMoveClass(Protocol):
    """The class `Move` of FourSquare: how moves are made."""

    __slots__ = ()

    def __call__(self, row: SupportsIndex, column: SupportsIndex) -> FourSquareMove: ...


class FourSquareRules(Rules[MoveT], Protocol[MoveT]):
    """The rules of a game of FourSquare.

    - `diagonal`: whether cells that share only a corner are neighbours too (FS-03).

    >>> rules = Rules(diagonal=True)
    >>> rules.players, rules.num_actions
    (1, 49)
    """

    __slots__ = ()

    @property
    def diagonal(self) -> bool:
        """Whether cells that share only a corner are adjacent (FS-03)."""


class FourSquareRulesClass(RulesClass[FourSquareRules[Any]], Protocol):
    """The class `Rules` of FourSquare: how rules are made."""

    __slots__ = ()

    def __call__(self, *, diagonal: bool = False) -> FourSquareRules[Any]: ...


class FourSquareRoundApi(RoundApi[RulesT_co, MoveT], Protocol[RulesT_co, MoveT]):
    """The members that a `State` and a `View` of FourSquare share."""

    __slots__ = ()

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
    def is_won(self) -> bool:
        """Whether the game is won."""


class FourSquareView(
    FourSquareRoundApi[RulesT, MoveT], View[RulesT, MoveT, StateT_co], Protocol[RulesT, MoveT, StateT_co]
):
    """What the player knows of a game of FourSquare: everything but the order of the stock.

    >>> view = State(seed=7).view(0)
    >>> view.unseen[:3], hasattr(view, "stock")
    ('AC AD AH', False)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    @property
    def unseen(self) -> Cards:
        """The cards in the stock in ascending order; "-" if it is empty. The seat does not know their real order."""


class FourSquareState(
    FourSquareRoundApi[RulesT, MoveT], State[RulesT, MoveT, ViewT_co], Protocol[RulesT, MoveT, ViewT_co]
):
    """A game of FourSquare, with the order of the stock and its history.

    >>> state = State(seed=7)
    >>> state.push("0,0")
    >>> state.card, state.stock_size
    ('7S', 38)
    >>> state.push("2,2")
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: 2,2 is not next to a pile: it must share an edge with one [FS-03]
    """

    __slots__ = ()

    @property
    def stock(self) -> Cards:
        """The stock, its top card first, without the card to be placed; "-" if empty."""

    @classmethod
    def from_deal(cls, rules: RulesT, stock: str | Sequence[str]) -> Self:
        """Return a new game with this deck.

        `stock` is all 40 cards, the top one first: a list, or one text with spaces. Raises
        `InvalidStateError` for anything but the complete deck.

        >>> deck = [rank + suit for rank in "A23456789T" for suit in "CDHS"]
        >>> state = State.from_deal(Rules(), deck)
        >>> state.card, state.stock[:2]
        ('AC', 'AD AH')
        """


class FourSquare(Game, Protocol):
    """The module `oxideal.foursquare`, and `oxideal.reference.foursquare`."""

    __slots__ = ()

    @property
    def Rules(self) -> FourSquareRulesClass: ...  # noqa: N802

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
