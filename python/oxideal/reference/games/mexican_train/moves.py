"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from .... import interface
from ...value import TableMove
from . import actions, tiles

if TYPE_CHECKING:
    from .rules import Rules


class Move(TableMove, interface.MexicanTrainMove):
    __slots__ = ("kind", "tile", "train")

    _rules: Rules
    kind: str
    tile: str | None
    train: str | None

    @classmethod
    def _of(cls, rules: Rules, action: int) -> Self:
        play = actions.play_of(rules, action)
        kind = "play" if play is not None else actions.text(rules, action)
        tile, train = (None, None) if play is None else (tiles.TEXTS[play.tile], play.train)
        return cls._with(rules, action, kind=kind, tile=tile, train=train)

    def __str__(self) -> str:
        return actions.text(self._rules, self._action)
