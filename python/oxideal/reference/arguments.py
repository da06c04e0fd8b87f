"""Arguments from outside, checked the same way everywhere, with the messages of `docs/contract.md`."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, TypeGuard

from ..errors import InvalidArgumentError


def type_name(value: object) -> str:
    """The name of the type, for messages. Every game has a `Move`, so of such classes the module is named too."""
    name = type(value).__name__
    return f"{type(value).__module__}.{name}" if name in ("Rules", "Move", "State", "View") else name


def integer(name: str, value: object) -> int:
    """`value` as an int: anything with `__index__` except bool, which is a slip more often than a number."""
    if not isinstance(value, bool):
        try:
            return int(operator.index(value))  # type: ignore[arg-type]  # that is what is being found out
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type_name(value)}")


def integer_within(name: str, value: object, low: int, high: int, *, called: str | None = None) -> int:
    number = integer(name, value)
    if not low <= number <= high:
        raise InvalidArgumentError(
            f"{called or name} is an integer from {low} to {high}; this integer is outside that range"
        )
    return number


def seat_within(seat: object, players: int, *, name: str = "seat") -> int:
    number = integer(name, seat)
    if not 0 <= number < players:
        raise InvalidArgumentError(no_such_seat(number, players))
    return number


def no_such_seat(seat: int, players: int) -> str:
    return f"there is no seat {decimal(seat)}: the seats of this game are 0 to {players - 1}"


def decimal(number: int) -> str:
    """`number` in digits, or in hexadecimal ones where Python refuses to print that many."""
    try:
        return str(number)
    except ValueError:
        return hex(number)


def plain_text(value: object) -> str | None:
    """`value` as a text, None where it is none. What a class of its own makes of a text, or says that it is, is left
    out: the Rust side sees nothing of it either.
    """
    return str.__str__(value) if issubclass(type(value), str) else None


def plain_bytes(value: object) -> bytes | None:
    """The same of bytes."""
    return bytes.__getitem__(value, slice(None)) if issubclass(type(value), bytes) else None  # type: ignore[call-overload]


def text_of(name: str, value: object) -> str:
    text = plain_text(value)
    if text is None:
        raise TypeError(f"{name} must be a str, not {type_name(value)}")
    return text


def is_truth(value: object) -> TypeGuard[bool]:
    """Whether it is True or False itself, and not what says that it is of their class."""
    return value is True or value is False


def items(name: str, wanted: str, value: object) -> Iterator[Any]:
    """The items of an iterable one by one; a text, which would give its letters, is not meant."""
    if plain_text(value) is None:
        try:
            return iter(value)  # type: ignore[call-overload, no-any-return]  # that is what is being found out
        except TypeError:
            pass
    raise TypeError(f"{name} must be {wanted}, not {type_name(value)}")


def quoted(text: str) -> str:
    """A text from outside as it stands in an error: cut to a readable length and harmless to print."""
    shown = "".join(character if " " <= character <= "~" else "?" for character in text[:40])
    return f'"{shown}..."' if len(text) > 40 else f'"{shown}"'


def tokens(text: str) -> list[str]:
    """What stands between the spaces (and only those: a tab or a line break is no space)."""
    return [token for token in text.split(" ") if token]
