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
from .cards import RANKS
from .knowledge import SeenPosition
from .layout import Layout
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....cards.doudizhu import Cards
    from ....interface import CardsLike, Seed

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.DouDizhuRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    @property
    def phase(self) -> str:
        return self._round.phase

    @property
    def dealer(self) -> int:
        return self._round.dealer

    @property
    def redeals(self) -> int:
        return self._round.redeals

    @property
    def first_bidder(self) -> int:
        return self._round.first_bidder

    @property
    def face_up(self) -> str | None:
        return None if self._round.face_up is None else RANKS[self._round.face_up.rank]

    @property
    def face_up_seat(self) -> int | None:
        return None if self._round.face_up is None else self._round.face_up.seat

    @property
    def bids(self) -> tuple[int, ...]:
        return self._round.bids

    @property
    def landlord(self) -> int | None:
        return self._round.landlord

    @property
    def bid(self) -> int | None:
        return self._round.bid

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self._round.hand_sizes

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
    def stakes(self) -> tuple[int, ...] | None:
        return self._round.stakes

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

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent, self._forfeit)


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(Shared[Position], _state.State[Rules, Move, Position, View], interface.DouDizhuState[Rules, Move, View]):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[CardsLike],
        kitty: CardsLike,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        position = setup.deal(rules, hands, kitty, first_bidder, dealer)
        chance = Stream(seed, stream)
        return cls._set_up(setup.check_deal(position), chance)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[CardsLike],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: Move | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Sequence[CardsLike] | None = None,
        plays: Sequence[SupportsIndex] | None = None,
        kitty: CardsLike | None = None,
        doublings: SupportsIndex = 0,
        robs: SupportsIndex = 0,
        doubled: Sequence[bool] | None = None,
        shown: bool = False,
    ) -> Self:
        cls._check_rules(rules)
        position = setup.in_play(
            rules,
            hands,
            landlord,
            bid,
            lead,
            to_beat,
            by,
            passes,
            played,
            plays,
            kitty,
            doublings,
            robs,
            doubled,
            shown,
        )
        return cls._set_up(position, Stream._without_seed())

    @property
    def hands(self) -> tuple[Cards, ...]:
        return tuple(map(cards.text, self._round.hands))

    @property
    def kitty(self) -> Cards:
        return cards.text(self._round.kitty)
