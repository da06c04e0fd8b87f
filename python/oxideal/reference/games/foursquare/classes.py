"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .... import interface
from ....cards.foursquare import Cards
from ... import round as _round
from ... import view as _view
from ...forwarded import Forwarded
from .cells import NUMBERS, REACH
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules
from .setup import SetUp

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.FourSquareRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    card = Forwarded[str | None]("_round.card")
    stock_size = Forwarded[int]("_round.stock_size")

    @property
    def piles(self) -> dict[tuple[int, int], tuple[str, ...]]:
        piles = self._round.piles
        return {cell: piles[cell].cards for cell in sorted(piles)}

    @property
    def grid(self) -> npt.NDArray[np.int8]:
        grid = np.zeros((len(NUMBERS), len(NUMBERS)), dtype=np.int8)
        for (row, column), pile in self._round.piles.items():
            grid[row + REACH, column + REACH] = pile.top_rank
        return grid

    @property
    def is_won(self) -> bool:
        return self._round.ending == "FS-09"

    def _render(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition], interface.FourSquareView[Rules, Move, Any]):
    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def unseen(self) -> Cards:
        return Cards._of_words(self._known.unseen())


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(Shared[Position], SetUp[View], interface.FourSquareState[Rules, Move, View]):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @property
    def stock(self) -> Cards:
        return Cards._of_words(self._round.stock)
