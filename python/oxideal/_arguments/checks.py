"""Checks of single arguments, with the messages of `docs/contract.md`."""

from __future__ import annotations

import functools
import operator
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from math import inf, isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeGuard

from ..errors import MAX_SHOWN, InvalidArgumentError
from ..errors import excerpt as excerpt
from ..errors import plain_text as plain_text
from ..errors import quoted as quoted
from ..errors import type_name as type_name

if TYPE_CHECKING:
    from types import CodeType

    import numpy.typing as npt

P = ParamSpec("P")

MAX_THREADS = 256

MAX_RECENT = 16
"""How many last actions states, views and records keep."""

INVISIBLE = (
    r"[\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    r"\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Spaces, controls, fillers and characters that only change others; `unicodedata` differs between Python versions."""

_MAX_DECIMAL_BITS = 2000
"""Longer numbers are shown in hexadecimal."""


def integer(name: str, value: object) -> int:
    """Return `value` as an int: anything with `__index__` except a bool, which is usually a mistake."""
    if not isinstance(value, bool):
        try:
            return int(operator.index(value))  # type: ignore[arg-type]  # this is the check
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type_name(value)}")


def integer_within(name: str, value: object, low: int, high: int) -> int:
    """Return `value` as an int from `low` to `high`."""
    number = integer(name, value)
    if not low <= number <= high:
        raise InvalidArgumentError(f"{name} must be {low} to {high}, got {format_int(number)}")
    return number


def is_array(value: object) -> TypeGuard[npt.NDArray[Any]]:
    """Return whether `value` is an array of numpy; before somebody imports that, nothing is."""
    if "numpy" not in sys.modules:
        return False
    import numpy as np

    return issubclass(type(value), np.ndarray)  # a class can claim to be one


def real(name: str, value: object, wanted: str = "a number") -> float:
    """Return a real number as a float, which is infinite if that has no room for it. Raises `TypeError`."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {wanted}, not {type_name(value)}")
    try:
        return float(value)
    except OverflowError:  # a large int or Fraction
        return inf


def finite(name: str, value: object, wanted: str = "a number") -> float:
    """Return a finite real number as a float. Raises `TypeError` for anything but a number."""
    number = real(name, value, wanted)
    if not isfinite(number):
        raise InvalidArgumentError(f"{name} must be a finite number")
    return number


def thread_count(threads: object) -> int:
    """Return a number of threads, checked; None stands for as many as there are processors for this process."""
    if threads is not None:
        return integer_within("threads", threads, 1, MAX_THREADS)
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MAX_THREADS)


def seat_within(seat: object, players: int, *, name: str = "seat") -> int:
    """Return `seat` as an int from 0 to `players - 1`."""
    number = integer(name, seat)
    if not 0 <= number < players:
        raise InvalidArgumentError(no_such_seat(number, players))
    return number


def no_such_seat(seat: int, players: int) -> str:
    """Return the message for a seat out of range."""
    return f"seat {format_int(seat)} out of range: this game has seats 0 to {players - 1}"


def format_int(number: int) -> str:
    """Return `number` as text for a message, cut to 40 characters.

    Numbers of more than 2,000 bits are in hexadecimal, since their decimal digits take long and Python may refuse
    them.
    """
    bits = number.bit_length()
    if bits <= _MAX_DECIMAL_BITS:
        text = str(number)
        return f"{text[:MAX_SHOWN]}..." if len(text) > MAX_SHOWN else text
    sign = "-" if number < 0 else ""
    digits = MAX_SHOWN - len(f"{sign}0x")
    return f"{sign}{abs(number) >> 4 * ((bits + 3) // 4 - digits):#x}..."


def plain_bytes(value: object) -> bytes | None:
    """Return `value` as plain bytes, or None if it is not bytes."""
    return bytes.__getitem__(value, slice(None)) if issubclass(type(value), bytes) else None  # type: ignore[call-overload]


_READERS = {"a move": "move_from_dict", "an event": "event_from_dict", "event": "event_from_dict"}
"""The method of `Rules` that reads a dict given for such an argument."""


def wrong_type(name: str, wanted: str, value: object) -> TypeError:
    """Return the error for an argument of a wrong type. If it is a dict that `Rules` can read, the message says how."""
    reader = _READERS.get(name) if issubclass(type(value), dict) else None
    hint = f"; rules.{reader} reads it" if reader else ""
    return TypeError(f"{name} must be {wanted}, not {type_name(value)}{hint}")


def text_of(name: str, value: object) -> str:
    """Return `value` as a plain str. Raises `TypeError` for anything else."""
    text = plain_text(value)
    if text is None:
        raise wrong_type(name, "a str", value)
    return text


def is_boolean(value: object) -> TypeGuard[bool]:
    """Return whether `value` is True or False itself: a class of the caller's can claim to be bool."""
    return value is True or value is False


def not_boolean(name: str, value: object) -> str:
    """Return the message for a value that is neither True nor False."""
    return f"{name} must be True or False, not {type_name(value)}"


def boolean(name: str, value: object) -> bool:
    """Return `value` if it is True or False. Raises `TypeError` for anything else."""
    if not is_boolean(value):
        raise TypeError(not_boolean(name, value))
    return value


def items(name: str, wanted: str, value: object) -> Iterator[Any]:
    """Return an iterator over `value`, which must be an iterable other than a str."""
    if plain_text(value) is None:
        try:
            return iter(value)  # type: ignore[call-overload, no-any-return]  # this is the check
        except TypeError:
            pass
    raise TypeError(f"{name} must be {wanted}, not {type_name(value)}")


def choice(name: str, value: object, known: Collection[str]) -> str | None:
    """Return an optional argument that is one of some names."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str or None, not {type_name(value)}")
    if value not in known:
        raise InvalidArgumentError(f"unknown {name} {quoted(value)}; expected one of {', '.join(known)}, or None")
    return value


def printable(text: str) -> str:
    """Return the text with "?" for characters that are not printable, e.g. in the name of a file."""
    return "".join(each if each.isprintable() else "?" for each in text)


def is_visible(text: str) -> bool:
    """Return whether a text has a character that can be seen, as a name must."""
    return re.sub(INVISIBLE, "", text) != ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, e.g. "1 deal" or "2,000 deals"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def suggestion(name: str, known: Sequence[str]) -> str:
    """Return the hint of a message about an unknown name, e.g. " (did you mean players?)", or an empty text."""
    import difflib

    near = difflib.get_close_matches(name.lower(), known, n=1) if len(name) <= MAX_SHOWN else []
    return f" (did you mean {near[0]}?)" if near else ""


def named_arguments(make: Callable[Concatenate[Any, P], None]) -> Callable[Concatenate[Any, P], None]:
    """Decorate an `__init__` so that unknown and unnamed arguments raise errors that say what is accepted."""
    code: CodeType = make.__code__  # `inspect`, which knows all callables, is slow to import
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    unnamed = names[: code.co_argcount - 1]

    @functools.wraps(make)
    def checked(self: Any, /, *args: P.args, **options: P.kwargs) -> None:
        thing = type(self).__name__
        if len(args) > len(unnamed):
            but = f" except {', '.join(unnamed)}" if unnamed else " only"
            option = names[len(unnamed)]
            raise TypeError(f"{thing} takes keyword arguments{but}, e.g. {thing}({option}=...)")
        for name in options:
            if name not in names:
                hint = suggestion(name, names)
                noun = "option" if thing == "Rules" else "argument"
                raise TypeError(f"{thing} has no {noun} {quoted(name)}{hint}; expected one of {', '.join(names)}")
        make(self, *args, **options)

    return checked


def command_words(command: object) -> list[str]:
    """Return a program and its arguments, split as a shell does."""
    import shlex

    text = text_of("command", command)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidArgumentError(f"invalid command {quoted(text)}: {error}") from None
    if not words or "\0" in text:
        raise InvalidArgumentError(f"invalid command {quoted(text)}; expected e.g. node my_bot.js")
    return words


def tokens(text: str) -> list[str]:
    """Split a text at spaces only. Tabs and line breaks are part of the tokens."""
    return [token for token in text.split(" ") if token]
