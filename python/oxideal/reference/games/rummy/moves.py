"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .... import interface
from ...value import BaseMove
from . import actions, cards

if TYPE_CHECKING:
    from .rules import Rules


class Move(BaseMove, interface.RummyMove):
    __slots__ = ("_action", "_rules", "cards", "kind", "place")

    _action: int
    _rules: Rules
    kind: str
    cards: str | None
    place: str | None

    def __init__(self) -> None:
        raise TypeError("a Move comes from Rules.move(), Rules.parse() or legal_moves()")

    @classmethod
    def _of(cls, rules: Rules, number: int) -> Self:
        move = cls.__new__(cls)
        action = actions.actions_of(rules.ace).all[number]
        fields: dict[str, Any] = {
            "_rules": rules,
            "_action": number,
            "kind": action.kind,
            "cards": str(cards.text(action.cards)) if action.cards else None,
            "place": action.place,
        }
        for name, value in fields.items():
            object.__setattr__(move, name, value)
        return move

    def _values(self) -> tuple[Any, ...]:
        return self._action, str(self)

    def __int__(self) -> int:
        return self._action

    def __str__(self) -> str:
        return actions.actions_of(self._rules.ace).all[self._action].text

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._rules.move, (self._action,)
