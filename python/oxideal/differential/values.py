"""What an engine answers, in a form that compares and prints alike for both."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Plain: TypeAlias = object
"""A value in such a form; see `plain`."""

NO_ANSWERS = (KeyboardInterrupt, SystemExit, MemoryError)


RULE = re.compile(r"\[([A-Z]{2}-\d\d(?:, [A-Z]{2}-\d\d)*)\]")
VALUE = re.compile(r'"[^"]*"|-?\d+(?:[-,@*]\w+)*|\b[A2-9TJQK][CDHS]\b')


def facts(error: BaseException) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What two engines must agree on in a refusal: its class, and the rules and the values that it names. Its wording
    is each engine's own.
    """
    text = str(error)
    return type(error).__name__, tuple(RULE.findall(text)), tuple(sorted(VALUE.findall(RULE.sub("", text))))


@dataclass(frozen=True, eq=False, repr=False)
class Refusal:
    """An error in place of an answer; equal to one with the same facts."""

    error: BaseException

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and facts(self.error) == facts(other.error)

    __hash__ = None  # type: ignore[assignment]  # nothing is kept by its answers

    def __repr__(self) -> str:
        return repr((type(self.error).__name__, str(self.error)))


def answer(get: Callable[..., object], *given: object) -> Plain:
    try:
        return plain(get(*given))
    except NO_ANSWERS:
        raise
    except BaseException as error:  # a panic of a Rust engine is no Exception
        return Refusal(error)


def plain(value: object) -> Plain:
    """A value that can be compared between engines: their own objects by their texts, and the types of all else."""
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
    """A state or a view with what its text does not tell."""
    return [one, one.recent, one.to_bytes()]


def twin(one: Any, two: Any, *, with_way: bool = True) -> list[object]:
    """What is true of two objects that ought to be equal, and where they come from if that is to be kept too."""
    facts = [one == two, hash(one) == hash(two), two.to_text(), two.recent]
    return [*facts, two.history, two.seed, two.stream] if with_way else facts
