"""The answers of engines, in a form that can be compared and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ..errors import MoveError

Plain: TypeAlias = object
"""A value returned by `plain`."""

NOT_ANSWERS = (KeyboardInterrupt, SystemExit, MemoryError)
"""Errors that are not answers of an engine."""

RULE = re.compile(r"\[([A-Z]{2}-\d\d(?:, [A-Z]{2}-\d\d)*)\]")
VALUE = re.compile(r'"[^"]*"|-?\d+(?:[-,@*]\w+)*|\b[A2-9TJQK][CDHS]\b')


def facts(error: BaseException) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return what must be equal in the errors of two engines: the class, the rule ids and the values.

    Refused moves have the same sentence; the wording of other errors can differ.
    """
    text = str(error)
    if isinstance(error, MoveError) and error.key is not None:
        values = (f"{name}={value}" for name, value in sorted(error.values.items()))
        return type(error).__name__, tuple(RULE.findall(text)), (error.key, *values)
    return type(error).__name__, tuple(RULE.findall(text)), tuple(sorted(VALUE.findall(RULE.sub("", text))))


@dataclass(frozen=True, eq=False, repr=False)
class Refusal:
    """An error as an answer. Two are equal if their `facts` are."""

    error: BaseException

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and facts(self.error) == facts(other.error)

    __hash__ = None  # type: ignore[assignment]  # never needed in a set or dict

    def __repr__(self) -> str:
        return repr((type(self.error).__name__, str(self.error)))


def answer(get: Callable[..., object], *given: object) -> Plain:
    try:
        return plain(get(*given))
    except NOT_ANSWERS:
        raise
    except BaseException as error:  # a panic of a Rust engine is not an Exception
        return Refusal(error)


def plain(value: object) -> Plain:
    """Return the value in a form that compares between engines: their objects as texts, and types by name."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return value
    if isinstance(value, np.ndarray):
        return "array", str(value.dtype), value.shape, value.tolist()
    if isinstance(value, dict):
        return kind.__name__, [(plain(key), plain(each)) for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return kind.__name__, [plain(each) for each in value]
    if isinstance(value, (set, frozenset)):
        return kind.__name__, sorted((plain(each) for each in value), key=repr)
    if hasattr(value, "to_text"):
        return kind.__name__, value.to_text()
    if hasattr(value, "to_dict"):
        return kind.__name__, value.to_dict()
    if hasattr(value, "__int__"):
        return kind.__name__, int(value), str(value)
    return kind.__name__, repr(value)


def format_value(value: Plain) -> str:
    return value if isinstance(value, str) else repr(value)


def public(value: object) -> list[str]:
    return [name for name in dir(value) if not name.startswith("_")]


def all_of(one: Any) -> list[object]:
    """Return a state or a view, with what its text does not contain."""
    return [one, one.recent, one.to_bytes()]


def twin(one: Any, two: Any, *, with_history: bool = True) -> list[object]:
    """Return facts about two objects that should be equal, with their history unless it is lost."""
    facts = [one == two, hash(one) == hash(two), two.to_text(), two.recent]
    return [*facts, two.history, two.seed, two.stream] if with_history else facts
