"""Convert records to and from lines of JSON."""

from __future__ import annotations

import json
from functools import partial
from math import isfinite
from typing import Any

from .._arguments.checks import quoted, text_of, type_name
from .._arguments.json_size import has_more_values
from .._internal.json import unique_members
from ..errors import InvalidRecordError
from .fields import EXACT_BITS
from .record import Record

MOST_CHARACTERS = 2**23
"""Maximum length of a line.

100,000 actions of 64 characters, with quotes and commas, take 6.8 million; the rest is for `info`. (The longest
actions, in Rummy, have 43 characters.)
"""

MOST_VALUES = 2**18
"""Maximum number of values in a line: enough for 100,000 actions and an `info` of any size that it can have."""


def loads(text: str) -> Record:
    """Read a record from a line of JSON. Raises `InvalidRecordError` if it is not one.

    The round is not replayed; use `replay`.

    >>> loads('{"format": 2, "game": "chess", "rules": {}}')
    Traceback (most recent call last):
    oxideal.errors.InvalidRecordError: unsupported format 2; this version reads format 1
    """
    values = parse(text)
    if not isinstance(values, dict):
        raise InvalidRecordError(f"a record must be a JSON object, not {_KINDS[type(values)]}")
    return Record.from_dict(values)


def parse(text: str) -> Any:
    """Return the value of a line of JSON, within the limits of a record. Raises `InvalidRecordError`."""
    text = str.__str__(text_of("text", text))
    _check_size(text)
    try:
        return json.loads(
            text, object_pairs_hook=_members, parse_constant=_constant, parse_int=_integer, parse_float=_fraction
        )
    except json.JSONDecodeError as error:
        raise InvalidRecordError(f"invalid JSON: {error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise InvalidRecordError("invalid JSON: nested too deeply") from None


def dumps(record: Record) -> str:
    """Return the record as a line of JSON in ASCII, without a line break.

    >>> from oxideal import foursquare
    >>> from oxideal.record import Record
    >>> loads(dumps(Record.of(foursquare.State(seed=7)))).seed
    7
    """
    if not isinstance(record, Record):
        raise TypeError(f"record must be a Record, not {type_name(record)}")
    text = json.dumps(record.to_dict(), allow_nan=False)
    _check_size(text)
    return text


def _check_size(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise too_long()
    if has_more_values(text, MOST_VALUES):
        raise InvalidRecordError(f"a record must have at most {MOST_VALUES} JSON values")


def too_long() -> InvalidRecordError:
    return InvalidRecordError(f"a record must have at most {MOST_CHARACTERS} characters")


_KINDS = {
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


_members = partial(unique_members, error=InvalidRecordError)


def _constant(text: str) -> Any:
    raise InvalidRecordError(f"{text} is not a JSON number")


def _integer(text: str) -> int:
    if len(text) > 20 or abs(number := int(text)) >= 2**EXACT_BITS:
        raise InvalidRecordError(f"the number {quoted(text)} exceeds 2**53 - 1, the limit of exact numbers in JSON")
    return number


def _fraction(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise InvalidRecordError(f"the number {quoted(text)} is too large")
    return number
