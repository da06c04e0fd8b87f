"""What the rules of all games share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from .. import interface
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
from ..schemas.dicts import home
from ..schemas.methods import RulesMethods
from . import json_text, sentences
from .refusal import said
from .value import Value

MoveT = TypeVar("MoveT", bound=interface.Move)

_MAX_FIELDS = 100
"""The most fields read from a mapping: more than any rules have."""


class Rules(Value, RulesMethods, interface.Rules[MoveT], Generic[MoveT]):
    # The Rules class of a game sets `_game`, `_move_type` and `_fields`, and has a checked constructor (keyword
    # arguments, each with a default), the properties that are missing here, both layouts, and what raises
    # `NotImplementedError` here.
    __slots__ = ()

    _game: ClassVar[str]
    _move_type: ClassVar[type[Any]]
    _nullable: ClassVar[tuple[str, ...]] = ()
    """The options that can be None."""
    _word_or_flag: ClassVar[tuple[str, ...]] = ()
    """The options that can be a word, True or False."""

    def _set(self, *values: Any) -> None:
        """Set the options, in the order of `_fields`."""
        for name, value in zip(self._fields, values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def action_table_version(self) -> int:
        return 1  # no game has changed its table yet

    def move(self, action: SupportsIndex, /) -> MoveT:
        return self._move(self._check_id(integer("action", action)))

    def action(self, move: MoveT | SupportsIndex | str, /) -> int:
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
        return self._parse(text_of("text", text))

    def to_dict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self._values(), strict=True))

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any], /) -> Self:
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
        return type(self)(**{**self.to_dict(), **options})

    __replace__ = replace

    def next_round(self) -> Self | None:
        return self  # in most games the rules stay the same

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.to_dict().items())})"

    def to_json(self) -> bytes:
        return json_text.dump(self.to_dict())

    @classmethod
    def from_json(cls, data: bytes, /) -> Self:
        return cls.from_dict(json_text.load_dict(data, InvalidRulesError))

    def move_from_json(self, data: bytes, /) -> MoveT:
        move: MoveT = self.move_from_dict(json_text.load_dict(data, InvalidMoveError))
        return move

    def events_from_json(self, data: bytes, /) -> list[str]:
        events = json_text.load(data, InvalidRecordError)
        if type(events) is not list or any(type(event) is not dict for event in events):
            raise InvalidRecordError(json_text.MALFORMED)
        return [self.event_from_dict(event) for event in events]

    def describe(self, move: MoveT | SupportsIndex | str, /, *, language: str = "en") -> str:
        said = sentences.words_of(self._game, language)
        return sentences.of_move(said, self.move(self.action(move)))

    def describe_options(self, *, language: str = "en") -> list[str]:
        said = sentences.words_of(self._game, language)
        return sentences.of_options(said, self.to_dict(), home(self)[1].Rules().to_dict())

    def describe_event(self, event: str, /, *, language: str = "en") -> str:
        said = sentences.words_of(self._game, language)
        return sentences.of_event(said, self.event_to_dict(event), self.parse)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    def _check_id(self, action: int, **where: object) -> int:
        """Return an action id. Raises `InvalidMoveError` if it is outside the table; `where` is in its values."""
        if not 0 <= action < self.num_actions:
            last = self.num_actions - 1
            raise said("common.action_out_of_range", action=format_int(action), last=last, **where).error()
        return action

    def _id(self, move: MoveT) -> int:
        """Return the id of a move. Raises `InvalidMoveError` if the move exists only under other rules."""
        return int(move)

    def _move(self, action: int) -> MoveT:
        """Return the move with this id, which is in the table."""
        move: MoveT = self._move_type._of(self, action)
        return move

    def _parse(self, text: str) -> MoveT:
        """Return the move that a text names. Raises `InvalidMoveError` if it names none."""
        raise NotImplementedError

    def _to_bytes(self) -> bytes:
        """Return the binary form of the rules, without the game's name."""
        raise NotImplementedError

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        """Return the rules with this binary form. Returns None or raises `InvalidRulesError` if there are none."""
        raise NotImplementedError

    @staticmethod
    def _not_in_table(move: object) -> InvalidMoveError:
        return said("common.move_not_in_rules", move=move).error()


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


def one_of(name: str, value: object, words: tuple[str, ...]) -> str:
    """Return an option that is one of these words, two or more."""
    text = plain_text(value)
    if text in words:
        return text
    shown = f"not {type_name(value)}" if text is None else f"got {quoted(text)}"
    *others, last = (f'"{word}"' for word in words)
    raise InvalidRulesError(f"{name} must be {', '.join(others)} or {last}, {shown}")


def boolean(name: str, value: object) -> bool:
    if not is_boolean(value):
        raise InvalidRulesError(not_boolean(name, value))
    return value
