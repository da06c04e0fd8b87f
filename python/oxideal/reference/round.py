"""What `State` and `View` of every game share."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .._input.checks import type_name
from ..errors import InvalidMoveError
from ..interface import Move
from .position import BasePosition
from .rules import Rules

RulesT = TypeVar("RulesT", bound=Rules[Any])
MoveT = TypeVar("MoveT", bound=Move)
RoundT = TypeVar("RoundT", bound=BasePosition)


class RoundApi(Generic[RulesT, MoveT, RoundT]):
    """A game's own State and View set `_rules_type`."""

    __slots__ = ()

    _rules_type: ClassVar[type[Any]]

    @property
    def _round(self) -> RoundT:
        """The position, or what is known of it."""
        raise NotImplementedError

    @property
    def rules(self) -> RulesT:
        """How the round is played."""
        rules: RulesT = self._round.rules
        return rules

    @property
    def current_player(self) -> int | None:
        """The seat to move, or None when the round is over."""
        return self._round.current_player

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self._round.current_player is None

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """One integer a seat, higher is better; None before the end."""
        return self._round.payoffs

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What the game itself calls the score, one a seat; None before the end."""
        return self._round.scores

    def legal_actions(self) -> list[int]:
        """The ids that may be played now, ascending; empty when the round is over."""
        return self._round.legal_actions()

    def legal_moves(self) -> list[MoveT]:
        """The same as moves."""
        return [self.rules.move(action) for action in self.legal_actions()]

    def is_legal(self, move: MoveT | SupportsIndex, /) -> bool:
        """Whether `push` would take it. False for an id that is not in the table."""
        try:
            action = self.rules.action(move)
        except InvalidMoveError:
            return False
        return self._round.refusal(action) is None

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names here, legal or not; InvalidMoveError when it names none."""
        move: MoveT = self.rules.parse(text)
        return move

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show; None where the game has none."""
        from ..svg.draw import of_round

        return of_round(self)

    def to_text(self) -> str:
        """One line that `from_text` reads, fit for a bug report."""
        return self._round.to_text()

    def to_bytes(self) -> bytes:
        """A compact form that `from_bytes` of either backend reads; pickling uses it."""
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """The inverse of `to_bytes`, checked."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._round == other._round

    def __hash__(self) -> int:
        return hash(self._round)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    @classmethod
    def _check_rules(cls, rules: object) -> None:
        if not isinstance(rules, cls._rules_type):
            raise TypeError(f"rules must be a Rules object of this game, not {type_name(rules)}")
