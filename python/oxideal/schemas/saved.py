"""Results as dataclasses that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, get_args, get_origin, get_type_hints

from .._registry import module_of
from ..errors import InvalidRecordError
from ..interface import Move
from .schema import FORMAT
from .values import (
    Check,
    Fields,
    array,
    boolean,
    check_format,
    decimal,
    game,
    mapping,
    maybe,
    natural,
    number,
    rules_of,
    text,
)

if TYPE_CHECKING:
    from pandas import DataFrame

_CHECKS: Mapping[type, Check] = {str: text, int: natural, float: number, bool: boolean}
"""What `read` accepts for a field of each type, unless the dataclass has another check in `_checks`."""


class Saved:
    """The base of a result, which is a dataclass with a game and a seed."""

    _called: ClassVar[str]
    _rows: ClassVar[str] = "rows"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON."""
        values = to_dict(self)
        return {**values, "seed": str(values["seed"])}

    def to_frame(self) -> DataFrame:
        """Return the rows, or the scores of a benchmark, as a data frame of pandas.

        The columns have the names of the fields, with a dot between those of a field within another. Raises
        `ImportError` without pandas.

        >>> from oxideal.arena import arena
        >>> frame = arena("rummy", ["rule", "random"], games=2, seed=7).to_frame()
        >>> frame[["name", "wins.mean", "decisions"]].shape
        (2, 3)
        """
        try:
            from pandas import json_normalize
        except ImportError:
            raise ImportError("a data frame needs pandas: pip install pandas") from None
        return json_normalize(self.to_dict()[self._rows])

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the result that a dict describes: the inverse of `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field.
        """
        given = fields_of(cls, cls._called, fields)
        return cls(**_values(cls, given, "", {"game": game, "seed": decimal}, None))


def to_dict(result: Any) -> dict[str, Any]:
    """Return the fields of a dataclass as plain JSON values, with the format."""
    return {"format": FORMAT, **_plain_fields(result)}


def from_dict(kind: type[Any], called: str, fields: object, rules: Any) -> dict[str, Any]:
    """Return the values of a dataclass, with moves of these rules: the inverse of `to_dict`."""
    return _values(kind, fields_of(kind, called, fields), "", getattr(kind, "_checks", {}), rules)


def fields_of(kind: type[Any], called: str, fields: object) -> Fields:
    """Return the fields that `to_dict` has written, with their names and the format checked."""
    given = Fields(called, fields, InvalidRecordError)
    given.check_names("format", *_names(kind))
    check_format(given)
    return given


def read(kind: Any, name: str, fields: object, rules: Any = None) -> Any:
    """Return the dataclass that an object describes. The types of its fields say what they accept."""
    kind = get_origin(kind) or kind
    given = Fields(name, fields, InvalidRecordError)
    given.check_names(*_names(kind))
    return kind(**_values(kind, given, f"{name}.", getattr(kind, "_checks", {}), rules))


def _plain_fields(result: Any) -> dict[str, Any]:
    return {name: _plain(getattr(result, name)) for name in _names(result)}


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):  # a move or a record
        return value.to_dict()
    if is_dataclass(value):
        return _plain_fields(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


def _names(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)]


def _values(kind: type[Any], given: Fields, prefix: str, checks: Mapping[str, Check], rules: Any) -> dict[str, Any]:
    types = get_type_hints(kind)
    return {name: _value(given, name, types[name], prefix, checks.get(name), rules) for name in _names(kind)}


def _value(given: Fields, name: str, kind: Any, prefix: str, check: Check | None, rules: Any) -> Any:
    first, *others = get_args(kind) or [kind]
    check_one = check or _CHECKS.get(first)
    if check is decimal:
        return int(given.get(name, check))
    if type(None) in others:
        if check_one:
            return given.get(name, maybe(check_one))
        if _is_move(first):
            move = given.get(name, maybe(mapping))
            return None if move is None else rules.move_from_dict(move)
        return None if given.get(name) is None else read(first, f"{prefix}{name}", given.get(name), rules)
    if get_origin(kind) is tuple:
        if check_one:
            return tuple(given.items(name, check_one))
        if _is_move(first):
            return tuple(map(rules.move_from_dict, given.items(name, mapping)))
        items = enumerate(given.get(name, array))
        return tuple(read(first, f"{prefix}{name}[{place}]", each, rules) for place, each in items)
    if kind == dict[str, Any]:
        return rules_of(given, module_of(given.get("game")).Rules).to_dict()
    if get_origin(kind) is dict:
        return given.values(name, _CHECKS[others[0]])
    if check_one:
        return given.get(name, check_one)
    if _is_move(kind):
        return rules.move_from_dict(given.get(name, mapping))
    return read(kind, f"{prefix}{name}", given.get(name), rules)


def _is_move(kind: Any) -> bool:
    return kind is Move or isinstance(kind, TypeVar)
