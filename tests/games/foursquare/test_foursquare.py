"""FourSquare's rules and messages. Positions are data (`tests/data/foursquare`), worked out by hand from the rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle, product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from helpers import codec
from helpers.cases import module_of, play, rows
from helpers.refusal import refuses
from helpers.splitmix import BASES, SplitMix
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
)

CELLS = list(product(range(-3, 4), repeat=2))
"""The cells in the order of their ids."""

DECK = [rank + suit for rank in "A23456789T" for suit in "CDHS"]


@pytest.fixture
def fs(backend: str) -> Any:
    return module_of("foursquare", backend)


def data(file: str) -> pytest.MarkDecorator:
    """One test for each row of the file, named by its rule and number."""
    found = rows("foursquare", file)
    names = [f"{row.get('rule', 'row')}-{number}" for number, row in enumerate(found)]
    return pytest.mark.parametrize("row", found, ids=names)


def cell_of(text: str) -> tuple[int, int]:
    row, column = text.split(",")
    return int(row), int(column)


# The rules


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

    # FS-05, FS-06: what is said of the flips alone, too.
    turned = [CELLS.index(cell_of(cell)) for cell in row["turned"]]
    assert fs.flips(tops, move, card) == turned, row["why"]

    # FS-08 to FS-11: how it ends, and that the winner is told from the loser.
    payoffs, scores = (None if row[name] is None else (row[name],) for name in ("payoff", "score"))
    for table in (state, state.view(0)):
        assert table.payoffs == payoffs, row["why"]
        assert table.scores == scores
        assert table.is_over is (row["over"] is not None)
        assert table.is_won is (row["over"] == "FS-09")
        assert (table.card is None) is table.is_over
        assert table.stock_left == len(state.stock)
    if row["over"] is not None:
        with pytest.raises(IllegalMoveError) as caught:
            state.push(0)
        assert caught.value.rule == row["over"]

    # What somebody who has only watched knows.
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


@data("refused.json")
def test_refused_placements(fs: Any, row: dict[str, Any]) -> None:
    state = fs.State.from_text(row["position"])
    with pytest.raises(IllegalMoveError) as caught:
        state.push(state.parse(row["place"]))
    assert (caught.value.rule, caught.value.reason) == (row["rule"], row["reason"]), row["why"]
    assert str(caught.value) == f"{row['reason']} [{row['rule']}]"
    assert state.to_text() == row["position"]


@data("deals.json")
def test_deals(fs: Any, row: dict[str, Any]) -> None:
    """FS-01, with decks that another ChaCha20 (OpenSSL's) has shuffled."""
    cards = row["stock"].split()
    assert sorted(cards) == sorted(DECK)
    for diagonal in (False, True):
        state = fs.State(fs.Rules(diagonal=diagonal), seed=int(row["seed"]), stream=int(row["stream"]))
        assert (state.card, *state.stock) == tuple(cards)
        for deck in (cards, tuple(cards), row["stock"], f"  {row['stock'].lower().replace('t', '10')} "):
            by_hand = fs.State.from_deal(fs.Rules(diagonal=diagonal), deck)
            assert by_hand == state
            assert (by_hand.seed, by_hand.stream, by_hand.history) == (None, None, ())
        assert state.piles == {}
        assert state.stock_left == 39
        assert state.view(0).unseen == tuple(card for card in DECK if card != state.card)
        assert state.events(0) == [f"card {state.card}"]
        name = "foursquare diagonal" if diagonal else "foursquare"
        assert by_hand.events(0) == [f"position {name}; card {state.card}"]


def test_the_first_turns_do_not_depend_on_the_cards(fs: Any) -> None:
    """FS-08: five cards face down and the placed one are six piles at least, so five turns are always played."""
    for diagonal, counts in ((False, [1, 1, 5, 37, 349]), (True, [1, 1, 9, 113])):
        for seed in range(3):
            state = fs.State(fs.Rules(diagonal=diagonal), seed=seed)
            assert [state.perft(depth) for depth in range(len(counts))] == counts


def test_there_is_always_a_placement(fs: Any) -> None:
    """FS-10: 40 cards find room for 64. Also what all games share: at most four a pile, four rows, four columns."""
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
            assert sorted([*lying, *hand, *moment.stock]) == sorted(DECK)  # FS-01
            assert moment.stock_left == len(moment.stock)
            assert moment.view(0).unseen == tuple(sorted(moment.stock, key=DECK.index))


def test_what_a_table_shows(fs: Any) -> None:
    state = fs.State.from_text(rows("foursquare", "pictures.json")[1]["text"])
    for table in (state, state.view(0)):
        assert table.piles == {(-1, 0): ("5H",), (0, -1): ("2C", "7D"), (0, 0): ("3C", "4C", "9D"), (0, 1): ("AS",)}
        assert list(table.piles) == [(-1, 0), (0, -1), (0, 0), (0, 1)]
        grid = np.zeros((7, 7), dtype=np.int8)
        grid[2, 3], grid[3, 2], grid[3, 3], grid[3, 4] = 5, 7, -9, 1
        assert table.grid.dtype == np.int8
        assert table.grid.tolist() == grid.tolist()
        table.grid[:] = 99  # the caller's own
        table.piles.clear()
        assert table.grid.tolist() == grid.tolist()
        assert len(table.piles) == 4
        assert table.card == "7S"
        assert table.stock_left == 32
        assert table.is_won is False
    assert len(state.stock) == len(state.view(0).unseen) == 32


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_ids_are_the_cells(fs: Any, row: int, column: int) -> None:
    move = fs.Move(row, column)
    assert int(move) == 7 * (row + 3) + (column + 3)
    assert (move.row, move.column) == (row, column)
    assert str(move) == f"{row},{column}"
    assert repr(move) == f"Move({row}, {column})"
    rules = fs.Rules()
    assert rules.move(int(move)) == move
    assert fs.Move(column=np.int8(column), row=np.int64(row)) == move
    for text in (f"{row:+},{column:+}", f"  {row} ,  {column}  ", f"{row},{column}"):
        assert rules.parse(text) == move
    assert (rules.num_actions, rules.action_table_version, rules.players) == (49, 1, 1)


# Texts and messages


@data("good_texts.json")
def test_texts_that_are_read(fs: Any, row: dict[str, Any]) -> None:
    read = getattr(fs, row["reader"]).from_text(row["text"])
    assert read.to_text() == row["written"], row["why"]
    assert repr(read) == f"{row['reader']}.from_text({row['written']!r})"


@data("bad_texts.json")
def test_texts_that_are_refused(fs: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, row["message"], getattr(fs, row["reader"]).from_text, row["text"])


@data("bad_deals.json")
def test_deals_that_are_refused(fs: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, row["message"], fs.State.from_deal, fs.Rules(), row["stock"])


def test_input_without_end(fs: Any) -> None:
    """What never ends is refused as soon as it cannot be right."""
    too_many = "a deal has 40 cards, this one has more"
    refuses(InvalidStateError, too_many, fs.State.from_deal, fs.Rules(), cycle(DECK))
    events = cycle(["card 7S", "place 0,0"])
    refuses(InvalidRecordError, "event 2: 7S has been seen before", fs.View.from_events, fs.Rules(), 0, events)


def test_deals_of_the_wrong_type(fs: Any) -> None:
    refuses(TypeError, "a card must be a str, not int", fs.State.from_deal, fs.Rules(), list(range(40)))
    refuses(TypeError, "a card must be a str, not NoneType", fs.State.from_deal, fs.Rules(), ["AC", None])
    refuses(TypeError, "rules must be a Rules object of this game, not dict", fs.State.from_deal, {}, DECK)


@data("bad_events.json")
def test_events_that_are_refused(fs: Any, row: dict[str, Any]) -> None:
    rules = fs.Rules(diagonal=row["diagonal"])
    refuses(InvalidRecordError, row["message"], fs.View.from_events, rules, 0, row["events"])


def test_events_of_a_game(fs: Any) -> None:
    events = ["card 7S", "place 0,0 ", "card   9H", "place   +0 , 1", "card ac   "]
    view = fs.View.from_events(fs.Rules(), 0, events)
    assert view.to_text() == "foursquare; 0,0: (7S); 0,1: 9H; card AC"
    on = fs.View.from_events(fs.Rules(), 0, [f"position {view.to_text()}", "place 0,1", "card 10h"])
    assert on.to_text() == "foursquare; 0,0: 7S; 0,1: 9H AC; card TH"
    assert view.current_player == 0
    assert len(view.unseen) == 37


@data("bad_moves.json")
def test_moves_that_are_refused(fs: Any, row: dict[str, Any]) -> None:
    state = fs.State(seed=1)
    for parse in (fs.Rules().parse, fs.Rules(diagonal=True).parse, state.parse, state.view(0).parse):
        refuses(InvalidMoveError, row["message"], parse, row["text"])


def test_cells_that_are_none(fs: Any) -> None:
    for row, column in ((4, 0), (0, -4), (10**30, 0), (0, -(10**30)), (4, 4)):
        message = f"there is no cell {row},{column}: rows and columns are -3 to 3"
        refuses(InvalidMoveError, message, fs.Move, row, column)
    for thing in ("0", None, 0.0, True):
        name = type(thing).__name__
        refuses(TypeError, f"row must be an integer, not {name}", fs.Move, thing, 0)
        refuses(TypeError, f"column must be an integer, not {name}", fs.Move, 0, thing)


def test_rules_that_are_none(fs: Any) -> None:
    for value in (1, 0, None, "yes", 1.0):
        message = f"diagonal is True or False, not {type(value).__name__}"
        refuses(InvalidRulesError, message, fs.Rules, diagonal=value)
        refuses(InvalidRulesError, message, fs.Rules.from_dict, {"diagonal": value})
    assert fs.Rules().diagonal is False
    assert fs.Rules(diagonal=True).diagonal is True
    assert repr(fs.Rules()) == "Rules(diagonal=False)"


@data("pictures.json")
def test_pictures(fs: Any, row: dict[str, Any]) -> None:
    state = fs.State.from_text(row["text"])
    assert str(state).split("\n") == row["lines"]
    assert str(state.view(0)) == str(state)


def test_bytes_of_the_rules(fs: Any) -> None:
    for diagonal in (False, True):
        state = fs.State(fs.Rules(diagonal=diagonal), seed=258, stream=772)
        state.push(24)
        content = b"OXID\x01S\x0afoursquare\x01" + bytes([diagonal])
        assert state.to_bytes() == content + b"\0\x02\x01" + bytes(30) + b"\x04\x03" + bytes(10) + b"\0\x01\x18"
    for rules in (b"", b"\x02", b"\0\0", b"\x01\x01"):
        head = codec.header("S", "foursquare", rules) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, "the rules in these bytes are not known", fs.State.from_bytes, head)


def test_samples_are_uniform(fs: Any) -> None:
    """Three cards lie in the stock: each of their six orders comes up about as often as the others."""
    text = next(row["text"] for row in rows("foursquare", "pictures.json") if "1 card in the stock" in row["lines"][0])
    under, last = text.replace(": 2D 2H 2S AC", ": AC", 1), "stock 2D 2H 2S "
    assert under != text
    state = fs.State.from_text(under.replace("stock ", last))
    assert len(state.stock) == 4
    counts = Counter(state.view(0).sample(3, stream).stock for stream in range(2400))
    assert len(counts) == 24
    assert min(counts.values()) > 60  # 100 on the average, with a standard deviation of 10
    assert max(counts.values()) < 145
    assert set(counts) == {sample.stock for sample in (state.view(0).sample(seed) for seed in range(400))}


# Playouts


def test_the_seed_of_the_deal_does_not_guess_it(fs: Any) -> None:
    """A guess is no better for being drawn with the deal's seed and stream: one card in 39 is where it was guessed."""
    right = 0
    for seed in range(100):
        dealt = fs.State(seed=seed, stream=seed)
        guess = dealt.view(0).sample(seed, seed)
        right += sum(map(str.__eq__, dealt.stock, guess.stock))
    assert 60 < right < 140  # 100 are expected, with a standard deviation of 10


@pytest.mark.parametrize("seed", BASES)
@pytest.mark.parametrize("diagonal", [False, True])
def test_playouts_can_be_played_again_by_hand(fs: Any, seed: int, diagonal: bool) -> None:
    rules = fs.Rules(diagonal=diagonal)
    for first in (0, 2**64 - 5):
        played = fs.playouts(rules, 5, seed, first=first)
        for k in range(5):
            chance = SplitMix.of_game(seed, first + k)
            state = fs.State.from_deal(rules, [DECK[place] for place in chance.shuffled(40)])
            while legal := state.legal_actions():
                state.push(legal[chance.below(len(legal))])
            assert tuple(played.payoffs[k]) == state.payoffs
            assert played.lengths[k] == len(state.history)


# Flips alone


def flipped(grid: list[list[int]], row: int, column: int, rank: int) -> list[tuple[int, int]]:
    """FS-05 and FS-06 in plain loops, a third opinion: rows and columns from 0 to 6."""
    found = set()
    highest = lowest = True
    for other in range(7):
        if other != column and grid[row][other] > 0:
            highest = highest and grid[row][other] < rank
            lowest = lowest and grid[row][other] > rank
    for other in range(7):
        if other != column and grid[row][other] != 0 and (highest or lowest):
            found.add((row, other))
    highest = lowest = True
    for other in range(7):
        if other != row and grid[other][column] > 0:
            highest = highest and grid[other][column] < rank
            lowest = lowest and grid[other][column] > rank
    for other in range(7):
        if other != row and grid[other][column] != 0 and (highest or lowest):
            found.add((other, column))
    return sorted(found)


def random_grids(count: int) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Grids, full ones and nearly empty ones, with few and with many ranks, so that ranks are often equal."""
    chance = random.Random(count)
    grids = np.zeros((count, 7, 7), dtype=np.int8)
    for grid in grids:
        filled, top = chance.random(), chance.randint(1, 10)
        for row, column in product(range(7), repeat=2):
            if chance.random() < filled:
                grid[row, column] = chance.choice([-1, 1, 1]) * chance.randint(1, top)
    cells = np.array([chance.randrange(49) for _ in grids])
    ranks = np.array([chance.randint(1, 10) for _ in grids])
    return grids, cells, ranks


def test_flips_in_plain_loops(fs: Any) -> None:
    grids, cells, ranks = random_grids(1500)
    many = fs.flips_many(grids, cells, ranks)
    assert many.dtype == np.bool_
    assert many.shape == (1500, 7, 7)
    assert 0.02 < many.mean() < 0.9  # else the grids show too little
    flat = fs.flips_many(grids.reshape(-1, 49), cells, ranks)
    assert flat.shape == (1500, 49)
    assert np.array_equal(flat.reshape(-1, 7, 7), many)
    for k, (grid, cell, rank) in enumerate(zip(grids.tolist(), cells.tolist(), ranks.tolist(), strict=True)):
        expected = flipped(grid, cell // 7, cell % 7, rank)
        assert [(int(row), int(column)) for row, column in np.argwhere(many[k])] == expected
        ids = [7 * row + column for row, column in expected]
        assert fs.flips(grid, cell, rank) == ids
        if k % 10 == 0:
            card = "A23456789T"[rank - 1]
            flat_grid = [top for row in grid for top in row]
            assert fs.flips(flat_grid, fs.Rules().move(cell), card + "S") == ids
            assert fs.flips(np.array(grid), np.int64(cell), card.replace("T", "10") + "\u2666") == ids


def test_the_covered_card_does_not_matter(fs: Any) -> None:
    """FS-05: what the cell held before is covered."""
    grids, cells, ranks = random_grids(200)
    expected = fs.flips_many(grids, cells, ranks)
    for top in (-10, -1, 0, 1, 5, 10):
        for k, cell in enumerate(cells):
            grids[k, cell // 7, cell % 7] = top
        assert np.array_equal(fs.flips_many(grids, cells, ranks), expected)


def test_flips_are_those_of_play(fs: Any) -> None:
    for seed in range(10):
        for moment in play(fs.State(seed=seed), seed):
            for action in moment.legal_actions()[::3]:
                after = moment.copy()
                after.push(action)
                turned = np.sign(after.grid) * np.sign(moment.grid) < 0
                turned.ravel()[action] = False
                assert np.flatnonzero(turned).tolist() == fs.flips(moment.grid, action, moment.card)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_arrays_of_any_integers(fs: Any, kind: type[Any]) -> None:
    grids, cells, ranks = random_grids(60)
    expected = fs.flips_many(grids, cells, ranks)
    assert np.array_equal(fs.flips_many(grids.astype(kind), cells.astype(kind), ranks.astype(kind)), expected)
    assert np.array_equal(fs.flips_many(grids.tolist(), cells.tolist(), ranks.tolist()), expected)
    backwards = [array[::-1] for array in (grids.astype(kind), cells, ranks)]
    assert np.array_equal(fs.flips_many(*backwards), expected[::-1])
    swapped = grids.astype(np.dtype(kind).newbyteorder())
    assert np.array_equal(fs.flips_many(swapped, cells.astype(np.uint64), ranks.astype(np.uint8)), expected)
    fortran = np.asfortranarray(grids.astype(kind))
    assert np.array_equal(fs.flips_many(fortran, cells, ranks), expected)
    assert fs.flips(fortran[0], int(cells[0]), int(ranks[0])) == np.flatnonzero(expected[0]).tolist()


def test_no_grids_at_all(fs: Any) -> None:
    for shape in ((0, 49), (0, 7, 7)):
        found = fs.flips_many(np.zeros(shape, dtype=np.int8), np.zeros(0, dtype=int), np.zeros(0, dtype=int))
        assert found.shape == shape
        assert found.dtype == np.bool_


def test_arrays_are_checked(fs: Any) -> None:
    empty = [0] * 49
    either, many = "(49,) or (7, 7)", "(n, 49) or (n, 7, 7)"
    high: list[Any] = [[0] * 7 for _ in range(7)]
    high[2][3] = 11
    for grid, wrong in (
        ([0] * 48, f"grid has the shape (48,): expected {either}"),
        ([[0] * 49], f"grid has the shape (1, 49): expected {either}"),
        ([], f"grid has the shape (0,): expected {either}"),
        (5, f"grid has the shape (): expected {either}"),
        ([[0], [0, 0]], f"grid is ragged: expected the shape {either}"),
        ([*empty[1:], 11], "grid[48] is 11: expected -10 to 10"),
        ([-11, *empty[1:]], "grid[0] is -11: expected -10 to 10"),
        (high, "grid[2, 3] is 11: expected -10 to 10"),
    ):
        refuses(InvalidArgumentError, wrong, fs.flips, grid, 0, 1)
    refuses(TypeError, "grid must be of an integer type, not float64", fs.flips, [0.0] * 49, 0, 1)
    refuses(TypeError, "grid must be of an integer type, not bool", fs.flips, [True] * 49, 0, 1)
    for cell in (49, -1, 10**30):
        wrong = f"there is no action {cell}: the ids of this table are 0 to 48"
        refuses(InvalidMoveError, wrong, fs.flips, empty, cell, 1)
    wrong = "a move is an action id or a Move of this game, not str; use parse() for texts"
    refuses(TypeError, wrong, fs.flips, empty, "0,0", 1)
    wrong = '"7X" is no card: write a rank (A 2 3 4 5 6 7 8 9 T) and a suit (C D H S), such as "7S"'
    refuses(InvalidArgumentError, wrong, fs.flips, empty, 0, "7X")
    for grids, cells, ranks, wrong in (
        (empty, [0], [1], f"grids has the shape (49,): expected {many}"),
        ([empty, high], [0], [1], f"grids is ragged: expected the shape {many}"),
        ([empty], [49], [1], "cells[0] is 49: expected 0 to 48"),
        ([empty], [-1], [1], "cells[0] is -1: expected 0 to 48"),
        ([empty], [0], [0], "ranks[0] is 0: expected 1 to 10"),
        ([empty] * 2, [0, 0], [10, 11], "ranks[1] is 11: expected 1 to 10"),
        ([[*empty[1:], 99]], [49], [0], "grids[0, 48] is 99: expected -10 to 10"),
        ([empty], [49], [0], "cells[0] is 49: expected 0 to 48"),
        ([empty] * 2, [0], [1], "cells has the shape (1,): expected (2,)"),
        ([empty], [0], [1, 2], "ranks has the shape (2,): expected (1,)"),
        ([empty], [[0]], [1], "cells has the shape (1, 1): expected (1,)"),
    ):
        refuses(InvalidArgumentError, wrong, fs.flips_many, grids, cells, ranks)
    refuses(TypeError, "cells must be of an integer type, not float64", fs.flips_many, [empty], [0.5], [1])
    refuses(TypeError, "ranks must be of an integer type, not <U1", fs.flips_many, [empty], [0], ["7"])
    for rank in (0, 11, -5, 10**30):
        wrong = "card is an integer from 1 to 10; this integer is outside that range"
        refuses(InvalidArgumentError, wrong, fs.flips, empty, 0, rank)
    for thing in (None, 1.0, True):
        refuses(TypeError, f"card must be an integer, not {type(thing).__name__}", fs.flips, empty, 0, thing)
