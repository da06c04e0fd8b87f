"""Dicts as JSON without spaces, and JSON from anybody as dicts."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from .._arguments.checks import plain_bytes, type_name

if TYPE_CHECKING:
    from ..errors import OxidealError

MALFORMED = "malformed JSON; expected what to_json writes"

_MAX_BYTES = 2**25
"""The longest JSON that is read: enough for a state with as many actions as one may have."""

_MAX_DEPTH = 16
_MAX_FIELDS = 128
_MAX_DIGITS = 18


def dump(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def load(data: bytes, error: type[OxidealError]) -> Any:
    """Return the value in JSON.

    Raises `error` for JSON that is longer, deeper or wider than any that is written here, has a name twice, a fraction
    or a long number, and for everything that is not JSON.
    """
    plain = plain_bytes(data)
    if plain is None:
        raise TypeError(f"data must be bytes, not {type_name(data)}")
    if len(plain) > _MAX_BYTES or _depth(plain) > _MAX_DEPTH:
        raise error(MALFORMED)
    try:
        value = json.loads(
            plain.decode("utf-8"),
            object_pairs_hook=_fields,
            parse_int=_integer,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # half of a surrogate pair is not a text
    except ValueError:
        raise error(MALFORMED) from None
    return value


def load_dict(data: bytes, error: type[OxidealError]) -> dict[str, Any]:
    """Return the object in JSON. Raises `error` as `load` does, and for any other value."""
    value = load(data, error)
    if type(value) is not dict:
        raise error(MALFORMED)
    return value


def _depth(data: bytes) -> int:
    """Return how deep lists and objects are nested, brackets in strings aside."""
    brackets = re.sub(rb'"(?:[^"\\]|\\.)*"?|[^][{}]', b"", data, flags=re.DOTALL)
    return max(accumulate((1 if bracket in b"[{" else -1 for bracket in brackets), initial=0))


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(pairs) > _MAX_FIELDS or len(fields) < len(pairs):
        raise ValueError("too many fields, or one twice")
    return fields


def _integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > _MAX_DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def _refuse(number: str) -> Any:
    raise ValueError(f"{number} is not an integer")
