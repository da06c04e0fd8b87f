"""The classes that users hold: a game with its history, and what the player sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

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

_PLAIN = Rules()

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT]):
    """What State and View of FourSquare share."""

    __slots__ = ()

    _rules_type = Rules

    @property
    def card(self) -> str | None:
        """The card in hand, to be placed now; None when the game is over."""
        return self._round.card

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The cards of each pile from the bottom to the top, by (row, column), in the order of the cells' ids."""
        piles = self._round.piles
        return {cell: piles[cell].cards for cell in sorted(piles)}

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        """7 rows of 7 cells, the first card in the middle: 0 for an empty cell, else the rank of the top card,
        negative when it lies face down. The array is the caller's own.
        """
        grid = np.zeros((len(NUMBERS), len(NUMBERS)), dtype=np.int8)
        for (row, column), pile in self._round.piles.items():
            grid[row + REACH, column + REACH] = pile.tops_rank
        return grid

    @property
    def stock_left(self) -> int:
        """How many cards lie in the stock, the card in hand not counted."""
        return self._round.stock_left

    @property
    def is_won(self) -> bool:
        """Whether the game is won (FS-09)."""
        return self._round.ending == "FS-09"

    def __str__(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition]):
    """All of a game but the order of the stock: what a bot is given.

    >>> view = State(seed=7).view(0)
    >>> len(view.unseen), hasattr(view, "stock")
    (39, False)
    >>> view.sample(seed=1).view(0) == view
    True
    """

    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards of the stock in ascending order: which they are is known, their order is not."""
        return tuple(self._known.unseen())

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        """A state drawn uniformly from all that this view allows: `view.sample(s).view(view.seat) == view`."""
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent)


class State(Shared[Position], _state.State[Rules, Move, Position, View]):
    """One game of FourSquare, with the order of the stock and the history.

    >>> state = State(Rules(), seed=7, stream=0)
    >>> state.legal_moves()
    [Move(0, 0)]
    >>> state.push(24)
    >>> state.push("0,1")
    Traceback (most recent call last):
    TypeError: a move must be an action id or a Move of this game, not str; use parse() for text
    >>> state.push(state.parse("0,1"))
    >>> state.history
    (24, 25)
    >>> state.push(state.parse("2,2"))
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
        self._begin_with_a_deal(_PLAIN if rules is None else rules, seed, stream, dealer)

    @classmethod
    def from_deal(cls, rules: Rules, stock: str | Sequence[str]) -> Self:
        """A new game with this deck, its top first: 40 cards as a list or as one text with spaces."""
        cls._check_rules(rules)
        return cls._set_up(setup.deal(rules, stock), Stream._without_seed())

    @classmethod
    def _deal(cls, rules: Rules, dealer: int | None, chance: Chance) -> Position:  # noqa: ARG003 (one seat)
        return Position.dealt(rules, chance)

    @property
    def stock(self) -> tuple[str, ...]:
        """The face-down stock, its top first, the card in hand not counted."""
        return self._round.stock
