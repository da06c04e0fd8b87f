"""Tiles of Mexican Train."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from .._arguments.checks import quoted
from .._arguments.mexican_train import normalize_tiles
from .sequence import CardSequence

if TYPE_CHECKING:
    from ..interface import MexicanTrainMove, TilesLike

    _Accepted: TypeAlias = TilesLike | MexicanTrainMove

_HIGHEST = 18
_NUMBERS = [(low, high) for high in range(_HIGHEST + 1) for low in range(high + 1)]


def _spellings(number: int) -> set[str]:
    return {str(number), f"{number:02}"}


class Tiles(CardSequence["_Accepted"]):
    """Tiles of Mexican Train: a text that is also a sequence of tiles, each there at most once.

    `Tiles(tiles)` takes a text, a list of texts and pairs of numbers, or a move, and puts the tiles in ascending order,
    the lower number of each first. `+`, `-` and `in` take the same, either way round. `in` and `count` take a number,
    too. Raises `InvalidArgumentError` for anything that is not a tile, for a duplicate, and for subtracting tiles that
    are not there.

    >>> hand = Tiles("12-9 3-4 0-12 5-5")
    >>> hand, len(hand), list(hand)
    ('3-4 5-5 0-12 9-12', 4, ['3-4', '5-5', '0-12', '9-12'])
    >>> "9-12" in hand, hand.count("12"), hand - "12-9 5-5"
    (True, 2, '3-4 0-12')
    """

    __slots__ = ()

    _noun = "tile"
    _deck = tuple(f"{low}-{high}" for low, high in _NUMBERS)
    _places: ClassVar = {
        f"{one}-{other}": place
        for place, (low, high) in enumerate(_NUMBERS)
        for first, second in ((low, high), (high, low))
        for one in _spellings(first)
        for other in _spellings(second)
    }
    _traits: ClassVar = {
        spelling: frozenset(place for place, pair in enumerate(_NUMBERS) if number in pair)
        for number in range(_HIGHEST + 1)
        for spelling in _spellings(number)
    }
    _move_field = "tile"

    @classmethod
    def _normalize(cls, cards: Any) -> str | list[str]:
        return normalize_tiles(cards)

    @classmethod
    def _no_card(cls, word: str) -> str:
        return f'invalid tile {quoted(word)}; expected two numbers from 0 to {_HIGHEST}, e.g. "9-12"'


TILES = Tiles(Tiles._deck)
"""All 190 tiles of the double-18 set. Smaller sets are its first tiles, e.g. `TILES[:91]` for double-12."""
