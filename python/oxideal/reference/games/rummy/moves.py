"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from .... import interface
from ...value import TableMove
from . import actions, cards

if TYPE_CHECKING:
    from .rules import Rules


class Move(TableMove, interface.RummyMove):
    __slots__ = ("cards", "kind", "place")

    _rules: Rules
    kind: str
    cards: str | None
    place: str | None

    @classmethod
    def _of(cls, rules: Rules, number: int) -> Self:
        action = actions.actions_of(rules.ace).all[number]
        own = str(cards.text(action.cards)) if action.cards else None
        return cls._with(rules, number, kind=action.kind, cards=own, place=action.place)

    def __str__(self) -> str:
        return actions.actions_of(self._rules.ace).all[self._action].text
