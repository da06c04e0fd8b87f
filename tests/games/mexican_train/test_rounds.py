"""Rounds worked out by hand, and random rounds checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.messages import message_of, says
from helpers.mexican_train import LARGE, SMALL, as_shown, assert_matches_model, data, plain, pushed, rounds_of, shows
from oxideal.errors import (
    IllegalMoveError,
)


@data("rounds.json", "doubles.json")
def test_rounds(mt: Any, row: dict[str, Any]) -> None:
    state = mt.State.from_text(row["text"])
    assert state.to_text() == row["text"]
    state = pushed(mt, row)
    expect = dict(row["expect"])
    one_left = expect.pop("one_left", None)
    shows(state, expect, row["why"])
    if one_left is not None:  # MT-15
        for seat in range(state.rules.players):
            assert state.events(seat)[-1].endswith("one tile left") is one_left, row["why"]
    for seat in range(state.rules.players):
        view = state.view(seat)
        public = {name: each for name, each in expect.items() if name not in ("hands", "boneyard", "legal")}
        shows(view, public, row["why"])
        assert view.legal_moves() == (state.legal_moves() if seat == state.current_player else [])
        assert mt.View.from_events(state.rules, seat, state.events(seat)) == view
    assert mt.State.from_text(state.to_text()) == state
    for _ in row["moves"]:
        state.pop()
    assert state.to_text() == row["text"]


@data("rounds.json", "doubles.json")
def test_rounds_match_brute_force(row: dict[str, Any]) -> None:
    """The brute-force model agrees with the positions worked out by hand."""
    table = brute.from_text(row["text"])
    for move in row["moves"]:
        table.push(move)
    found = as_shown(table)
    for name, wanted in row["expect"].items():
        assert (table.one_left() if name == "one_left" else found[name]) == wanted, f"{name}: {row['why']}"


@data("refused.json")
def test_refused_moves(mt: Any, row: dict[str, Any]) -> None:
    state = pushed(mt, row)
    before = state.to_text()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(state.parse(row["move"]))
    assert (caught.value.reason, caught.value.rule) == (says(*row["message"]), row["rule"]), row["why"]
    assert str(caught.value) == message_of(row)
    assert state.to_text() == before
    assert not state.is_legal(state.parse(row["move"]))


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
