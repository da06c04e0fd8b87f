"""Check the fields of a record. `schema()` returns the same conditions as a JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from itertools import islice
from math import isfinite
from typing import Any, cast

from .._arguments.checks import MAX_RECENT, integer, is_visible, quoted, text_of, type_name
from ..errors import InvalidRecordError
from ..interface import Forfeit
from ..schemas.values import Fields, check_format, decimal, forfeit_of

FORMAT = 1
"""Version of the format of records."""

REQUIRED = ("format", "game", "rules", "actions", "payoffs", "scores")
OPTIONAL = ("seed", "stream", "dealer", "start", "drawn", "recent", "names", "forfeited", "note", "info")

MOST_ACTIONS = 100_000
"""Maximum number of actions in a record: a round can be endless."""

MAX_NAME_LENGTH = 60
MAX_NOTE_LENGTH = 1000

CONTROLS = "[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]"
"""Characters that end a line or change how it is shown. `str.isprintable` differs between versions of Python."""

MAX_NESTING = 20
"""Maximum nesting of lists and objects in the rules and in `info`."""

MAX_VALUES = 2**17
"""Maximum number of values in the rules and in `info`, so that they do not fill the memory."""

EXACT_BITS = 53
"""Maximum number of bits of an integer that every JSON reader reads exactly."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a record.

    >>> schema()["properties"]["format"]
    {'const': 1}
    """
    found: dict[str, Any] = json.loads(files(__package__).joinpath("schema.json").read_text(encoding="utf-8"))
    return found


def named(values: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a record by name, with `seed` and `stream` as numbers, but the other values unchecked."""
    given = Fields("a record", values, InvalidRecordError)
    check_format(given, FORMAT)  # first: a later format can have other fields
    for name in REQUIRED:
        given.get(name)
    for name in values:
        if text_of("a field name", name) not in REQUIRED + OPTIONAL:
            raise InvalidRecordError(f"unknown field {quoted(name)}; use info for your own data")
    numbers: dict[str, Any] = {name: int(given.get(name, decimal)) for name in ("seed", "stream") if name in values}
    return {name: value for name, value in {**values, **numbers}.items() if name != "format"}


def game(value: object) -> str:
    text = text_of("game", value)
    if re.fullmatch("[A-Za-z_][A-Za-z0-9_]{0,59}", text) is None:
        raise InvalidRecordError(f"game must be the name of a game, e.g. doudizhu, got {quoted(text)}")
    return text


def number(name: str, value: object, bits: int) -> int:
    """Return an integer of 0 or more with at most this number of bits, checked."""
    found = integer(name, value)
    if not 0 <= found < 2**bits:
        raise InvalidRecordError(f"{name} must be 0 to 2**{bits} - 1, got {_shown(found)}")
    return found


def count(name: str, value: object) -> int:
    return number(name, value, EXACT_BITS)


def exact(name: str, value: object) -> int:
    """Return an integer that every JSON reader reads exactly, checked."""
    found = integer(name, value)
    if abs(found) >= 2**EXACT_BITS:
        raise InvalidRecordError(f"{name} must be -(2**53 - 1) to 2**53 - 1, got {_shown(found)}")
    return found


def result(name: str, value: object) -> tuple[int, ...]:
    return tuple(exact(f"an item of {name}", each) for each in json_list(name, value))


def actions(value: object) -> tuple[str, ...]:
    texts = json_list("actions", value)
    if len(texts) > MOST_ACTIONS:
        raise InvalidRecordError(f"a record must have at most {MOST_ACTIONS} actions, got {len(texts)}")
    return tuple(clean("an action", each) for each in texts)


def recent(value: object) -> tuple[tuple[int, str], ...]:
    pairs = json_list("recent", value)
    if len(pairs) > MAX_RECENT:
        raise InvalidRecordError(f"recent must have at most {MAX_RECENT} actions, got {len(pairs)}")
    return tuple(_pair(each) for each in pairs)


def _pair(value: object) -> tuple[int, str]:
    pair = json_list("an item of recent", value)
    if len(pair) != 2:
        raise InvalidRecordError(f"an item of recent must be a pair of seat and action, got {len(pair)} items")
    return count("a seat", pair[0]), clean("an action", pair[1])


def forfeited(value: object) -> Forfeit:
    """Return a forfeit, given as an object of JSON or as a `Forfeit`, checked."""
    given = value._asdict() if isinstance(value, Forfeit) else json_object("forfeited", value)
    return forfeit_of(given, InvalidRecordError)


def names(value: object) -> tuple[str | None, ...]:
    return tuple(
        None if each is None else player_name("a name", each, MAX_NAME_LENGTH) for each in json_list("names", value)
    )


def player_name(name: str, value: object, longest: int) -> str:
    """Return the name of a player, checked: it can be shown in one line and seen there."""
    text = line(name, value, longest)
    if not is_visible(text):
        raise InvalidRecordError(f"{name} must have a visible character, got {quoted(text)}")
    return text


def line(name: str, value: object, longest: int) -> str:
    """Return a text that can be shown in one line, checked."""
    text = clean(name, value)
    if not 0 < len(text) <= longest or re.search(CONTROLS, text):
        raise InvalidRecordError(
            f"{name} must have 1 to {longest} characters and no control characters, got {quoted(text)}"
        )
    return text


def clean(name: str, value: object) -> str:
    """Return a text that can be written to a file, checked: lone surrogates cannot."""
    text = str.__str__(text_of(name, value))
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidRecordError(f"{name} must not contain lone surrogates, got {quoted(text)}")
    return text


def json_list(name: str, value: object) -> Sequence[Any]:
    kind = next((kind for kind in (list, tuple) if issubclass(type(value), kind)), None)
    if kind is None:
        raise TypeError(f"{name} must be a list, not {type_name(value)}")
    # The iterator of a subclass can be endless, so take only as many items as the list has.
    return list(islice(cast("Sequence[Any]", value), kind.__len__(value)))  # type: ignore[arg-type]


def json_object(name: str, value: object) -> dict[str, Any]:
    """Return a copy of the object, with everything in it checked for JSON."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a JSON object, not {type_name(value)}")
    found: dict[str, Any] = _json(name, value, MAX_NESTING, iter(range(MAX_VALUES)))
    return found


def _json(name: str, value: object, depth: int, room: Iterator[int]) -> Any:
    if next(room, None) is None:
        raise InvalidRecordError(f"{name} must have at most {MAX_VALUES} values")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean(f"a text in {name}", value)
    if isinstance(value, int):
        return exact(f"a number in {name}", value)
    if isinstance(value, float):
        if not isfinite(value):
            raise InvalidRecordError(f"a number in {name} must be finite")
        return value
    if isinstance(value, Mapping | list | tuple):
        if not depth:
            raise InvalidRecordError(f"{name} is nested deeper than {MAX_NESTING} levels")
        if isinstance(value, Mapping):
            return dict(_members(name, value, depth - 1, room))
        return [_json(name, each, depth - 1, room) for each in value]
    raise TypeError(f"values in {name} must be JSON values, not {type_name(value)}")


def _members(name: str, value: Mapping[Any, Any], depth: int, room: Iterator[int]) -> Iterator[tuple[str, Any]]:
    for key in value:
        yield clean(f"a field name in {name}", key), _json(name, value[key], depth, room)


def _shown(value: int) -> str:
    """Return an integer of any size for a message."""
    return str(value) if abs(value) < 2**64 else "an integer of more than 64 bits"


CHECKS: dict[str, Callable[[Any], Any]] = {
    "game": game,
    "rules": partial(json_object, "rules"),
    "seed": partial(number, "seed", bits=256),
    "stream": partial(number, "stream", bits=96),
    "dealer": partial(count, "dealer"),
    "start": partial(clean, "start"),
    "drawn": partial(count, "drawn"),
    "recent": recent,
    "names": names,
    "actions": actions,
    "forfeited": forfeited,
    "payoffs": partial(result, "payoffs"),
    "scores": partial(result, "scores"),
    "note": partial(line, "note", longest=MAX_NOTE_LENGTH),
    "info": partial(json_object, "info"),
}
"""For each field, the function that checks and converts its value."""

MAY_BE_NONE = {"seed", "stream", "dealer", "start", "names", "forfeited", "payoffs", "scores", "note", "info"}
"""Fields that can be None in a record. In JSON, only payoffs and scores can be null."""
