"""Rounds worked out by hand, and random rounds checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.cases import begun, plain, rows, shows
from helpers.mexican_train import LARGE, SMALL, as_shown, assert_matches_model, rounds_of


def test_last_tile_is_announced(backend: str) -> None:
    """MT-15."""
    for row in rows("mexican_train", "rounds.json"):
        if "one_left" in row:
            state = begun("mexican_train", backend, row)
            for seat in range(state.rules.players):
                assert state.events(seat)[-1].endswith("one tile left") is row["one_left"], row["why"]


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_random_rounds_match_independent_bookkeeping(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    """MT-06 to MT-28: legal moves and their effects at every ply."""
    met: Counter[str] = Counter()
    for state, table in rounds_of(mt, backend, fields, range(80)):
        shown = as_shown(table)
        shows(state, shown, state.to_text())
        met["blocked"] += table.is_over and table.went_out is None
        met["out"] += table.went_out is not None
        met["dead"] += bool(shown["dead_doubles"])
        met["doubled"] += table.doubled
        met["must close"] += bool(shown["open_doubles"]) and not table.doubled
        met["several"] += len(shown["open_doubles"]) > 1
        met["marked"] += any(table.marked)
        tiles = [*table.on_table(), *table.boneyard, *(tile for hand in table.hands for tile in hand)]
        assert sorted(tiles) == sorted(brute.tiles_of(table.options.set))
    assert min(met["out"], met["marked"], met["must close"]) > 0
    if fields["set"] == 4:
        assert min(met["blocked"], met["doubled"], met["dead"]) > 0
    if fields["set"] == 6:
        assert min(met["doubled"], met["several"], met["dead"]) > 0


@pytest.mark.parametrize("fields", LARGE, ids=str)
def test_random_rounds_with_default_rules(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    for place, (state, table) in enumerate(rounds_of(mt, backend, fields, range(2))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 7 == 0 or table.is_over:
            assert_matches_model(state, table)
