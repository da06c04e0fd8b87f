"""The public class Rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from .... import interface
from ...._arguments.checks import named_arguments
from ... import rules as _rules
from ...refusal import not_a_move
from . import cells, observe
from .cells import CELLS
from .moves import Move

if TYPE_CHECKING:
    from ....schemas.observation import ObservationSpec


class Rules(_rules.Rules[Move], interface.FourSquareRules[Move]):
    _fields = ("diagonal",)
    __slots__ = _fields

    _game = "foursquare"
    _move_type = Move

    diagonal: bool

    @named_arguments
    def __init__(self, *, diagonal: bool = False) -> None:
        object.__setattr__(self, "diagonal", _rules.boolean("diagonal", diagonal))

    @property
    def players(self) -> int:
        return 1

    @property
    def num_actions(self) -> int:
        return len(CELLS)

    def observation_spec(self) -> ObservationSpec:
        return observe.SPEC

    def action_features_spec(self) -> ObservationSpec:
        return observe.ACTION_SPEC

    def _move(self, action: int) -> Move:
        return Move(*CELLS[action])

    def _parse(self, text: str) -> Move:
        cell = cells.from_text(text)
        if cell is None:
            raise not_a_move(self._game, text).error()
        return Move(*cell)

    def _to_bytes(self) -> bytes:
        return bytes([self.diagonal])

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        return cls(diagonal=data == b"\1") if data in (b"\0", b"\1") else None
