"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeVar

from .... import interface
from ... import round as _round
from ... import state as _state
from ... import view as _view
from ...random import Stream
from . import cards, setup
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....cards.rummy import Cards
    from ....interface import RummyCardsLike, RummyTable, Seed

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.RummyRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    @property
    def dealer(self) -> int:
        return self._round.dealer

    @property
    def turn(self) -> int:
        return self._round.turn

    @property
    def drew(self) -> bool:
        return self._round.drew

    @property
    def took(self) -> str | None:
        return None if self._round.took is None else cards.TEXTS[self._round.took]

    @property
    def laid(self) -> bool:
        return self._round.laid

    @property
    def turns(self) -> int:
        return self._round.turns

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self._round.hand_sizes

    @property
    def table(self) -> tuple[Cards, ...]:
        return self._round.table.texts

    @property
    def discards(self) -> Cards:
        return cards.text(self._round.discards)

    @property
    def stock_size(self) -> int:
        return self._round.stock_size

    @property
    def opened(self) -> tuple[bool, ...]:
        return self._round.opened

    @property
    def went_out(self) -> int | None:
        return self._round.went_out

    @property
    def went_rummy(self) -> bool:
        return self._round.went_rummy

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

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent, self._forfeit)


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(Shared[Position], _state.State[Rules, Move, Position, View], interface.RummyState[Rules, Move, View]):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[RummyCardsLike],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCardsLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        return cls._set_up(*setup.deal(rules, hands, dealer, upcard, stock, seed, stream))

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[RummyCardsLike],
        turn: SupportsIndex,
        discards: RummyCardsLike,
        table: RummyTable = (),
        stock: RummyCardsLike | None = None,
        drew: bool = False,
        took: str | None = None,
        laid: bool = False,
        rummy: bool = False,
        turns: SupportsIndex = 0,
        taken: Sequence[RummyCardsLike] | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        return cls._set_up(
            *setup.in_play(
                rules, hands, turn, discards, table, stock, drew, took, laid, rummy, turns, taken, seed, stream
            )
        )

    @property
    def hands(self) -> tuple[Cards, ...]:
        return tuple(map(cards.set_text, self._round.hands))

    @property
    def stock(self) -> Cards:
        return cards.text(self._round.stock)
