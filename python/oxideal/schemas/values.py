"""Check values that were read from JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .._arguments.checks import format_int, quoted, type_name
from .._registry import NAMES
from ..errors import InvalidRecordError, OxidealError
from ..interface import Forfeit
from ..interface.round import REASONS
from .schema import FORMAT

if TYPE_CHECKING:
    from ..interface import Rules

RulesT = TypeVar("RulesT", bound="Rules[Any]")

_MAX_DIGITS = 78
"""The maximum number of digits of a seed, which is below 2**256."""

MAX_SEAT = 11

_LARGEST = 2**1023
"""A bound of numbers: an integer beyond it has no float, and infinity is not JSON."""

Check = Callable[[Any], str | None]
"""Returns what a value must be, or None if it is that."""


class Fields:
    """An object read from JSON, whose fields are checked one by one."""

    def __init__(self, name: str, fields: object, error: type[OxidealError]) -> None:
        self._name = name
        self._error = error
        # Only what `json.loads` returns: a class of the caller's could answer each question differently.
        if type(fields) is not dict:
            message = f"{name} must be a dict, not {type_name(fields)}"
            raise TypeError(message) if " " in name else error(message)
        self._fields: dict[Any, Any] = fields

    def get(self, name: str, check: Check | None = None) -> Any:
        """Return the value of a field. Raises if it is missing or fails the check."""
        if name not in self._fields:
            raise self.error(f"missing field {quoted(name)}")
        value = self._fields[name]
        if check is not None:
            self._check(name, value, check)
        return value

    def optional(self, name: str, check: Check, default: Any = None) -> Any:
        """Return the value of a field, or the default if it is missing. Raises if it fails the check."""
        return self.get(name, check) if name in self._fields else default

    def items(self, name: str, check: Check) -> list[Any]:
        """Return a field that is a list of values that pass the check."""
        found: list[Any] = self.get(name, array)
        for place, value in enumerate(found):
            self._check(f"{name}[{place}]", value, check)
        return list(found)

    def values(self, name: str, check: Check) -> dict[str, Any]:
        """Return a field that is an object with any names and values that pass the check."""
        found: dict[str, Any] = self.get(name, mapping)
        for key, value in found.items():
            self._check(f"a name in {name}", key, text)
            self._check(f"{name}.{key}", value, check)
        return dict(found)

    def _check(self, name: str, value: object, check: Check) -> None:
        wanted = check(value)
        if wanted is not None:
            raise self.error(f"{name} must be {wanted}, {_given(value)}")

    def check_names(self, *names: str) -> None:
        """Raise unless the object has exactly these fields."""
        for name in self._fields:
            if type(name) is not str or name not in names:
                raise self.error(f"unknown field {_shown(name)}")
        for name in names:
            self.get(name)

    def error(self, message: str) -> OxidealError:
        return self._error(message if " " in self._name else f"{self._name}: {message}")


def check_format(given: Fields, known: int = FORMAT) -> None:
    """Raise unless the format is the one that this version reads."""
    written = given.get("format", integer)
    if written != known:
        raise given.error(f"unsupported format {format_int(written)}; this version reads format {known}")


def forfeit_of(fields: object, error: type[OxidealError]) -> Forfeit:
    """Return the forfeit that a dict describes, which has no other fields."""
    given = Fields("forfeited", fields, error)
    given.check_names("seat", "why")
    return forfeit_in(given)


def forfeit_in(given: Fields) -> Forfeit:
    seat, _ = given.get("seat", natural), given.get("why", text)
    return Forfeit(seat, given.get("why", reason))


# Checks


def text(value: object) -> str | None:
    return None if type(value) is str else "a string"


def integer(value: object) -> str | None:
    return None if type(value) is int else "an integer"


def natural(value: object) -> str | None:
    return None if type(value) is int and 0 <= value < 2**53 else "0 to 2**53 - 1"


def int32(value: object) -> str | None:
    return None if type(value) is int and -(2**31) <= value < 2**31 else "-2**31 to 2**31 - 1"


def length(value: object) -> str | None:
    return None if type(value) is int and 0 <= value < 2**31 else "0 to 2**31 - 1"


def number(value: object) -> str | None:
    if isinstance(value, int | float) and type(value) in (int, float) and -_LARGEST < value < _LARGEST:
        return None
    return "a finite number"


def boolean(value: object) -> str | None:
    return None if type(value) is bool else "true or false"


def array(value: object) -> str | None:
    return None if type(value) is list else "a list"


def mapping(value: object) -> str | None:
    return None if type(value) is dict else "an object"


def seat(value: object) -> str | None:
    return None if type(value) is int and 0 <= value <= MAX_SEAT else f"0 to {MAX_SEAT}"


def reason(value: object) -> str | None:
    return None if type(value) is str and value in REASONS else f"one of {', '.join(REASONS)}"


def hexadecimal(value: object) -> str | None:
    fits = type(value) is str and re.fullmatch("([0-9a-f]{2})*", value) is not None
    return None if fits else "an even number of hexadecimal digits"


def game(value: object) -> str | None:
    return None if type(value) is str and value in NAMES else f"one of {', '.join(NAMES)}"


def decimal(value: object) -> str | None:
    """Check a number that JSON has as a string, because it can be too large for a JSON number."""
    fits = type(value) is str and re.fullmatch(f"0|[1-9][0-9]{{0,{_MAX_DIGITS - 1}}}", value) is not None
    return None if fits else f"a string of 1 to {_MAX_DIGITS} decimal digits without leading zeros"


def maybe(check: Check) -> Check:
    """Return the check that accepts None too."""

    def checked(value: object) -> str | None:
        wanted = None if value is None else check(value)
        return None if wanted is None else f"{wanted} or None"

    return checked


# Rules


def rules_of(given: Fields, rules_type: type[RulesT]) -> RulesT:
    fields = given.get("rules", mapping)
    try:
        rules = rules_type.from_dict(fields)
    except OxidealError as error:
        raise given.error(f"rules: {error}") from None
    check_same("rules", fields, rules.to_dict(), InvalidRecordError)
    return rules


# Comparison


def check_same(name: str, given: Any, wanted: Any, error: type[OxidealError]) -> None:
    """Raise unless a value equals the wanted one, types included. The message names the first difference."""
    if type(given) is not type(wanted):
        raise error(f"{name} must be {_shown(wanted)}, {_given(given)}")
    if type(given) is dict:
        for key in wanted:
            if key not in given:
                raise error(f"missing field {quoted(_within(name, key))}")
        for key in given:
            if type(key) is not str or key not in wanted:
                raise error(f"unknown field {quoted(_within(name, key)) if type(key) is str else _shown(key)}")
            check_same(_within(name, key), given[key], wanted[key], error)
    elif type(given) is list:
        if len(given) != len(wanted):
            raise error(f"{name} must have {len(wanted)} items, got {len(given)}")
        for place, each in enumerate(given):
            check_same(f"{name}[{place}]", each, wanted[place], error)
    elif given != wanted:
        raise error(f"{name} must be {_shown(wanted)}, got {_shown(given)}")


def _within(name: str, key: str) -> str:
    return f"{name}.{key}" if name else key


def _given(value: object) -> str:
    return f"got {_shown(value)}" if type(value) in (str, int, bool, float, type(None)) else f"not {type_name(value)}"


def _shown(value: object) -> str:
    if type(value) is str:
        return quoted(value)
    if type(value) is int:
        return format_int(value)
    if type(value) in (bool, float, type(None)):
        return json.dumps(value)
    return f"a {type_name(value)}"
