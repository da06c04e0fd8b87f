"""What `State` and `View` of every game share."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, SupportsIndex, TypeVar

from .. import interface
from .._arguments.checks import type_name
from ..errors import InvalidMoveError
from ..interface import Forfeit, Moves
from .docstrings import Documented
from .forfeit import field_of
from .position import BasePosition
from .rules import Rules

RulesT = TypeVar("RulesT", bound=Rules[Any])
MoveT = TypeVar("MoveT", bound=interface.Move)
RoundT = TypeVar("RoundT", bound=BasePosition)


class RoundApi(Documented, interface.RoundApi[RulesT, MoveT], Generic[RulesT, MoveT, RoundT]):
    # The classes of a game set `_rules_type`.
    __slots__ = ()

    _rules_type: ClassVar[type[Any]]

    @property
    def _round(self) -> RoundT:
        """The position of a state, or what the seat of a view knows of it."""
        raise NotImplementedError

    @property
    def _forfeit(self) -> Forfeit | None:
        raise NotImplementedError

    @property
    def rules(self) -> RulesT:
        rules: RulesT = self._round.rules
        return rules

    @property
    def current_player(self) -> int | None:
        return None if self._forfeit is not None else self._round.current_player

    @property
    def is_over(self) -> bool:
        return self.current_player is None

    @property
    def forfeited(self) -> Forfeit | None:
        return self._forfeit

    @property
    def is_void(self) -> bool:
        return self._round.is_void

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        forfeit = self._forfeit
        return self._round.payoffs if forfeit is None else self._round.forfeit_payoffs(forfeit.seat)

    @property
    def winners(self) -> tuple[int, ...] | None:
        payoffs = self.payoffs
        if payoffs is None:
            return None
        return tuple(seat for seat, payoff in enumerate(payoffs) if payoff == max(payoffs) and any(payoffs))

    @property
    def scores(self) -> tuple[int, ...] | None:
        forfeit = self._forfeit
        return self._round.scores if forfeit is None else self._round.forfeit_scores(forfeit.seat)

    def legal_actions(self) -> list[int]:
        return self._round.legal_actions() if self._forfeit is None else []

    def legal_moves(self) -> Moves[MoveT]:
        return Moves._of(self.rules, self.legal_actions())

    def is_legal(self, move: MoveT | SupportsIndex | str, /) -> bool:
        try:
            action = self.rules.action(move)
        except InvalidMoveError:
            return False
        return self._forfeit is None and self._round.refusal(action) is None

    def parse(self, text: str, /) -> MoveT:
        move: MoveT = self.rules.parse(text)
        return move

    def to_text(self) -> str:
        return self._round.to_text() + field_of(self._forfeit)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._round == other._round and self._forfeit == other._forfeit

    def __hash__(self) -> int:
        return hash((self._round, self._forfeit))

    def _render(self) -> str:
        """Return a drawing of the position."""
        raise NotImplementedError

    def __str__(self) -> str:
        forfeit = self._forfeit
        return self._render() + ("" if forfeit is None else f"\nforfeited by seat {forfeit.seat}: {forfeit.why}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    @classmethod
    def _check_rules(cls, rules: object) -> None:
        """Raise `TypeError` unless these are rules of this game."""
        if not isinstance(rules, cls._rules_type):
            raise TypeError(f"rules must be a Rules object of this game, not {type_name(rules)}")
