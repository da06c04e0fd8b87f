"""Matches of Dou Dizhu."""

from __future__ import annotations

from typing import Any

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
