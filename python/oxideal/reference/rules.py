"""What the rules of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .._input.checks import format_int, integer, is_boolean, not_boolean, plain_text, quoted, text_of, type_name
from ..errors import InvalidMoveError, InvalidRulesError
from ..interface import Move
from .value import Value

if TYPE_CHECKING:
    from ..observation import ObservationSpec

MoveT = TypeVar("MoveT", bound=Move)

_MAX_FIELDS = 100
"""More than any rules have."""


class Rules(Value, Generic[MoveT]):
    """A game's own Rules adds a checked constructor (keyword arguments, each with its default) and whatever raises
    NotImplementedError here, and says by `_game`, `_move_type` and `_fields` what it is.
    """

    __slots__ = ()

    _game: ClassVar[str]
    _move_type: ClassVar[type[Any]]

    @property
    def players(self) -> int:
        """The number of seats; they are 0 to players - 1."""
        raise NotImplementedError

    @property
    def num_actions(self) -> int:
        """Ids are 0 to num_actions - 1, each of them a move that some state allows."""
        raise NotImplementedError

    @property
    def action_table_version(self) -> int:
        """Bumped when an id changes meaning."""
        raise NotImplementedError

    def move(self, action: SupportsIndex, /) -> MoveT:
        """The move with this id, or InvalidMoveError."""
        return self._move(self._checked(integer("action", action)))

    def action(self, move: MoveT | SupportsIndex, /) -> int:
        """The id of this move; the inverse of `move`."""
        if type(move) is int:
            return self._checked(move)
        if isinstance(move, self._move_type):
            return self._id(move)
        given: object = move
        try:
            action = integer("move", given)
        except TypeError:
            hint = "; use parse() for text" if plain_text(given) is not None else ""
            raise TypeError(
                f"a move must be an action id or a Move of this game, not {type_name(move)}{hint}"
            ) from None
        return self._checked(action)

    def parse(self, text: str, /) -> MoveT:
        """The move that this text names, or InvalidMoveError."""
        return self._parse(text_of("text", text))

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, fit for JSON."""
        return dict(zip(self._fields, self._values(), strict=True))

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """The inverse of `to_dict`. Missing fields take their default; others are refused."""
        if not isinstance(fields, Mapping):
            raise TypeError(f"fields must be a mapping, not {type_name(fields)}")
        given: dict[str, Any] = {}
        for key in islice(fields, _MAX_FIELDS):  # it may never end
            name = text_of("a field", key)
            if name not in cls._fields:
                known = f"expected one of {', '.join(cls._fields)}" if cls._fields else "these rules have none"
                raise InvalidRulesError(f"unknown field {quoted(name)}; {known}")
            given[name] = fields[key]
        return cls(**given)

    def observation_spec(self) -> ObservationSpec:
        """How an observation is laid out."""
        raise NotImplementedError

    def next_round(self) -> Self | None:
        """The rules of the next round of a match, None where that was the last."""
        return self  # in most games the rounds of a match are alike

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.to_dict().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    def _checked(self, action: int) -> int:
        if not 0 <= action < self.num_actions:
            last = self.num_actions - 1
            raise InvalidMoveError(f"action {format_int(action)} out of range: these rules have actions 0 to {last}")
        return action

    def _id(self, move: MoveT) -> int:
        """The id of this move, or InvalidMoveError where only other rules than these have it."""
        return int(move)

    def _move(self, action: int) -> MoveT:
        """The move with this id, which is in the table."""
        raise NotImplementedError

    def _parse(self, text: str) -> MoveT:
        raise NotImplementedError

    def _to_bytes(self) -> bytes:
        raise NotImplementedError

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        """The rules that are written so, None where there are none."""
        raise NotImplementedError

    @staticmethod
    def _not_in_table(move: object) -> InvalidMoveError:
        return InvalidMoveError(f"{move} is not a move under these rules")


# The fields as arguments


def number_within(name: str, value: object, low: int, high: int, *, wanted: str | None = None) -> int:
    wanted = f"{name} must be {wanted or f'{low} to {high}'}"
    try:
        number = integer(name, value)
    except TypeError:
        raise InvalidRulesError(f"{wanted}, not {type_name(value)}") from None
    if not low <= number <= high:
        raise InvalidRulesError(f"{wanted}, got {format_int(number)}")
    return number


def one_of(name: str, value: object, words: tuple[str, str]) -> str:
    text = plain_text(value)
    if text in words:
        return text
    shown = f"not {type_name(value)}" if text is None else f"got {quoted(text)}"
    raise InvalidRulesError(f'{name} must be "{words[0]}" or "{words[1]}", {shown}')


def boolean(name: str, value: object) -> bool:
    if not is_boolean(value):
        raise InvalidRulesError(not_boolean(name, value))
    return value
