"""What the rules of all games share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .._arguments.checks import (
    format_int,
    integer,
    is_boolean,
    not_boolean,
    plain_text,
    quoted,
    suggestion,
    text_of,
    type_name,
    wrong_type,
)
from ..errors import InvalidMoveError, InvalidRecordError, InvalidRulesError
from ..interface import Move
from ..schemas import dicts
from . import json_text
from .value import Value

if TYPE_CHECKING:
    from ..schemas.observation import ObservationSpec

MoveT = TypeVar("MoveT", bound=Move)

_MAX_FIELDS = 100
"""The most fields read from a mapping: more than any rules have."""


class Rules(Value, Generic[MoveT]):
    """The rules of a game. They also define its table of actions.

    The Rules class of a game sets `_game`, `_move_type` and `_fields`, has a checked constructor (keyword arguments,
    each with a default) and implements what raises `NotImplementedError` here.
    """

    __slots__ = ()

    _game: ClassVar[str]
    _move_type: ClassVar[type[Any]]
    _nullable: ClassVar[tuple[str, ...]] = ()
    """The options that can be None."""

    @property
    def players(self) -> int:
        """The number of seats. Seats are numbered 0 to `players - 1`."""
        raise NotImplementedError

    @property
    def num_actions(self) -> int:
        """The number of action ids. Ids are 0 to `num_actions - 1`, and each is a move that some state allows."""
        raise NotImplementedError

    @property
    def action_table_version(self) -> int:
        """The version of the action table, bumped when an id changes meaning."""
        raise NotImplementedError

    def move(self, action: SupportsIndex, /) -> MoveT:
        """Return the move with this action id.

        Raises `InvalidMoveError` if the id is outside the table.
        """
        return self._move(self._check_id(integer("action", action)))

    def action(self, move: MoveT | SupportsIndex | str, /) -> int:
        """Return the action id of a move or its text. An id is checked and returned unchanged.

        Raises `InvalidMoveError` if these rules do not have the move or id, or if the text names no move.
        """
        if type(move) is int:
            return self._check_id(move)
        if isinstance(move, self._move_type):
            return self._id(move)
        text = plain_text(move)
        if text is not None:
            return self._id(self._parse(text))
        given: object = move
        try:
            action = integer("move", given)
        except TypeError:
            raise wrong_type("a move", "a Move of this game, its text or its id", move) from None
        return self._check_id(action)

    def parse(self, text: str, /) -> MoveT:
        """Return the move that a text names, such as `str(move)`.

        Raises `InvalidMoveError` if the text names no move of these rules.
        """
        return self._parse(text_of("text", text))

    def to_dict(self) -> dict[str, Any]:
        """Return all options by name, as values that JSON can hold."""
        return dict(zip(self._fields, self._values(), strict=True))

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
        """Return the rules with these options: the inverse of `to_dict`.

        Missing options take their defaults. Raises `InvalidRulesError` for an unknown option or a wrong value.
        """
        if not isinstance(fields, Mapping):
            raise TypeError(f"fields must be a mapping, not {type_name(fields)}")
        given: dict[str, Any] = {}
        for key in islice(fields, _MAX_FIELDS):  # a mapping of the caller's may be endless
            name = text_of("a field", key)
            if name not in cls._fields:
                hint = suggestion(name, cls._fields)
                raise InvalidRulesError(f"unknown field {quoted(name)}{hint}; expected one of {', '.join(cls._fields)}")
            given[name] = fields[key]
        rules = cls(**given)
        # As an argument, None can stand for a number that other options decide. Dicts have that number.
        for name, value in rules.to_dict().items():
            if value is not None and name in given and given[name] is None:
                raise InvalidRulesError(f"{name} must be an integer, not NoneType")
        return rules

    def replace(self, **options: Any) -> Self:
        """Return the same rules with some options replaced.

        The others keep their values, including those that the default rules derive, e.g. the hand size. Raises
        `TypeError` for an unknown option and `InvalidRulesError` for a wrong value.
        """
        return type(self)(**{**self.to_dict(), **options})

    __replace__ = replace

    def to_json(self) -> bytes:
        """Return the options as JSON without spaces, which `from_json` of either engine reads."""
        return json_text.dump(self.to_dict())

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        """Return the rules with the options in JSON: the inverse of `to_json`.

        Missing options take their defaults. Raises `InvalidRulesError` for an unknown option or a wrong value.
        """
        return cls.from_dict(json_text.load_dict(data, InvalidRulesError))

    def move_from_json(self, data: bytes, /) -> MoveT:
        """Return the move in JSON: the inverse of its `to_json`.

        Raises `InvalidMoveError` if no move of these rules has this JSON, apart from spaces and the order of fields.
        """
        return self.move_from_dict(json_text.load_dict(data, InvalidMoveError))

    def events_from_json(self, data: bytes, /) -> list[str]:
        """Return the texts of events in JSON: the inverse of `State.events_json`.

        Raises `InvalidRecordError` if `State.events_json` cannot have returned this, apart from spaces and the order
        of fields.
        """
        events = json_text.load(data, InvalidRecordError)
        if type(events) is not list or any(type(event) is not dict for event in events):
            raise InvalidRecordError(json_text.MALFORMED)
        return [self.event_from_dict(event) for event in events]

    def move_from_dict(self, fields: dict[str, Any], /) -> MoveT:
        """Return the move that a dict describes: the inverse of `Move.to_dict`.

        Raises `InvalidMoveError` if no move of these rules has this dict.
        """
        move: MoveT = dicts.to_move(self, fields)
        return move

    def event_to_dict(self, event: str, /) -> dict[str, Any]:
        """Return an event as plain JSON values: its text, its kind and its parts.

        `event` is a text as `State.events` returns it. Only its form is checked: a `ViewBuilder` finds out whether it
        can happen. Raises `InvalidRecordError` for any other text.
        """
        return dicts.of_event(self, event)

    def event_from_dict(self, fields: dict[str, Any], /) -> str:
        """Return the text of an event that a dict describes: the inverse of `event_to_dict`.

        Raises `InvalidRecordError` if no event has this dict.
        """
        return dicts.to_event(self, fields)

    def observation_spec(self) -> ObservationSpec:
        """Return the layout of observations: the name, shape and highest value of each field."""
        raise NotImplementedError

    def next_round(self) -> Self | None:
        """Return the rules of the next round of a match, or None after the last round."""
        return self  # in most games the rules stay the same

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.to_dict().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    def _check_id(self, action: int) -> int:
        """Return an action id. Raises `InvalidMoveError` if it is outside the table."""
        if not 0 <= action < self.num_actions:
            last = self.num_actions - 1
            raise InvalidMoveError(f"action {format_int(action)} out of range: these rules have actions 0 to {last}")
        return action

    def _id(self, move: MoveT) -> int:
        """Return the id of a move. Raises `InvalidMoveError` if the move exists only under other rules."""
        return int(move)

    def _move(self, action: int) -> MoveT:
        """Return the move with this id, which is in the table."""
        raise NotImplementedError

    def _parse(self, text: str) -> MoveT:
        """Return the move that a text names. Raises `InvalidMoveError` if it names none."""
        raise NotImplementedError

    def _to_bytes(self) -> bytes:
        """Return the binary form of the rules, without the game's name."""
        raise NotImplementedError

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        """Return the rules with this binary form, or None if there are none."""
        raise NotImplementedError

    @staticmethod
    def _not_in_table(move: object) -> InvalidMoveError:
        return InvalidMoveError(f"{move} is not a move under these rules")


# Checks of options


def number_within(name: str, value: object, low: int, high: int, *, wanted: str | None = None) -> int:
    """Return an option as an int from `low` to `high`. `wanted` replaces the range in messages."""
    wanted = f"{name} must be {wanted or f'{low} to {high}'}"
    try:
        number = integer(name, value)
    except TypeError:
        raise InvalidRulesError(f"{wanted}, not {type_name(value)}") from None
    if not low <= number <= high:
        raise InvalidRulesError(f"{wanted}, got {format_int(number)}")
    return number


def one_of(name: str, value: object, words: tuple[str, str]) -> str:
    """Return an option that is one of two words."""
    text = plain_text(value)
    if text in words:
        return text
    shown = f"not {type_name(value)}" if text is None else f"got {quoted(text)}"
    raise InvalidRulesError(f'{name} must be "{words[0]}" or "{words[1]}", {shown}')


def boolean(name: str, value: object) -> bool:
    """Return an option that is True or False."""
    if not is_boolean(value):
        raise InvalidRulesError(not_boolean(name, value))
    return value
