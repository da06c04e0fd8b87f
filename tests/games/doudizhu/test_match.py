"""Matches of Dou Dizhu."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.matches import finish


def test_balances_can_be_negative(dd: Any) -> None:
    """DD-32: balances start at 0, and gains equal losses."""
    match = dd.Match(seed=7)
    assert match.totals == (0, 0, 0)
    for number in range(12):
        finish(match.next_round() if number else match.state)
        assert sum(match.totals) == 0
    assert not match.is_over
    assert min(match.totals) < 0
    assert match.totals == match.scores


@pytest.mark.parametrize(
    ("players", "first", "dealers"), [(3, 0, [0, 2, 1, 0, 2]), (3, 1, [1, 0, 2, 1, 0]), (4, 2, [2, 1, 0, 3, 2])]
)
def test_deal_passes_clockwise(dd: Any, players: int, first: int, dealers: list[int]) -> None:
    """DD-04: the deal passes from seat s to seat s - 1, a void round included."""
    match = dd.Match(dd.Rules(players=players, all_pass="void"), seed=7, rounds=5, dealer=first)
    while not match.is_over:
        state = match.next_round() if match.state.is_over else match.state
        assert state.dealer == match.dealer
        if state.dealer == dealers[1]:
            for _ in range(players):
                state.push(state.parse("pass"))
            assert state.is_over
        finish(state)
    assert [each.dealer for each in match.results] == dealers
