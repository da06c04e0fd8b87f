"""Checks of single arguments, with the messages of `docs/contract.md`."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, TypeGuard

from ..errors import InvalidArgumentError

MAX_RECENT = 16
"""How many last actions states, views and records keep."""

_MAX_SHOWN = 40
"""How many characters of a value a message shows."""


def type_name(value: object) -> str:
    """The name of the type, for messages; with its module where every game has a class of that name."""
    name = type(value).__name__
    return f"{type(value).__module__}.{name}" if name in ("Rules", "Move", "State", "View") else name


def integer(name: str, value: object) -> int:
    """`value` as an int: anything with `__index__` except bool, which is more often a slip than a number."""
    if not isinstance(value, bool):
        try:
            return int(operator.index(value))  # type: ignore[arg-type]  # this is the check
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type_name(value)}")


def integer_within(name: str, value: object, low: int, high: int, *, called: str | None = None) -> int:
    """`value` as an int from `low` to `high`; `called` replaces the name in the message about the range."""
    number = integer(name, value)
    if not low <= number <= high:
        raise InvalidArgumentError(f"{called or name} must be {low} to {high}, got {format_int(number)}")
    return number


def seat_within(seat: object, players: int, *, name: str = "seat") -> int:
    """`seat` as an int from 0 to `players - 1`."""
    number = integer(name, seat)
    if not 0 <= number < players:
        raise InvalidArgumentError(no_such_seat(number, players))
    return number


def no_such_seat(seat: int, players: int) -> str:
    """The message for a seat out of range."""
    return f"seat {format_int(seat)} out of range: this game has seats 0 to {players - 1}"


def format_int(number: int) -> str:
    """`number` for a message, cut to 40 characters: in decimal digits, or in hexadecimal where Python refuses to
    convert that many.
    """
    try:
        text = str(number)
    except ValueError:
        text = hex(number)
    return f"{text[:_MAX_SHOWN]}..." if len(text) > _MAX_SHOWN else text


def plain_text(value: object) -> str | None:
    """`value` as a plain str, None if it is not a str. Methods that a subclass overrides are bypassed, as they are on
    the Rust side.
    """
    return str.__str__(value) if issubclass(type(value), str) else None


def plain_bytes(value: object) -> bytes | None:
    """`value` as plain bytes, None if it is not bytes."""
    return bytes.__getitem__(value, slice(None)) if issubclass(type(value), bytes) else None  # type: ignore[call-overload]


def text_of(name: str, value: object) -> str:
    """`value` as a plain str; anything else is a TypeError."""
    text = plain_text(value)
    if text is None:
        raise TypeError(f"{name} must be a str, not {type_name(value)}")
    return text


def is_boolean(value: object) -> TypeGuard[bool]:
    """Whether `value` is True or False itself; a class of the caller's can claim to be a bool."""
    return value is True or value is False


def not_boolean(name: str, value: object) -> str:
    """The message for a value that is neither True nor False."""
    return f"{name} must be True or False, not {type_name(value)}"


def boolean(name: str, value: object) -> bool:
    """`value` if it is True or False; anything else is a TypeError."""
    if not is_boolean(value):
        raise TypeError(not_boolean(name, value))
    return value


def items(name: str, wanted: str, value: object) -> Iterator[Any]:
    """Iterate over `value`, which must be an iterable other than a str."""
    if plain_text(value) is None:
        try:
            return iter(value)  # type: ignore[call-overload, no-any-return]  # this is the check
        except TypeError:
            pass
    raise TypeError(f"{name} must be {wanted}, not {type_name(value)}")


def quoted(text: str) -> str:
    """`text` in quotes for an error message, cut to 40 characters and safe to print."""
    shown = "".join(character if " " <= character <= "~" else "?" for character in text[:_MAX_SHOWN])
    return f'"{shown}..."' if len(text) > _MAX_SHOWN else f'"{shown}"'


def tokens(text: str) -> list[str]:
    """Split at spaces only: tabs and line breaks belong to the tokens."""
    return [token for token in text.split(" ") if token]
