"""Tiles. A tile is a number, the same in every set, and a hand is a tuple of tiles in ascending order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from ...._arguments.checks import quoted, tokens
from ...._arguments.mexican_train import normalize_tiles
from ....cards.mexican_train import Tiles
from ....errors import InvalidArgumentError, OxidealError
from ... import notation
from ...refusal import Sentence, said

if TYPE_CHECKING:
    from .rules import Rules

Hand: TypeAlias = tuple[int, ...]
"""Tiles, ascending."""

Written: TypeAlias = tuple[int, int]
"""A tile's two numbers, in the order in which they were written."""

HIGHEST = 18

TILES_IN_SET = tuple((highest + 1) * (highest + 2) // 2 for highest in range(HIGHEST + 1))
"""The number of tiles in the double-N set, by its highest number N (MT-01)."""

NUMBERS: tuple[Written, ...] = tuple((low, high) for high in range(HIGHEST + 1) for low in range(high + 1))
"""The two numbers of each tile, the lower one first: 0-0, 0-1, 1-1, 0-2 and so on."""

TEXTS = tuple(f"{low}-{high}" for low, high in NUMBERS)
_REVERSED = tuple(f"{high}-{low}" for low, high in NUMBERS)

DOUBLES: Hand = tuple(tile for tile, (low, high) in enumerate(NUMBERS) if low == high)

WITH = tuple(frozenset(tile for tile, pair in enumerate(NUMBERS) if each in pair) for each in range(HIGHEST + 1))

PIPS = tuple(50 if low == high == 0 else low + high for low, high in NUMBERS)  # MT-27

_MAX_CHARACTERS = 1000
_TILE = re.compile("([0-9]{1,2})-([0-9]{1,2})")
_NONE = "-"


def is_double(tile: int) -> bool:
    low, high = NUMBERS[tile]
    return low == high


def other_number(tile: int, number: int) -> int:
    """Return the open end of a tile that is laid to this number (MT-07). A double leaves the same number."""
    low, high = NUMBERS[tile]
    return high if number == low else low


def tile_of(written: Written) -> int:
    low, high = sorted(written)
    return high * (high + 1) // 2 + low


def hand_of(tiles: Iterable[Written]) -> Hand:
    return tuple(sorted(map(tile_of, tiles)))


def with_tile(hand: Hand, tile: int) -> Hand:
    return tuple(sorted((*hand, tile)))


def without_tile(hand: Hand, tile: int) -> Hand:
    place = hand.index(tile)
    return hand[:place] + hand[place + 1 :]


# As texts


def text(tiles: Iterable[int]) -> Tiles:
    """Return the text of tiles without a direction: the lower number of each first."""
    return Tiles._of_words([TEXTS[tile] for tile in tiles])


def train_text(train: Iterable[int], end: int) -> Tiles:
    """Return the text of a train that starts at this number: each tile in its direction."""
    words = []
    for tile in train:
        words.append(TEXTS[tile] if end == NUMBERS[tile][0] else _REVERSED[tile])
        end = other_number(tile, end)
    return Tiles._of_words(words)


def written(pair: Written) -> str:
    return f"{pair[0]}-{pair[1]}"


def from_word(word: str) -> Written | None:
    """Return the pair that a word names, or None. The set may not have such a tile."""
    found = _TILE.fullmatch(word)
    return (int(found[1]), int(found[2])) if found else None


def from_words(words: list[str]) -> list[Written] | None:
    """Return the pairs that words name, where "-" means none. Return None for anything else."""
    if words == [_NONE]:
        return []
    found = [pair for word in words if (pair := from_word(word)) is not None]
    return found if words and len(found) == len(words) else None


def not_in_set(pair: Written, highest: int) -> Sentence | None:
    return number_not_in_set(written(pair), highest) if max(pair) > highest else None


def number_not_in_set(what: object, highest: int) -> Sentence:
    return said("mexican_train.not_in_set", what=what, highest=highest)


def duplicate_message(tiles: Iterable[int]) -> str | None:
    seen = set()
    for tile in tiles:
        if tile in seen:
            return notation.duplicate_message(f"tile {TEXTS[tile]}")
        seen.add(tile)
    return None


# As arguments


def from_argument(
    given: Any, rules: Rules | None = None, error: type[OxidealError] = InvalidArgumentError
) -> list[Written]:
    """Return the tiles given as an argument, which must be in the set of `rules`, or in the largest one."""
    words = normalize_tiles(given, error)
    if isinstance(words, str):
        if len(words) > _MAX_CHARACTERS:
            raise error(notation.too_long("a list of tiles", words, _MAX_CHARACTERS))
        words = tokens(words)
        if words == [_NONE]:
            return []
    found: list[Written] = []
    tiles: list[int] = []
    for word in words:
        pair = from_word(word)
        if pair is None:
            raise error(f'invalid tile {quoted(word)}; expected two numbers, e.g. "9-12"')
        if rules is None and max(pair) > HIGHEST:
            raise error(f"tile {written(pair)} out of range: numbers are 0 to {HIGHEST}")
        absent = None if rules is None else not_in_set(pair, rules.set)
        tiles.append(tile_of(pair))
        objection = absent or duplicate_message(tiles)
        if objection is not None:
            raise error(str(objection))
        found.append(pair)
    return found
