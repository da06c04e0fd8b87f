"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .... import interface
from ...value import BaseMove
from . import actions, tiles

if TYPE_CHECKING:
    from .rules import Rules


class Move(BaseMove, interface.MexicanTrainMove):
    __slots__ = ("_action", "_rules", "kind", "tile", "train")

    _action: int
    _rules: Rules
    kind: str
    tile: str | None
    train: str | None

    def __init__(self) -> None:
        raise TypeError("a Move comes from Rules.move(), Rules.parse() or legal_moves()")

    @classmethod
    def _of(cls, rules: Rules, action: int) -> Self:
        move = cls.__new__(cls)
        play = actions.play_of(rules, action)
        kind = "play" if play is not None else actions.text(rules, action)
        fields: dict[str, Any] = {
            "_rules": rules,
            "_action": action,
            "kind": kind,
            "tile": play and tiles.TEXTS[play.tile],
            "train": play and play.train,
        }
        for name, value in fields.items():
            object.__setattr__(move, name, value)
        return move

    def _values(self) -> tuple[Any, ...]:
        return self._action, str(self)

    def __int__(self) -> int:
        return self._action

    def __str__(self) -> str:
        return actions.text(self._rules, self._action)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._rules.move, (self._action,)
