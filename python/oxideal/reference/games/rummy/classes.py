"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from typing import Any, TypeVar

from .... import interface
from ....cards.rummy import Cards
from ... import round as _round
from ... import view as _view
from ...forwarded import Forwarded
from . import cards
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules
from .setup import SetUp

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.RummyRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    dealer = Forwarded[int]("_round.dealer")
    turn = Forwarded[int]("_round.turn")
    drew = Forwarded[bool]("_round.drew")
    laid = Forwarded[bool]("_round.laid")
    turns = Forwarded[int]("_round.turns")
    hand_sizes = Forwarded[tuple[int, ...]]("_round.hand_sizes")
    table = Forwarded[tuple[Cards, ...]]("_round.table.texts")
    stock_size = Forwarded[int]("_round.stock_size")
    opened = Forwarded[tuple[bool, ...]]("_round.opened")
    went_out = Forwarded[int | None]("_round.went_out")
    went_rummy = Forwarded[bool]("_round.went_rummy")

    @property
    def took(self) -> str | None:
        return None if self._round.took is None else cards.TEXTS[self._round.took]

    @property
    def discards(self) -> Cards:
        return cards.text(self._round.discards)

    @property
    def taken(self) -> tuple[Cards, ...]:
        return tuple(map(cards.set_text, self._round.taken))

    @property
    def earlier(self) -> tuple[tuple[Cards, tuple[int, ...]], ...]:
        return tuple([(cards.set_text(hidden), held) for hidden, held in self._round.earlier])

    def _render(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition], interface.RummyView[Rules, Move, Any]):
    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> Cards:
        return cards.set_text(self._known.hand)

    @property
    def hands(self) -> tuple[Cards | None, ...]:
        return tuple(None if hand is None else cards.set_text(hand) for hand in self._known.hands)

    @property
    def unseen(self) -> Cards:
        return cards.set_text(self._known.unseen)

    @property
    def drawable(self) -> Cards:
        return cards.set_text(self._known.drawable)

    @property
    def known(self) -> tuple[Cards, ...]:
        return tuple(cards.set_text(self._known.known_cards(seat)) for seat in range(self.rules.players))


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(Shared[Position], SetUp[View], interface.RummyState[Rules, Move, View]):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @property
    def hands(self) -> tuple[Cards, ...]:
        return tuple(map(cards.set_text, self._round.hands))

    @property
    def stock(self) -> Cards:
        return cards.text(self._round.stock)
