"""The public class Move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .... import interface
from ...._arguments.checks import plain_text, type_name
from ...value import BaseMove
from . import cards
from .actions import PASS
from .combinations import Combination, objection

if TYPE_CHECKING:
    from .rules import Rules


class Move(BaseMove, interface.DouDizhuMove):
    __slots__ = ("_action", "_rules", "attached", "bid", "cards", "kind", "length", "main", "rank")

    _action: int
    _rules: Rules
    kind: str
    bid: int | None
    rank: str | None
    length: int
    cards: str
    main: str
    attached: str

    def __init__(self) -> None:
        raise TypeError("a Move comes from Rules.move(), Rules.parse(), classify() or legal_moves()")

    @classmethod
    def _of(cls, rules: Rules, action: int) -> Self:
        move = cls.__new__(cls)
        combination = rules._actions.combination(action)
        if combination is None:
            fields: dict[str, Any] = {
                "kind": "pass" if action == PASS else "bid",
                "bid": None if action == PASS else action,
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
        for name, value in {"_rules": rules, "_action": action, **fields}.items():
            object.__setattr__(move, name, value)
        return move

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
            return f"{self} is not a combination"
        if two is None:
            return f"{other} is not a combination"
        found = objection(one, two)
        return found and found[1]

    @property
    def _combination(self) -> Combination | None:
        return self._rules._actions.combination(self._action)

    def _values(self) -> tuple[Any, ...]:
        return self._action, self.kind, self.cards, self.main, self.bid

    def __int__(self) -> int:
        return self._action

    def __str__(self) -> str:
        return self._rules._actions.text(self._action)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._rules.move, (self._action,)
