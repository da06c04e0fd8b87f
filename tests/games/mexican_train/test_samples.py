"""Samples compared with full enumeration of the shuffles."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.chi_square import check_uniform
from helpers.effort import some_in_quick, times
from helpers.mexican_train import play_randomly, rules_of

# Samples (MT-30)


def samples_of(view: Any, count: int) -> Counter[Any]:
    """Count the hands and the boneyard tiles of `count` samples."""
    found: Counter[Any] = Counter()
    for stream in range(count):
        sample = view.sample(3, stream)
        hands = tuple(frozenset(brute.tiles_from(hand)) for hand in sample.hands)
        found[hands, frozenset(brute.tiles_from(sample.boneyard))] += 1
    return found


FOLLOW: dict[str, Any] = {"players": 2, "set": 4, "hand_size": 3, "follow_up": "double"}


REVERSE: dict[str, Any] = {"players": 3, "set": 4, "hand_size": 3, "engine": 2, "close_order": "reverse"}


HISTORIES: list[tuple[str, dict[str, Any], int, int, int]] = [
    # What the case shows, the rules, the seed, the number of moves, and the seat.
    ("three kept draws, one tile played since", FOLLOW, 1758, 12, 0),
    ("two levels", FOLLOW, 1724, 14, 0),
    ("own tiles that were drawn", FOLLOW, 205, 9, 1),
    ("weights far apart", {"players": 2, "set": 4, "hand_size": 4}, 2990, 8, 0),
    ("an early pass", {"players": 3, "set": 3, "hand_size": 2}, 492, 6, 0),
    ("all three have kept tiles", {"players": 3, "set": 4, "hand_size": 2}, 402, 10, 2),
    ("two others have played since", {"players": 3, "set": 4, "hand_size": 2}, 86, 13, 0),
    ("one has kept two", {"players": 3, "set": 4, "hand_size": 2}, 500, 14, 1),
    ("three played since", REVERSE, 1582, 13, 0),
    ("three levels", {"players": 3, "set": 4, "hand_size": 3}, 304, 13, 2),
    (
        "three levels and an empty boneyard",
        {"players": 3, "set": 4, "hand_size": 4, "engine": 2, "follow_up": "double"},
        1317,
        11,
        2,
    ),
]


def history(fields: dict[str, Any], seed: int, moves: int) -> tuple[brute.Round, brute.Round]:
    """Return the start of a random round and its state after `moves` moves."""
    start = next(play_randomly(fields, seed)).copy()
    return start, next(table for table in play_randomly(fields, seed) if len(table.log) == moves)


def reached(mt: Any, backend: str, fields: dict[str, Any], seed: int, moves: int) -> Any:
    """Return the state after them."""
    _, table = history(fields, seed, moves)
    state = mt.State(rules_of(backend, fields), seed=seed, stream=1)
    for _, move, _ in table.log:
        state.push(state.parse(move))
    return state


@cache
def enumerated(place: int) -> Counter[Any]:
    """Return the deals that fit the seat's history."""
    _, fields, seed, moves, seat = HISTORIES[place]
    start, table = history(fields, seed, moves)
    return brute.deals(start, table.log, seat)


@pytest.mark.parametrize("place", some_in_quick(range(len(HISTORIES))), ids=[row[0] for row in HISTORIES])
def test_samples_match_full_enumeration(mt: Any, backend: str, place: int) -> None:
    """MT-30: all initial shuffles that would have looked the same to a seat are equally likely."""
    _, fields, seed, moves, seat = HISTORIES[place]
    view = reached(mt, backend, fields, seed, moves).view(seat)
    check_uniform(samples_of(view, times(1500, quick=250)), enumerated(place))
