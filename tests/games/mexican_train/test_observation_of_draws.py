"""What observations show about draws."""

from __future__ import annotations

import pytest

from helpers.cases import CASES, Case
from helpers.observations import moments, push, shown, tiles, trains, turned

SMALL_SET = "mexican_train players=2 set=3 engine=3 hand_size=2"


def test_draw_shows_missing_numbers_but_not_the_kept_tile(backend: str) -> None:
    """Seat 0 cannot play on 3, the end of all trains. It draws 1-1, keeps it and passes, so its hand has no 3."""
    state = trains(backend, f"{SMALL_SET}; hand 0 0-1 1-2; hand 1 0-0 2-3; boneyard 1-1 0-2 2-2 0-3 1-3; turn 0")
    push(state, "draw")
    # The last drawn tile can have a 3 (even be 3-3, as far as draws show); the two others cannot.
    assert shown(state, 1, "sizes") == [2, 3]
    assert shown(state, 1, "most") == [[3, 3, 3, 1]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1]]
    assert shown(state, 0, "most") == [[2, 2, 2, 2]]
    push(state, "pass")
    assert state.lacks == ((3,), ())
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    # Seat 1 plays 2-3 on the train of seat 0: nothing is known about 2s.
    push(state, "2-3@0")
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    # Seat 0 plays 1-2 there.
    push(state, "1-2@me")
    assert shown(state, 1, "sizes") == [1, 2]
    assert shown(state, 1, "most") == [[2, 2, 2, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 0]]
    assert shown(state, 0, "most") == [[1, 1, 1, 1]]


def test_each_later_kept_draw_counts_once(backend: str) -> None:
    """Seat 0 keeps a draw at a 3, then passes at another number: the later draw can still have a 3."""
    text = f"{SMALL_SET}; hand 0 0-0 0-1; hand 1 2-3 2-2; boneyard 1-1 0-2 1-2 0-3 1-3; turn 0"
    state = trains(backend, text)
    push(state, "draw")
    push(state, "pass")
    assert shown(state, 1, "most") == [[3, 3, 3, 0]]
    push(state, "2-3@0")
    # Ends open to seat 0: 2 on its own train, 3 on the Mexican train. It draws 0-2, which fits, and
    # plays it.
    push(state, "draw")
    assert shown(state, 1, "most") == [[4, 4, 1, 1]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 1, 1]]
    push(state, "0-2@me")
    assert shown(state, 1, "most") == [[3, 3, 0, 0]]
    assert shown(state, 1, "can_have_double") == [[1, 1, 0, 0]]


@pytest.mark.parametrize("case", [case for case in CASES if case.game == "mexican_train"], ids=str)
def test_maximum_is_zero_exactly_for_missing_numbers(case: Case) -> None:
    seen = 0
    for state in moments(case):
        for seat in range(case.rules.players):
            rows = shown(state, seat, "most")
            for other, row in zip(turned(range(case.rules.players), seat)[1:], rows, strict=True):
                size, lacking = state.hand_sizes[other], state.lacks[other]
                assert [n for n, most in enumerate(row) if most == 0 and size > 0] == [n for n in lacking if size > 0]
                seen += len(lacking)
                hand = tiles(state.hands[other])
                for n, most in enumerate(row):
                    held = [tile for tile in hand if str(n) in tile.split("-") and tile != f"{n}-{n}"]
                    assert len(held) <= most <= size
                doubles = shown(state, seat, "can_have_double")[(other - seat) % case.rules.players - 1]
                assert all(doubles[n] or f"{n}-{n}" not in hand for n in range(case.rules.set + 1))
    assert seen
