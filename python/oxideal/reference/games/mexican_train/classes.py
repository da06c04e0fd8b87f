"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeVar

from .... import interface
from ... import round as _round
from ... import state as _state
from ... import view as _view
from ...random import Stream
from . import setup, tiles
from .knowledge import SeenPosition
from .layout import Layout, Train
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules

if TYPE_CHECKING:
    from ....cards.mexican_train import Tiles
    from ....interface import Seed, TilesLike

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.MexicanTrainRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    @property
    def turn(self) -> int:
        return self._round.turn

    @property
    def trains(self) -> tuple[Tiles, ...]:
        return tuple(map(self._text, self._round.trains[:-1]))

    @property
    def mexican(self) -> Tiles:
        return self._text(self._round.trains[-1])

    def _text(self, train: Train) -> Tiles:
        return tiles.train_text(train.tiles, self._round.rules.engine)

    @property
    def ends(self) -> tuple[int, ...]:
        return tuple(train.end for train in self._round.trains[:-1])

    @property
    def mexican_end(self) -> int:
        return self._round.trains[-1].end

    @property
    def marked(self) -> tuple[bool, ...]:
        return self._round.marked

    @property
    def open_doubles(self) -> tuple[int, ...]:
        return self._round.open_doubles

    @property
    def dead_doubles(self) -> tuple[int, ...]:
        return tuple(self._round.dead_doubles)

    @property
    def doubled(self) -> bool:
        return self._round.doubled

    @property
    def drew(self) -> bool:
        return self._round.drew

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self._round.hand_sizes

    @property
    def boneyard_size(self) -> int:
        return self._round.boneyard_size

    @property
    def idle_passes(self) -> int:
        return self._round.idle

    @property
    def went_out(self) -> int | None:
        return self._round.went_out

    @property
    def lacks(self) -> tuple[tuple[int, ...], ...]:
        return tuple(evidence.lacking for evidence in self._round.evidence)

    def _render(self) -> str:
        return render(self._round)


class View(Shared[SeenPosition], _view.View[Rules, Move, SeenPosition], interface.MexicanTrainView[Rules, Move, Any]):
    __slots__ = ()

    _seen_type = SeenPosition

    @property
    def hand(self) -> Tiles:
        return tiles.text(self._known.hand)

    @property
    def hands(self) -> tuple[Tiles | None, ...]:
        return tuple(None if hand is None else tiles.text(hand) for hand in self._known.hands)

    @property
    def unseen(self) -> Tiles:
        return tiles.text(self._known.unseen)

    def sample(self, seed: Seed = None, stream: SupportsIndex = 0) -> State:
        chance = Stream._for_samples(seed, stream, self.seat)
        return State._set_up(Position.sampled(self._known, chance), chance, self._recent, self._forfeit)


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(
    Shared[Position], _state.State[Rules, Move, Position, View], interface.MexicanTrainState[Rules, Move, View]
):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[TilesLike],
        dealer: SupportsIndex,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        position = setup.deal(rules, hands, dealer, boneyard, seed, stream)
        return cls._set_up(position, Stream._without_seed())

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[TilesLike],
        turn: SupportsIndex,
        trains: Sequence[TilesLike] | None = None,
        mexican: TilesLike = "-",
        marked: Iterable[SupportsIndex] = (),
        open_doubles: Iterable[SupportsIndex] = (),
        doubled: bool = False,
        drew: bool = False,
        boneyard: TilesLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        position = setup.in_play(
            rules, hands, turn, trains, mexican, marked, open_doubles, doubled, drew, boneyard, seed, stream
        )
        return cls._set_up(position, Stream._without_seed())

    @property
    def hands(self) -> tuple[Tiles, ...]:
        return tuple(map(tiles.text, self._round.hands))

    @property
    def boneyard(self) -> Tiles:
        return tiles.text(self._round.boneyard)
