"""`longest_train` compared with brute force."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from helpers.brute import mexican_train as brute
from helpers.messages import says
from helpers.mexican_train import random_tiles
from helpers.refusal import refuses, shown_type
from oxideal.errors import InvalidArgumentError


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


def test_longest_trains_of_large_hands(mt: Any) -> None:
    """Hands too large for brute force: a random search finds no better train."""
    chance = random.Random(6)
    for top, count in ((12, 16), (9, 15), (18, 25), (12, 25)):
        for doubles in ("tile", "close"):
            hand = random_tiles(chance, top, count)
            end = chance.randint(0, top)
            found = mt.longest_train(hand, end, doubles)
            length, weight = assert_a_train(found.longest, hand, end, doubles)
            heavy_length, heavy = assert_a_train(found.heaviest, hand, end, doubles)
            assert length >= heavy_length
            assert heavy >= weight
            for _ in range(300):
                train = random_train(chance, hand, end)
                if doubles == "close" and train and brute.is_double(train[-1]):
                    train.pop()
                pips = brute.pips([brute.plain(tile) for tile in train])
                assert (len(train), pips) <= (length, weight)
                assert (pips, len(train)) <= (heavy, heavy_length)


def random_train(chance: random.Random, hand: list[brute.Tile], end: int) -> list[brute.Tile]:
    left, train = list(hand), []
    while fitting := [tile for tile in left if end in tile]:
        tile = chance.choice(fitting)
        left.remove(tile)
        far = tile[1] if tile[0] == end else tile[0]
        train.append((end, far))
        end = far
    return train


def test_longest_train_checks_arguments(mt: Any) -> None:
    hand = brute.tiles_of(6)[:26]
    message = "a hand must have at most 25 tiles, got 26"
    refuses(InvalidArgumentError, message, mt.longest_train, hand, 3)
    for end in (-1, 19, 10**30):
        outside = says("out_of_range", "end", 0, 18, end)
        refuses(InvalidArgumentError, outside, mt.longest_train, "1-2", end)
    things: list[Any] = ["3", True, None, 2.5]
    for thing in things:
        refuses(TypeError, says("not_an_integer", "end", type(thing).__name__), mt.longest_train, "1-2", thing)
    message = f'doubles must be "tile" or "close", got "{"x" * 40}..."'
    refuses(InvalidArgumentError, message, mt.longest_train, "1-2", 3, "x" * 41)
    refuses(
        InvalidArgumentError,
        says("one_of_two_got_text", "doubles", "tile", "close", "Tile"),
        mt.longest_train,
        "1-2",
        3,
        doubles="Tile",
    )
    for wrong in (5, None, True):
        refuses(TypeError, says("not_a_str", "doubles", shown_type(wrong)), mt.longest_train, "1-2", 3, wrong)
    assert mt.longest_train("1-3", np.int64(3), doubles="tile").longest == "3-1"
