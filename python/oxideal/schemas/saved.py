"""Results as dataclasses that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from .._registry import module_of
from ..errors import InvalidRecordError
from .schema import FORMAT
from .values import Check, Fields, array, boolean, check_format, decimal, game, maybe, natural, number, rules_of, text

_CHECKS: Mapping[type, Check] = {str: text, int: natural, float: number, bool: boolean}
"""What `read` accepts for a field of each type, unless the dataclass has another check in `_checks`."""


class Saved:
    """The base of a result, which is a dataclass with a game and a seed."""

    _called: ClassVar[str]
    """Its name in messages."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON."""
        values: dict[str, Any] = asdict(self)  # type: ignore[call-overload]
        lists = {name: list(value) for name, value in values.items() if type(value) is tuple}
        return {"format": FORMAT, **values, **lists, "seed": str(values["seed"])}

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the result that a dict describes: the inverse of `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field.
        """
        given = Fields(cls._called, fields, InvalidRecordError)
        given.check_names("format", *_names(cls))
        check_format(given)
        return cls(**_values(cls, given, "", {"game": game, "seed": decimal}))


def read(kind: type[Any], name: str, fields: object) -> Any:
    """Return the dataclass that an object describes. The types of its fields say what they accept."""
    given = Fields(name, fields, InvalidRecordError)
    given.check_names(*_names(kind))
    return kind(**_values(kind, given, f"{name}.", getattr(kind, "_checks", {})))


def _names(kind: type[Any]) -> list[str]:
    return [field.name for field in fields(kind)]


def _values(kind: type[Any], given: Fields, prefix: str, checks: Mapping[str, Check]) -> dict[str, Any]:
    types = get_type_hints(kind)
    return {name: _value(given, name, types[name], prefix, checks.get(name)) for name in _names(kind)}


def _value(given: Fields, name: str, kind: Any, prefix: str, check: Check | None) -> Any:
    first, *others = get_args(kind) or [kind]
    if check is decimal:
        return int(given.get(name, check))
    if type(None) in others:
        if check or first in _CHECKS:
            return given.get(name, maybe(check or _CHECKS[first]))
        return None if given.get(name) is None else read(first, f"{prefix}{name}", given.get(name))
    if get_origin(kind) is tuple:
        return tuple(read(first, f"{prefix}{name}[{place}]", each) for place, each in enumerate(given.get(name, array)))
    if kind == dict[str, Any]:
        return rules_of(given, module_of(given.get("game")).Rules).to_dict()
    if get_origin(kind) is dict:
        return given.values(name, _CHECKS[others[0]])
    if check or kind in _CHECKS:
        return given.get(name, check or _CHECKS[kind])
    return read(kind, f"{prefix}{name}", given.get(name))
