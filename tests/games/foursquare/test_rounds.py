"""Deals, positions, placements and games, worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import Any

import numpy as np
import pytest

from helpers.cases import play, rows
from helpers.foursquare import CELLS, DECK, data
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import IllegalMoveError, InvalidMoveError, InvalidRecordError, InvalidRulesError, InvalidStateError


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


@data("decks.json")
def test_deals(fs: Any, row: dict[str, Any]) -> None:
    """FS-01. Another ChaCha20 implementation (OpenSSL's) shuffled these decks."""
    cards = row["stock"].split()
    assert sorted(cards) == sorted(DECK)
    for diagonal in (False, True):
        state = fs.State(fs.Rules(diagonal=diagonal), seed=int(row["seed"]), stream=int(row["stream"]))
        assert (state.card, *state.stock.split()) == tuple(cards)
        for deck in (cards, tuple(cards), row["stock"], f"  {row['stock'].lower().replace('t', '10')} "):
            by_hand = fs.State.from_deal(fs.Rules(diagonal=diagonal), deck)
            assert by_hand == state
            assert (by_hand.seed, by_hand.stream, by_hand.history) == (None, None, ())
        assert state.piles == {}
        assert state.stock_size == 39
        assert state.view(0).unseen == " ".join(card for card in DECK if card != state.card)
        assert state.events(0) == [f"card {state.card}"]
        name = "foursquare diagonal" if diagonal else "foursquare"
        assert by_hand.events(0) == [f"position {name}; card {state.card}"]


def test_endless_input_is_refused(fs: Any) -> None:
    too_many = says("too_many_cards_in_deal", 40)
    refuses(InvalidStateError, too_many, fs.State.from_deal, fs.Rules(), cycle(DECK))
    events = cycle(["card 7S", "place 0,0"])
    refuses(InvalidRecordError, says("seen_before", "7S", event=2), fs.View.from_events, fs.Rules(), 0, events)


def test_deals_of_the_wrong_type(fs: Any) -> None:
    refuses(TypeError, says("not_a_str", "a card", "int"), fs.State.from_deal, fs.Rules(), list(range(40)))
    refuses(TypeError, says("not_a_str", "a card", "NoneType"), fs.State.from_deal, fs.Rules(), ["AC", None])
    refuses(TypeError, says("rules_of_other_game", "dict"), fs.State.from_deal, {}, DECK)


def test_events_of_a_game(fs: Any) -> None:
    events = ["card 7S", "place 0,0 ", "card   9H", "place   +0 , 1", "card ac   "]
    view = fs.View.from_events(fs.Rules(), 0, events)
    assert view.to_text() == "foursquare; 0,0: (7S); 0,1: 9H; card AC"
    on = fs.View.from_events(fs.Rules(), 0, [f"position {view.to_text()}", "place 0,1", "card 10h"])
    assert on.to_text() == "foursquare; 0,0: 7S; 0,1: 9H AC; card TH"
    assert view.current_player == 0
    assert len(view.unseen.split()) == 37


def test_samples_are_uniform(fs: Any) -> None:
    """With three cards in the stock, each of their six orders is equally likely."""
    text = next(row["text"] for row in rows("foursquare", "pictures.json") if "1 card in the stock" in row["lines"][0])
    under, last = text.replace(": 2D 2H 2S AC", ": AC", 1), "stock 2D 2H 2S "
    assert under != text
    state = fs.State.from_text(under.replace("stock ", last))
    assert len(state.stock.split()) == 4
    counts = Counter(state.view(0).sample(3, stream).stock for stream in range(2400))
    assert len(counts) == 24
    assert min(counts.values()) > 60  # 100 on average, with a standard deviation of 10
    assert max(counts.values()) < 145
    assert set(counts) == {sample.stock for sample in (state.view(0).sample(seed) for seed in range(400))}


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_ids_are_cells(fs: Any, row: int, column: int) -> None:
    move = fs.Move(row, column)
    assert int(move) == 7 * (row + 3) + (column + 3)
    assert (move.kind, move.row, move.column) == ("place", row, column)
    assert str(move) == f"{row},{column}"
    assert repr(move) == f"Move({row}, {column})"
    rules = fs.Rules()
    assert rules.move(int(move)) == move
    assert fs.Move(column=np.int8(column), row=np.int64(row)) == move
    for text in (f"{row:+},{column:+}", f"  {row} ,  {column}  ", f"{row},{column}"):
        assert rules.parse(text) == move
    assert (rules.num_actions, rules.action_table_version, rules.players) == (49, 1, 1)


def test_invalid_cells(fs: Any) -> None:
    for row, column in ((4, 0), (0, -4), (10**30, 0), (0, -(10**30)), (4, 4)):
        message = says("cell_out_of_range", f"{row},{column}")
        refuses(InvalidMoveError, message, fs.Move, row, column)
    for thing in ("0", None, 0.0, True):
        name = type(thing).__name__
        refuses(TypeError, says("not_an_integer", "row", name), fs.Move, thing, 0)
        refuses(TypeError, says("not_an_integer", "column", name), fs.Move, 0, thing)


def test_invalid_rules(fs: Any) -> None:
    for value in (1, 0, None, "yes", 1.0):
        message = says("not_boolean", "diagonal", type(value).__name__)
        refuses(InvalidRulesError, message, fs.Rules, diagonal=value)
        refuses(InvalidRulesError, message, fs.Rules.from_dict, {"diagonal": value})
    assert fs.Rules().diagonal is False
    assert fs.Rules(diagonal=True).diagonal is True
    assert repr(fs.Rules()) == "Rules(diagonal=False)"
