"""The parts of observations that all games share. `docs/observations.md` describes the fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from .._arguments.checks import MAX_RECENT

if TYPE_CHECKING:
    from ..schemas.observation import ObservationSpec
    from .recent import Recent

Fields: TypeAlias = list[tuple[str, tuple[int, ...], int]]
"""The layout: the name, shape and largest value of each field."""

Parts: TypeAlias = list[tuple[str, Any]]
"""The contents: the name of each field and its numbers, in lists or tuples of the field's shape."""

_T = TypeVar("_T")


def row(spec: ObservationSpec, parts: Parts) -> npt.NDArray[np.uint8]:
    """Return all parts in one array. Asserts that each fits its field."""
    filled = np.zeros(spec.size, np.uint8)
    fields = spec.split(filled)
    assert [name for name, _ in parts] == list(fields), "the parts are the fields, in their order"
    for field, (name, values) in zip(spec.fields, parts, strict=True):
        given = np.asarray(values, np.int64)
        assert given.shape == field.shape, f"{name} has the shape {given.shape}, not {field.shape}"
        assert given.min() >= 0, f"{name} is not negative"
        assert given.max() <= field.high, f"{name} is at most {field.high}"
        fields[name][...] = given
    return filled


# Seats


def relative(seat: int | None, observer: int, players: int) -> int | None:
    """Return a seat counted from the observer, who is 0; the next seat in turn is 1."""
    return None if seat is None else (seat - observer) % players


def from_observer(of_seats: tuple[_T, ...], observer: int) -> list[_T]:
    """Return one item per seat, starting with the observer's."""
    return [*of_seats[observer:], *of_seats[:observer]]


def one_hot(size: int, place: int | None) -> list[int]:
    """Return a list with a 1 at this place and zeros elsewhere. None gives zeros only."""
    return [int(each == place) for each in range(size)]


# The last actions


def last_actions_fields(players: int, fields: Fields) -> Fields:
    """Return the layout of the last actions, where `fields` are those by which a game describes one action."""
    return [
        ("recent_count", (1,), MAX_RECENT),
        ("recent_seat", (MAX_RECENT,), players - 1),
        *[(name, (MAX_RECENT, *shape), high) for name, shape, high in fields],
    ]


def last_actions(
    recent: Recent,
    observer: int,
    players: int,
    nothing: Mapping[str, Any],
    describe: Callable[[int, int], Mapping[str, Any]],
) -> Parts:
    """Return the last actions, newest first.

    `describe` returns the fields of an action by a seat; `nothing` has the fields of an unused row.
    """
    rows = [describe(seat, action) for seat, action in reversed(recent)]
    unused = MAX_RECENT - len(rows)
    rows += unused * [nothing]
    seats = [relative(seat, observer, players) for seat, _ in reversed(recent)]
    return [
        ("recent_count", [len(recent)]),
        ("recent_seat", [*seats, *(unused * [0])]),
        *[(name, [each[name] for each in rows]) for name in nothing],
    ]
