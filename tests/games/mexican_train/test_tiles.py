"""Valid and invalid tiles, and `matches`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from helpers.brute import mexican_train as brute
from helpers.cases import error_of
from helpers.messages import message_of, says
from helpers.mexican_train import SMALL, data, random_tiles, rules_of
from helpers.refusal import refuses, shown_type
from oxideal.errors import InvalidArgumentError

# Tiles and trains alone (MT-27, MT-29)


@data("good_tiles.json")
def test_valid_tiles(mt: Any, backend: str, row: dict[str, Any]) -> None:
    tiles = row["tiles"]
    given = [tiles]
    if isinstance(tiles, list):
        given += [tuple(tiles), iter(list(tiles))]
    expected = [brute.number(tile) for tile in brute.tiles_from(row["text"])]
    for each in given:
        found = mt.tiles_array(each, rules_of(backend, {}))
        assert (found.dtype, found.shape) == (np.uint8, (91,))
        assert np.flatnonzero(found).tolist() == expected, row["why"]
        assert set(found.tolist()) <= {0, 1}
    assert mt.pips(tiles) == row["pips"], row["why"]
    pairs = brute.tiles_from(row["text"])
    assert mt.pips(pairs) == mt.pips([(np.int64(high), np.uint8(low)) for low, high in pairs]) == row["pips"]


@data("bad_tiles.json")
def test_invalid_tiles(mt: Any, backend: str, row: dict[str, Any]) -> None:
    error, tiles = error_of(row["error"]), row["tiles"]
    if row["rules"] is not None:
        refuses(error, message_of(row), mt.tiles_array, tiles, rules_of(backend, row["rules"]))
        return
    refuses(error, message_of(row), mt.pips, tiles)
    refuses(error, message_of(row), mt.matches, tiles, [3])
    refuses(error, message_of(row), mt.longest_train, tiles, 3)
    if row["message"][0] != "tile_out_of_range":
        refuses(error, message_of(row), mt.tiles_array, tiles)


def test_invalid_tile_pairs(mt: Any) -> None:
    message = says("tiles_of_wrong_type", "a list containing tuple")
    pairs: list[Any] = [(9,), (9, 12, 3), (), (9, "12"), (True, 1), (1, False), (1.0, 2), (None, 2)]
    for pair in pairs:
        refuses(TypeError, message, mt.pips, [pair])
    for low, high in ((-1, 5), (5, -1), (100, 5), (5, 10**9)):
        text = f"{low}-{high}"
        refuses(InvalidArgumentError, says("not_a_tile", text), mt.pips, [(low, high)])
    refuses(InvalidArgumentError, says("tile_out_of_range", "9-19", 0, 18), mt.pips, [(9, 19)])
    refuses(InvalidArgumentError, says("duplicate_tile", "9-12"), mt.pips, ["9-12", (12, 9)])


def test_message_about_a_move_names_its_tile(mt: Any) -> None:
    move = next(move for move in mt.State(seed=7).legal_moves() if move.kind == "play")
    refuses(TypeError, says("tiles_of_wrong_type", f"{shown_type(move)}; pass move.tile"), mt.pips, move)
    assert mt.pips(move.tile) > 0


def test_matching_tiles(mt: Any) -> None:
    """MT-07."""
    assert mt.matches("9-12 3-12 4-4 0-1", [12, 4, 9, 5]) == [["3-12", "9-12"], ["4-4"], ["9-12"], []]
    assert mt.matches("", range(3)) == [[]] * 3
    assert mt.matches("1-2", []) == []
    assert mt.matches([(17, 18)], iter([np.int64(18), 18])) == [["17-18"], ["17-18"]]
    chance = random.Random(4)
    for _ in range(30):
        hand = random_tiles(chance, chance.randint(1, 18), chance.randint(0, 30))
        ends = [chance.randint(0, 18) for _ in range(chance.randint(0, 5))]
        fitting = [brute.ascending([tile for tile in hand if end in tile]) for end in ends]
        expected = [[] if text == "-" else text.split(" ") for text in fitting]
        assert mt.matches(hand, ends) == expected


def test_ends_are_checked(mt: Any) -> None:
    for end in (-1, 19, 10**30):
        outside = says("out_of_range", "ends", 0, 18, end)
        refuses(InvalidArgumentError, outside, mt.matches, "1-2", [3, end])
    refuses(InvalidArgumentError, says("too_many_items", "ends", 200), mt.matches, "1-2", [3] * 201)
    assert mt.matches("1-3", [3] * 200) == [["1-3"]] * 200
    refuses(TypeError, says("not_a_list_of_integers", "ends", "int"), mt.matches, "1-2", 5)
    refuses(TypeError, says("not_an_integer", "ends", "bool"), mt.matches, "1-2", [3, True])
    refuses(InvalidArgumentError, says("not_a_tile", "x"), mt.matches, "x", 5)


# Arrays


def test_matches_many_equals_single_calls(mt: Any, backend: str) -> None:
    chance = random.Random(9)
    for fields in ({}, {"players": 2, "set": 3, "hand_size": 1}):
        rules, top = rules_of(backend, fields), fields.get("set", 12)
        tiles = brute.tiles_of(top)
        hands = [random_tiles(chance, top, chance.randint(0, 12)) for _ in range(40)]
        arrays = np.array([mt.tiles_array(hand, rules) for hand in hands])
        ends = np.array([[chance.randint(-1, top) for _ in range(3)] for _ in hands])
        found = mt.matches_many(arrays, ends, rules)
        assert found.shape == (40, 3, len(tiles))
        for k, hand in enumerate(hands):
            for j in range(3):
                fitting = [number for number, tile in enumerate(tiles) if tile in hand and ends[k, j] in tile]
                assert np.flatnonzero(found[k, j]).tolist() == fitting
    assert mt.matches_many(np.ones((2, 91), int), np.zeros((2, 0), int)).shape == (2, 0, 91)
    full = mt.matches_many([[1] * 91], [[12, -1]])
    assert full.sum(axis=2).tolist() == [[13, 0]]


def test_rules_limit_arrays(mt: Any, backend: str) -> None:
    small = rules_of(backend, SMALL[1])
    refuses(
        InvalidArgumentError, "hands must have shape (n, 10), got (1, 91)", mt.matches_many, [[0] * 91], [[1]], small
    )
    refuses(InvalidArgumentError, "ends[0, 0] must be -1 to 3, got 4", mt.matches_many, [[0] * 10], [[4]], small)
    refuses(TypeError, says("rules_of_other_game", "dict"), mt.tiles_array, "1-2", {})


def assert_a_train(text: str, hand: list[brute.Tile], end: int, doubles: str) -> tuple[int, int]:
    """Check that this is a train out of the hand; return its length and pips."""
    train = brute.tiles_from(text)
    assert brute.text_of(train) == text
    laid = [brute.plain(tile) for tile in train]
    assert len(set(laid)) == len(laid)
    assert set(laid) <= set(hand)
    for near, far in train:
        assert near == end
        end = far
    if doubles == "close" and train and len(train) < len(hand):
        assert not brute.is_double(train[-1])
    return len(train), brute.pips(laid)


@pytest.mark.parametrize("doubles", ["tile", "close"])
def test_longest_trains_match_brute_force(mt: Any, doubles: str) -> None:
    """MT-29."""
    chance = random.Random(8)
    apart = 0
    for _ in range(250):
        top = chance.choice((2, 3, 4, 5, 6, 9))
        hand = random_tiles(chance, top, chance.randint(0, 9))
        end = chance.randint(0, top)
        found = mt.longest_train(hand, end, doubles)
        assert type(found).__name__ == "LongestTrain"
        assert found._fields == ("longest", "heaviest")
        longest, heaviest = brute.longest_train(hand, end, doubles)
        assert assert_a_train(found.longest, hand, end, doubles) == longest
        length, weight = assert_a_train(found.heaviest, hand, end, doubles)
        assert (weight, length) == heaviest
        apart += longest[0] != length
    assert apart > 3


def test_longest_trains_of_known_hands(mt: Any) -> None:
    """MT-29, MT-17, MT-27."""
    assert mt.longest_train("", 5) == ("-", "-")
    assert mt.longest_train("1-2", 5) == ("-", "-")
    assert mt.longest_train("5-5", 5) == ("5-5", "5-5")
    assert mt.longest_train("5-5", 5, doubles="close") == ("5-5", "5-5")  # the whole hand
    assert mt.longest_train("5-5 1-2", 5, doubles="close") == ("-", "-")
    assert mt.longest_train("5-5 5-6 6-6 1-1", 5) == ("5-5 5-6 6-6", "5-5 5-6 6-6")
    assert mt.longest_train("5-5 5-6 6-6 1-1", 5, "close") == ("5-5 5-6", "5-5 5-6")
    assert mt.longest_train("5-5 5-6 6-6", 5, "close") == ("5-5 5-6 6-6", "5-5 5-6 6-6")
    assert mt.longest_train("5-1 1-2 5-0 0-0", 5) == ("5-0 0-0", "5-0 0-0")  # the double blank counts 50
    assert mt.longest_train("5-1 1-2 5-18", 5) == ("5-1 1-2", "5-18")
    assert mt.longest_train("5-1 1-2 5-0 0-0", 5, "close").heaviest == "5-1 1-2"


def test_longest_train_checks_arguments(mt: Any) -> None:
    hand = brute.tiles_of(6)[:26]
    message = "a hand must have at most 25 tiles, got 26"
    refuses(InvalidArgumentError, message, mt.longest_train, hand, 3)
    for end in (-1, 19, 10**30):
        outside = says("out_of_range", "end", 0, 18, end)
        refuses(InvalidArgumentError, outside, mt.longest_train, "1-2", end)
    refuses(TypeError, says("not_an_integer", "end", "bool"), mt.longest_train, "1-2", True)
    message = says("one_of_two_got_text", "doubles", "tile", "close", "Tile")
    refuses(InvalidArgumentError, message, mt.longest_train, "1-2", 3, doubles="Tile")
    refuses(TypeError, says("not_a_str", "doubles", "int"), mt.longest_train, "1-2", 3, 5)
    assert mt.longest_train("1-3", np.int64(3), doubles="tile").longest == "3-1"
