"""Tiles without a round: what fits where, how many pips they have, and the longest train they make."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from ...._arguments.checks import integer_within, items, quoted, text_of
from ...._arguments.mexican_train import ends_array, hands_array
from ....errors import InvalidArgumentError
from ....interface import LongestTrain
from . import tiles
from .classes import State
from .rules import Rules
from .tiles import PIPS, WITH, Hand, from_argument, tile_of

if TYPE_CHECKING:
    from ....interface import TilesLike

_DEFAULT_RULES = Rules()

_MAX_ENDS = 200
_LONGEST_HAND = 25
_DOUBLES = ("tile", "close")

_Laid: TypeAlias = tuple[int, int, tuple[int, ...]]
"""The number of tiles laid, their pips, and the tiles."""


def matches(hand: TilesLike, ends: Iterable[SupportsIndex]) -> list[list[str]]:
    held = tiles.hand_of(from_argument(hand))
    given = list(islice(items("ends", "a list of integers", ends), _MAX_ENDS + 1))
    if len(given) > _MAX_ENDS:
        raise InvalidArgumentError(f"ends must have at most {_MAX_ENDS} items")
    numbers = [integer_within("ends", end, 0, tiles.HIGHEST) for end in given]
    return [[tiles.TEXTS[tile] for tile in held if tile in WITH[number]] for number in numbers]


def matches_many(hands: npt.ArrayLike, ends: npt.ArrayLike, rules: Rules | None = None) -> npt.NDArray[np.bool_]:
    checked = _rules_or_default(rules)
    size = tiles.TILES_IN_SET[checked.set]
    held = hands_array(hands, size)
    numbers = ends_array(ends, len(held), checked.set)
    fitting = np.zeros((*numbers.shape, size), dtype=np.bool_)
    for k, row in enumerate(numbers):
        for j, number in enumerate(row):
            for tile in range(size):
                fitting[k, j, tile] = number >= 0 and held[k, tile] == 1 and tile in WITH[number]
    return fitting


def longest_train(hand: TilesLike, end: SupportsIndex, doubles: str = "tile") -> LongestTrain:
    held = tiles.hand_of(from_argument(hand))
    if len(held) > _LONGEST_HAND:
        raise InvalidArgumentError(f"a hand must have at most {_LONGEST_HAND} tiles, got {len(held)}")
    number = integer_within("end", end, 0, tiles.HIGHEST)
    ending = text_of("doubles", doubles)
    if ending not in _DOUBLES:
        raise InvalidArgumentError(f'doubles must be "tile" or "close", got {quoted(ending)}')
    found = [
        tiles.train_text(_best_train(held, number, heaviest=heaviest, close=ending == "close"), number)
        for heaviest in (False, True)
    ]
    return LongestTrain(*found)


def _best_train(hand: Hand, end: int, *, heaviest: bool, close: bool) -> tuple[int, ...]:
    """Return the best train (MT-29), found by trying every extension.

    The best extension depends only on the tiles left, the open end, and whether that end is a double.
    """

    @cache
    def best(left: Hand, end: int, after_double: bool) -> _Laid | None:
        """Return the best extension from here on, or None if the train can neither end here nor be extended."""
        may_end = not (close and after_double and left)  # MT-17: a double that empties the hand need not be closed
        found: _Laid | None = (0, 0, ()) if may_end else None
        for tile in left:
            if tile in WITH[end]:
                rest = best(tiles.without_tile(left, tile), tiles.other_number(tile, end), tiles.is_double(tile))
                if rest is not None:
                    length, pips, following = rest
                    laid = (length + 1, pips + PIPS[tile], (tile, *following))
                    if found is None or value(laid) > value(found):
                        found = laid
        return found

    def value(laid: _Laid) -> tuple[int, int]:
        length, pips, _ = laid
        return (pips, length) if heaviest else (length, pips)

    train = best(hand, end, False)
    assert train is not None, "no train at all is one"
    return train[2]


def pips(tiles: TilesLike) -> int:
    return sum(PIPS[tile_of(pair)] for pair in from_argument(tiles))


def tiles_array(hand: TilesLike, rules: Rules | None = None) -> npt.NDArray[np.uint8]:
    checked = _rules_or_default(rules)
    array = np.zeros(tiles.TILES_IN_SET[checked.set], dtype=np.uint8)
    array[[tile_of(pair) for pair in from_argument(hand, checked)]] = 1
    return array


def _rules_or_default(rules: Rules | None) -> Rules:
    if rules is None:
        return _DEFAULT_RULES
    State._check_rules(rules)
    return rules
