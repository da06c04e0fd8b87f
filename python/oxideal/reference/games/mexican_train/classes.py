"""The public classes State, View and ViewBuilder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .... import interface
from ... import round as _round
from ... import view as _view
from ...forwarded import Forwarded
from . import tiles
from .knowledge import SeenPosition
from .layout import Layout, Train
from .moves import Move
from .position import Position
from .render import render
from .rules import Rules
from .setup import SetUp

if TYPE_CHECKING:
    from ....cards.mexican_train import Tiles

LayoutT = TypeVar("LayoutT", bound=Layout)


class Shared(_round.RoundApi[Rules, Move, LayoutT], interface.MexicanTrainRoundApi[Rules, Move]):
    __slots__ = ()

    _rules_type = Rules

    turn = Forwarded[int]("_round.turn")
    marked = Forwarded[tuple[bool, ...]]("_round.marked")
    open_doubles = Forwarded[tuple[int, ...]]("_round.open_doubles")
    doubled = Forwarded[bool]("_round.doubled")
    drew = Forwarded[bool]("_round.drew")
    hand_sizes = Forwarded[tuple[int, ...]]("_round.hand_sizes")
    boneyard_size = Forwarded[int]("_round.boneyard_size")
    idle_passes = Forwarded[int]("_round.idle")
    went_out = Forwarded[int | None]("_round.went_out")

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
    def dead_doubles(self) -> tuple[int, ...]:
        return tuple(self._round.dead_doubles)

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


class ViewBuilder(_view.ViewBuilder[Rules, View]):
    __slots__ = ()

    _view_type = View


class State(Shared[Position], SetUp[View], interface.MexicanTrainState[Rules, Move, View]):
    __slots__ = ()

    _position_type = Position
    _view_type = View

    @property
    def hands(self) -> tuple[Tiles, ...]:
        return tuple(map(tiles.text, self._round.hands))

    @property
    def boneyard(self) -> Tiles:
        return tiles.text(self._round.boneyard)
