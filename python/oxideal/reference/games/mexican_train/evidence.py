"""What passes and draws prove: who draws or passes has no tile for any place where they may play just then.

From the first draw that a seat keeps, its tiles come from *levels*: level 0 is what it had from the start, level 1 its
first kept draw, level 2 the second one, and so on. Who watches sees when a tile is drawn, but not which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from . import tiles

Levels: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers, ascending, each with the lowest level that a tile with this number can come from. Of all others it is 0."""


class Evidence(NamedTuple):
    """What is known of the tiles of one seat."""

    kept: int = 0
    """How many tiles it has drawn and not played at once."""
    lacks: Levels = ()
    """Of tiles that are no doubles."""
    doubles: Levels = ()
    """Of doubles."""
    played: tuple[tuple[int, int, int], ...] = ()
    """The tiles, ascending, that it has played from its hand since the first kept draw, each with the lowest and the
    highest level that it can have come from.
    """

    def lowest_level(self, tile: int) -> int:
        """The lowest level that a tile in the hand can have come from."""
        low, high = tiles.NUMBERS[tile]
        if low == high:
            return dict(self.doubles).get(low, 0)
        lacks = dict(self.lacks)
        return max(lacks.get(low, 0), lacks.get(high, 0))

    def lowest_levels(self, hand: Sequence[int]) -> list[int]:
        """The same for each of these tiles."""
        levels = _levels_of_all(self.lacks, self.doubles)
        return [levels[tile] for tile in hand]

    @property
    def lacking(self) -> tuple[int, ...]:
        """The numbers of which the hand can have no tile but the double."""
        return tuple([number for number, level in self.lacks if level > self.kept])

    def after_no_play(self, numbers: Iterable[int], double_numbers: Iterable[int]) -> Evidence:
        """The seat has shown that it cannot play on any of these numbers, with other tiles and with doubles. So none of
        the tiles that it has now, of levels up to `kept`, has one of them.
        """
        level = self.kept + 1
        lacks = _raised(self.lacks, numbers, level)
        return Evidence(self.kept, lacks, _raised(self.doubles, double_numbers, level), self.played)

    def after_draw(self) -> Evidence:
        """The drawn tile counts as kept until it is seen to be played at once."""
        return Evidence(self.kept + 1, self.lacks, self.doubles, self.played)

    def after_play(self, tile: int, *, drawn: bool) -> Evidence:
        """A tile that is played right after a draw is the drawn one (MT-12)."""
        if drawn:
            return Evidence(self.kept - 1, self.lacks, self.doubles, self.played)
        if self.kept == 0:  # all tiles are from the start
            return self
        played = (*self.played, (tile, self.lowest_level(tile), self.kept))
        return Evidence(self.kept, self.lacks, self.doubles, tuple(sorted(played)))


@lru_cache(maxsize=1024)
def _levels_of_all(lacks: Levels, doubles: Levels) -> list[int]:
    """The lowest level of every tile there is. Kept, as from event to event it changes for one seat only."""
    of, of_double = dict(lacks), dict(doubles)
    return [
        of_double.get(low, 0) if low == high else max(of.get(low, 0), of.get(high, 0)) for low, high in tiles.NUMBERS
    ]


def _raised(levels: Levels, numbers: Iterable[int], level: int) -> Levels:
    return tuple(sorted((dict(levels) | dict.fromkeys(numbers, level)).items()))
