"""What `State` and `View` of every game share."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .._arguments.checks import type_name
from ..errors import InvalidMoveError
from ..interface import Move, Moves
from ..schemas import dicts
from . import json_text
from .position import BasePosition
from .rules import Rules

RulesT = TypeVar("RulesT", bound=Rules[Any])
MoveT = TypeVar("MoveT", bound=Move)
RoundT = TypeVar("RoundT", bound=BasePosition)


class RoundApi(Generic[RulesT, MoveT, RoundT]):
    """The members that `State` and `View` share. The classes of a game set `_rules_type`."""

    __slots__ = ()

    _rules_type: ClassVar[type[Any]]

    @property
    def _round(self) -> RoundT:
        """The position of a state, or what the seat of a view knows of it."""
        raise NotImplementedError

    @property
    def rules(self) -> RulesT:
        """The rules of the round."""
        rules: RulesT = self._round.rules
        return rules

    @property
    def current_player(self) -> int | None:
        """The seat to move; None when the round is over."""
        return self._round.current_player

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self._round.current_player is None

    @property
    def is_void(self) -> bool:
        """Whether the round is over without a result: all payoffs are 0, and nobody wins.

        Rounds can be void in Dou Dizhu (DD-09) and Rummy (RM-17).
        """
        return self._round.is_void

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat won or lost, higher is better; None until the round is over."""
        return self._round.payoffs

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats with the highest payoff, ascending; None until the round is over.

        Ties share. Nobody wins if all payoffs are 0, as in a void round: the tuple is empty.
        """
        payoffs = self.payoffs
        if payoffs is None:
            return None
        return tuple(seat for seat, payoff in enumerate(payoffs) if payoff == max(payoffs) and any(payoffs))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Each seat's score as the game counts it; None until the round is over.

        In some games the lowest score is the best. In `payoffs` higher is always better.
        """
        return self._round.scores

    def legal_actions(self) -> list[int]:
        """Return the ids of all legal actions, in ascending order. The list is empty when the round is over."""
        return self._round.legal_actions()

    def legal_moves(self) -> Moves[MoveT]:
        """Return all legal moves, in the order of `legal_actions`.

        They stay the same when the state changes. Each `Move` is made when it is asked for.
        """
        return Moves._of(self.rules, self.legal_actions())

    def is_legal(self, move: MoveT | SupportsIndex | str, /) -> bool:
        """Return whether a move, given as a `Move`, its text or its action id, is legal now.

        Return False for an id outside the table and a text that names no move.
        """
        try:
            action = self.rules.action(move)
        except InvalidMoveError:
            return False
        return self._round.refusal(action) is None

    def parse(self, text: str, /) -> MoveT:
        """Return the move that a text names in this position, legal or not.

        Raises `InvalidMoveError` if the text names no move.
        """
        move: MoveT = self.rules.parse(text)
        return move

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show, or None if the game has none."""
        from ..svg.draw import of_round

        return of_round(self)

    def to_text(self) -> str:
        """Return the position as one line of text, which `from_text` reads. It does not hold the history."""
        return self._round.to_text()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values, which `from_dict` of either engine reads."""
        return dicts.of_round(self)

    def to_json(self) -> bytes:
        """Return the same as JSON without spaces, which `from_json` of either engine reads."""
        return json_text.dump(self.to_dict())

    def to_bytes(self) -> bytes:
        """Return a compact binary form, which `from_bytes` of either engine reads. Pickling uses it."""
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, data: bytes, /) -> Self:
        """Return what was saved: the inverse of `to_bytes`.

        Raises `InvalidStateError` if the bytes are damaged or hold something else.
        """
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
        """Raise `TypeError` unless these are rules of this game."""
        if not isinstance(rules, cls._rules_type):
            raise TypeError(f"rules must be a Rules object of this game, not {type_name(rules)}")
