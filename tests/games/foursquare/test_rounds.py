"""Placements and games worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.cases import play, rows
from helpers.foursquare import CELLS, DECK, data
from oxideal.errors import IllegalMoveError


def cell_of(text: str) -> tuple[int, int]:
    row, column = text.split(",")
    return int(row), int(column)


def cards_of(text: str) -> list[str]:
    return [] if text == "-" else text.split(" ")


@data("placements.json")
def test_placements(fs: Any, row: dict[str, Any]) -> None:
    state = fs.State.from_text(row["before"])
    assert state.to_text() == row["before"]
    tops, card, view = state.grid, state.card, state.view(0)
    assert state.grid.shape == (7, 7)
    move = state.parse(row["place"])
    state.push(move)
    assert state.to_text() == row["after"], row["why"]
    assert state == fs.State.from_text(row["after"])

    # FS-05, FS-06: `flips` agrees.
    turned = [CELLS.index(cell_of(cell)) for cell in row["turned"]]
    assert fs.flips(tops, move, card) == turned, row["why"]

    # FS-08 to FS-11: the end, and whether it is a win or a loss.
    payoffs, scores = (None if row[name] is None else (row[name],) for name in ("payoff", "score"))
    for table in (state, state.view(0)):
        assert table.payoffs == payoffs, row["why"]
        assert table.scores == scores
        assert table.is_over is (row["over"] is not None)
        assert table.is_won is (row["over"] == "FS-09")
        assert (table.card is None) is table.is_over
        assert table.stock_size == len(cards_of(state.stock))
    if row["over"] is not None:
        with pytest.raises(IllegalMoveError) as caught:
            state.push(0)
        assert caught.value.rule == row["over"]

    # The knowledge of an observer.
    drawn = [] if state.card is None else [f"card {state.card}"]
    events = [f"position {view.to_text()}", f"place {row['place']}", *drawn]
    assert state.events(0) == events
    assert fs.View.from_events(state.rules, 0, events) == state.view(0)
    state.pop()
    assert state.to_text() == row["before"]


@data("legal.json")
def test_legal_cells(fs: Any, row: dict[str, Any]) -> None:
    state = fs.State.from_text(row["position"])
    assert list(map(str, state.legal_moves())) == row["legal"], row["why"]
    assert state.legal_actions() == [CELLS.index(cell_of(cell)) for cell in row["legal"]]
    assert state.view(0).legal_actions() == state.legal_actions()


def test_first_five_turns_are_always_played(fs: Any) -> None:
    """FS-08: five face-down cards and the placed one make at least six piles, so five turns are always played."""
    for diagonal, counts in ((False, [1, 1, 5, 37, 349]), (True, [1, 1, 9, 113])):
        for seed in range(3):
            state = fs.State(fs.Rules(diagonal=diagonal), seed=seed)
            assert [state.perft(depth) for depth in range(len(counts))] == counts


def test_a_placement_is_always_legal(fs: Any) -> None:
    """FS-10: there is room for 64 cards, more than the 40. Limits in every game: four cards per
    pile, four rows, four columns.
    """
    for seed in range(40):
        state = fs.State(fs.Rules(diagonal=seed % 2 == 1), seed=seed)
        for moment in play(state, seed):
            assert moment.is_over or moment.legal_actions()
            piles = moment.piles
            assert list(piles) == sorted(piles)
            assert all(1 <= len(cards) <= 4 for cards in piles.values())  # FS-04
            for axis in (0, 1):
                used = [cell[axis] for cell in piles] or [0]
                assert max(used) - min(used) < 4  # FS-04
            lying = [card for cards in piles.values() for card in cards]
            hand = [] if moment.card is None else [moment.card]
            assert sorted([*lying, *hand, *cards_of(moment.stock)]) == sorted(DECK)  # FS-01
            assert moment.stock_size == len(cards_of(moment.stock))
            assert cards_of(moment.view(0).unseen) == sorted(cards_of(moment.stock), key=DECK.index)


def test_state_and_view_attributes(fs: Any) -> None:
    state = fs.State.from_text(rows("foursquare", "pictures.json")[1]["text"])
    for table in (state, state.view(0)):
        assert table.piles == {(-1, 0): ("5H",), (0, -1): ("2C", "7D"), (0, 0): ("3C", "4C", "9D"), (0, 1): ("AS",)}
        assert list(table.piles) == [(-1, 0), (0, -1), (0, 0), (0, 1)]
        grid = np.zeros((7, 7), dtype=np.int8)
        grid[2, 3], grid[3, 2], grid[3, 3], grid[3, 4] = 5, 7, -9, 1
        assert table.grid.dtype == np.int8
        assert table.grid.tolist() == grid.tolist()
        table.grid[:] = 99  # a new object
        table.piles.clear()
        assert table.grid.tolist() == grid.tolist()
        assert len(table.piles) == 4
        assert table.card == "7S"
        assert table.stock_size == 32
        assert table.is_won is False
    assert len(state.stock.split()) == len(state.view(0).unseen.split()) == 32


def test_lost_game_is_not_void(fs: Any) -> None:
    state = fs.State(seed=7)
    while not state.is_over:
        state.push(state.legal_actions()[0])
    assert (state.payoffs, state.is_void, state.view(0).is_void) == ((0,), False, False)
