"""What passes and draws prove: a seat that draws or passes has no tile for any place where it may play at that moment.

The proof covers only the tiles that the seat holds then, so tiles are told apart by *level*. Level 0 is what a seat had
before its first kept draw, level 1 is that draw, level 2 the next kept draw, and so on. Everybody sees when a seat
draws a tile, but not which one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from . import tiles

Levels: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers, ascending, each with the lowest level that a tile with this number can have. For all others it is 0."""


class Evidence(NamedTuple):
    """What is known of the tiles of one seat."""

    kept: int = 0
    """How many tiles the seat has drawn and not played at once."""
    lacks: Levels = ()
    """The lowest levels of tiles that are not doubles."""
    doubles: Levels = ()
    """The lowest levels of doubles."""
    played: tuple[tuple[int, int, int], ...] = ()
    """The tiles, ascending, that the seat has played from its hand since its first kept draw.

    Each has the lowest and the highest level that it can have had.
    """

    def lowest_level(self, tile: int) -> int:
        """Return the lowest level that a tile in the hand can have."""
        low, high = tiles.NUMBERS[tile]
        if low == high:
            return dict(self.doubles).get(low, 0)
        lacks = dict(self.lacks)
        return max(lacks.get(low, 0), lacks.get(high, 0))

    def lowest_levels(self, hand: Sequence[int]) -> list[int]:
        levels = _levels_of_all(self.lacks, self.doubles)
        return [levels[tile] for tile in hand]

    @property
    def lacking(self) -> tuple[int, ...]:
        """The numbers of which the hand has no tile, except perhaps the double."""
        return tuple([number for number, level in self.lacks if level > self.kept])

    def after_no_play(self, numbers: Iterable[int], double_numbers: Iterable[int]) -> Evidence:
        """Return the evidence after the seat has shown that it cannot play.

        None of the tiles that it holds now, which have levels up to `kept`, has one of these numbers: `numbers` for
        other tiles, `double_numbers` for doubles.
        """
        level = self.kept + 1
        lacks = _raised(self.lacks, numbers, level)
        return Evidence(self.kept, lacks, _raised(self.doubles, double_numbers, level), self.played)

    def after_draw(self) -> Evidence:
        """Return the evidence after a draw. The tile counts as kept unless the seat plays it at once."""
        return Evidence(self.kept + 1, self.lacks, self.doubles, self.played)

    def after_play(self, tile: int, *, drawn: bool) -> Evidence:
        """Return the evidence after a play. A tile played right after a draw is the drawn one (MT-12)."""
        if drawn:
            return Evidence(self.kept - 1, self.lacks, self.doubles, self.played)
        if self.kept == 0:  # all tiles are from the start
            return self
        played = (*self.played, (tile, self.lowest_level(tile), self.kept))
        return Evidence(self.kept, self.lacks, self.doubles, tuple(sorted(played)))


@lru_cache(maxsize=1024)
def _levels_of_all(lacks: Levels, doubles: Levels) -> list[int]:
    """Return the lowest level of every tile. The result is cached: one event changes it for one seat only."""
    of, of_double = dict(lacks), dict(doubles)
    return [
        of_double.get(low, 0) if low == high else max(of.get(low, 0), of.get(high, 0)) for low, high in tiles.NUMBERS
    ]


def _raised(levels: Levels, numbers: Iterable[int], level: int) -> Levels:
    """Return the levels with those of some numbers raised."""
    return tuple(sorted((dict(levels) | dict.fromkeys(numbers, level)).items()))
