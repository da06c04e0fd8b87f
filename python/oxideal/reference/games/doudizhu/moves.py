"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .... import interface
from ...._arguments.checks import plain_text, type_name
from ...value import TableMove
from . import cards
from .combinations import Combination, no_combination, objection

if TYPE_CHECKING:
    from .rules import Rules


class Move(TableMove, interface.DouDizhuMove):
    __slots__ = ("attached", "bid", "cards", "kind", "length", "main", "rank")

    _rules: Rules
    _origins = "Rules.move(), Rules.parse(), classify() or legal_moves()"
    kind: str
    bid: int | None
    rank: str | None
    length: int
    cards: str
    main: str
    attached: str

    @classmethod
    def _of(cls, rules: Rules, action: int) -> Self:
        combination = rules._actions.combination(action)
        if combination is None:
            kind = rules._actions.said[action].split(" ")[0]
            fields: dict[str, Any] = {
                "kind": kind,
                "bid": action if kind == "bid" else None,
                "rank": None,
                "length": 0,
                "cards": "-",
                "main": "-",
                "attached": "-",
            }
        else:
            fields = {
                "kind": combination.kind.name.lower(),
                "bid": None,
                "rank": cards.RANKS[combination.rank],
                "length": combination.length,
                "cards": str(cards.text(combination.cards)),
                "main": str(cards.text(combination.main)),
                "attached": str(cards.text(combination.attached)),
            }
        return cls._with(rules, action, **fields)

    def beats(self, other: Move | str, /) -> bool:
        return self.why_not(other) is None

    def why_not(self, other: Move | str, /) -> str | None:
        text = plain_text(other)
        if text is not None:
            other = self._rules.parse(text)
        if not isinstance(other, Move):
            raise TypeError(f"other must be a Move of this game or a str, not {type_name(other)}")
        one, two = self._combination, other._combination
        if one is None:
            return str(no_combination(self))
        if two is None:
            return str(no_combination(other))
        found = objection(one, two)
        return found and found.reason

    @property
    def _combination(self) -> Combination | None:
        return self._rules._actions.combination(self._action)

    def _values(self) -> tuple[Any, ...]:
        return self._action, self.kind, self.cards, self.main, self.bid

    def __str__(self) -> str:
        return self._rules._actions.text(self._action)
