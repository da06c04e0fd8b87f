"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from ....cards.foursquare import Cards
from ... import round as _round
from ... import state as _state
from ... import view as _view
from ...random import Stream
from . import setup
from .cells import NUMBERS, REACH
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....interface import Seed
    from ...random import Chance

_DEFAULT_RULES = Rules()

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT]):
    """The members that State and View of FourSquare share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def card(self) -> str | None:
        """The card to be placed now; None when the game is over."""
        return self._round.card

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from bottom to top, by (row, column), in the order of the ids."""
        piles = self._round.piles
        return {cell: piles[cell].cards for cell in sorted(piles)}

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """The top cards as a new array of 7 rows and 7 columns, the first card in the middle.

        0 is an empty cell. Any other number is the rank of the top card, negative if it is face down.
        """
        grid = np.zeros((len(NUMBERS), len(NUMBERS)), dtype=np.int8)
        for (row, column), pile in self._round.piles.items():
            grid[row + REACH, column + REACH] = pile.top_rank
        return grid

    @property
    def stock_size(self) -> int:
        """The number of cards in the stock, not counting the card to be placed."""
        return self._round.stock_size

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self._round.ending == "FS-09"

    def __str__(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition]):
    """What the player knows of a game: everything but the order of the stock. Immutable.

    >>> view = State(seed=7).view(0)
    >>> len(view.unseen.split()), hasattr(view, "stock")
    (39, False)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def unseen(self) -> Cards:
        """The cards in the stock in ascending order; "-" if it is empty. The seat does not know their real order."""
        return Cards._of_words(self._known.unseen())

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        """Draw one complete state at random from all states that fit this view.

        `view.sample(seed).view(view.seat) == view` always holds.
        """
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent)


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    """Builds the view of a seat event by event.

    >>> state = State(seed=7)
    >>> builder = ViewBuilder(state.rules, 0)
    >>> for event in state.events(0):
    ...     builder.push(event)
    >>> builder.view() == state.view(0)
    True
    """

    __slots__ = ()

    _view_type = View


class State(Shared[Position], _state.State[Rules, Move, Position, View]):
    """A game of FourSquare with the order of its stock and its history.

    >>> state = State(Rules(), seed=7, stream=0)
    >>> state.legal_moves()
    [Move(0, 0)]
    >>> state.push(24)
    >>> state.push("0,1")
    >>> state.history
    (24, 25)
    >>> state.push("2,2")
    Traceback (most recent call last):
    oxideal.errors.IllegalMoveError: 2,2 is not next to a pile: it must share an edge with one [FS-03]
    >>> state.pop()
    25
    >>> State.from_text(state.to_text()) == state
    True
    """

    __slots__ = ()

    _position_type = Position
    _view_type = View

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: Seed = None,
        stream: SupportsIndex = 0,
        dealer: SupportsIndex | None = None,
    ) -> None:
        self._begin_deal(_DEFAULT_RULES if rules is None else rules, seed, stream, dealer)

    @classmethod
    def from_deal(cls, rules: Rules, stock: str | Sequence[str]) -> Self:
        """Return a new game with this deck.

        `stock` is all 40 cards, the top one first: a list, or one text with spaces.

        >>> deck = [rank + suit for rank in "A23456789T" for suit in "CDHS"]
        >>> state = State.from_deal(Rules(), deck)
        >>> state.card, state.stock[:2]
        ('AC', 'AD AH')
        """
        cls._check_rules(rules)
        return cls._set_up(setup.deal(rules, stock), Stream._without_seed())

    @classmethod
    def _deal(cls, rules: Rules, dealer: int | None, chance: Chance) -> Position:  # noqa: ARG003 (one seat)
        return Position.dealt(rules, chance)

    @property
    def stock(self) -> Cards:
        """The stock, its top card first, without the card to be placed; "-" if empty."""
        return Cards._of_words(self._round.stock)
