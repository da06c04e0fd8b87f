"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .... import interface
from ... import round as _round
from ... import view as _view
from ...forwarded import Forwarded
from . import cards
from .cards import RANKS
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules
from .setup import SetUp

if TYPE_CHECKING:
    from ....cards.doudizhu import Cards

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.DouDizhuRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    phase = Forwarded[str]("_round.phase")
    dealer = Forwarded[int]("_round.dealer")
    redeals = Forwarded[int]("_round.redeals")
    first_bidder = Forwarded[int]("_round.first_bidder")
    bids = Forwarded[tuple[int, ...]]("_round.bids")
    landlord = Forwarded[int | None]("_round.landlord")
    bid = Forwarded[int | None]("_round.bid")
    hand_sizes = Forwarded[tuple[int, ...]]("_round.hand_sizes")
    stakes = Forwarded[tuple[int, ...] | None]("_round.stakes")

    @property
    def face_up(self) -> str | None:
        return None if self._round.face_up is None else RANKS[self._round.face_up.rank]

    @property
    def face_up_seat(self) -> int | None:
        return None if self._round.face_up is None else self._round.face_up.seat

    @property
    def played(self) -> tuple[Cards, ...]:
        return tuple(map(cards.text, self._round.played))

    @property
    def plays(self) -> tuple[int, ...]:
        play = self._round.play
        return self._round.rules.players * (0,) if play is None else play.plays

    @property
    def doublings(self) -> int:
        return 0 if self._round.play is None else self._round.play.doublings

    @property
    def doubled(self) -> tuple[bool, ...]:
        play, seats = self._round.play, range(self._round.rules.players)
        return tuple([play is not None and play.doubled(seat) for seat in seats])

    @property
    def shown(self) -> bool:
        return self._round.play is not None and self._round.play.shown is True

    @property
    def to_beat(self) -> Move | None:
        combination = None if self._round.play is None else self._round.play.trick.to_beat
        return None if combination is None else self.rules._move(self.rules._actions.ids[combination])

    @property
    def to_beat_seat(self) -> int | None:
        play = self._round.play
        return None if play is None or play.trick.to_beat is None else play.trick.seat

    @property
    def passes(self) -> int:
        return 0 if self._round.play is None else self._round.play.trick.passes

    def _render(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition], interface.DouDizhuView[Rules, Move, Any]):
    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> Cards:
        return cards.text(self._known.hand)

    @property
    def unseen(self) -> Cards:
        return cards.text(self._known.unseen)

    @property
    def known(self) -> tuple[Cards, ...]:
        known, own = self._known, self._known.seat
        seats = range(known.rules.players)
        return tuple(cards.text(cards.NO_CARDS if seat == own else known.known_cards(seat)) for seat in seats)

    @property
    def kitty(self) -> Cards | None:
        kitty = self._round.visible_kitty
        return None if kitty is None else cards.text(kitty)


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(Shared[Position], SetUp[View], interface.DouDizhuState[Rules, Move, View]):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @property
    def hands(self) -> tuple[Cards, ...]:
        return tuple(map(cards.text, self._round.hands))

    @property
    def kitty(self) -> Cards:
        return cards.text(self._round.kitty)
