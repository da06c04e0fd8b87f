"""Which tiles can lie where, by what is known: whether any deal agrees with it, and deals at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...random import SplitMix64

if TYPE_CHECKING:
    from ...random import Stream
    from .evidence import Evidence

_ROUNDS = 16
"""So many rounds of displacing make a deal random enough, which the tests measure."""
_PATIENCE = 16
"""A round is given up after so many draws for each tile."""


Places: TypeAlias = int
"""A set of places, a bit for each, so that the lowest of those that two sets share is found at once."""


def _between(start: int, stop: int) -> Places:
    return (1 << stop) - (1 << start)


def _lowest(places: Places) -> int:
    return (places & -places).bit_length() - 1


def _listed(places: Places) -> list[int]:
    return [place for place in range(places.bit_length()) if places >> place & 1]


class Holder(NamedTuple):
    """A seat whose tiles are looked for."""

    seat: int
    size: int  # of its hand
    evidence: Evidence


class Deals:
    """All ways to give items to places. The places are those of each seat, level by level, then those of the boneyard.
    The items are loose tiles, and what the seats have played: those tiles too came from some level.
    """

    def __init__(self, holders: Sequence[Holder], loose: Sequence[int], boneyard_size: int) -> None:
        self.holders = holders
        self.loose = loose
        self.owners: list[int | None] = []
        """Whose each place is; None for the boneyard."""
        self._starts: dict[int, list[int]] = {}
        """Where the places of each level of a seat start, and where the last ones end. Level 0 has as many as were not
        kept draws, all others have one.
        """
        for seat, size, evidence in holders:
            first = len(self.owners)
            from_start = size + len(evidence.played) - evidence.kept
            self.owners += (from_start + evidence.kept) * [seat]
            self._starts[seat] = [first, *range(first + from_start, len(self.owners) + 1)]
        self._boneyard = range(len(self.owners), len(self.owners) + boneyard_size)
        self.owners += boneyard_size * [None]

        lowest = [evidence.lowest_levels(loose) for _, _, evidence in holders]
        self._lowest = {tile: tuple([levels[place] for levels in lowest]) for place, tile in enumerate(loose)}
        """The lowest level of each loose tile at each seat."""

    def wanted(self, order: Sequence[int]) -> list[Places]:
        """The places that each item may have: the loose tiles in this order, then the played ones."""
        places = {lowest: self._from_levels(lowest) for lowest in set(self._lowest.values())}  # they are few
        of_loose = [places[self._lowest[tile]] for tile in order]
        of_played = [
            self._between(seat, low, high) for seat, _, evidence in self.holders for _, low, high in evidence.played
        ]
        return [*of_loose, *of_played]

    def _from_levels(self, lowest: tuple[int, ...]) -> Places:
        """All places from a level on at each seat, and the boneyard."""
        places = _between(self._boneyard.start, self._boneyard.stop)
        for (seat, _, evidence), level in zip(self.holders, lowest, strict=True):
            places |= self._between(seat, level, evidence.kept)
        return places

    def _between(self, seat: int, low: int, high: int) -> Places:
        """The places of a seat from one level to another, as far as it has such."""
        starts = self._starts[seat]
        return _between(starts[min(low, len(starts) - 1)], starts[min(high + 1, len(starts) - 1)])

    def first(self, order: Sequence[int]) -> list[int] | None:
        """Some deal, as the item that each place has; None where there is none. The loose tiles are tried in this
        order.
        """
        wanted = self.wanted(order)
        items = [-1 for _ in self.owners]
        free = _between(0, len(items))
        seen: Places = 0

        def find(item: int) -> bool:
            """Kuhn's algorithm: a place whose item finds another one is as good as a free one."""
            nonlocal seen, free
            while places := wanted[item] & ~seen:
                place = _lowest(places)
                seen |= 1 << place
                if items[place] < 0 or find(items[place]):
                    items[place] = item
                    free &= ~(1 << place)
                    return True
            return False

        for item in [*range(len(order), len(wanted)), *range(len(order))]:  # those with fewer places first
            if places := wanted[item] & free:
                items[_lowest(places)] = item
                free &= ~(places & -places)
            else:
                seen = 0
                if not find(item):
                    return None
        return items

    @property
    def exist(self) -> bool:
        return self.first(self.loose) is not None

    def drawn(self, chance: Stream) -> tuple[dict[int, list[int]], list[int]]:
        """A deal at random: the loose tiles of each seat, and of the boneyard in its order. All histories that could
        have led here are equally likely.
        """
        if not any(any(lowest) for lowest in self._lowest.values()):
            return self._shuffled(chance)
        low, high = chance.word(), chance.word()
        return self._displaced(SplitMix64(low | high << 32))

    def _shuffled(self, chance: Stream) -> tuple[dict[int, list[int]], list[int]]:
        """Where every loose tile can lie everywhere, all deals of them have come about in as many ways."""
        order = [self.loose[place] for place in chance.shuffled(len(self.loose))]
        hands = {}
        for seat, size, _ in self.holders:
            hands[seat], order = order[:size], order[size:]
        return hands, order

    def _displaced(self, chance: SplitMix64) -> tuple[dict[int, list[int]], list[int]]:
        """A Markov chain on the ways to give items to places, which leaves the uniform distribution as it is."""
        order = [self.loose[place] for place in chance.shuffled(len(self.loose))]
        items = self.first(order)
        assert items is not None, "the view was checked"
        masks = self.wanted(order)
        lists = {places: _listed(places) for places in set(masks)}  # they are few
        wanted = [lists[places] for places in masks]
        for _ in range(_ROUNDS):
            items = _displace(items, wanted, chance)
        hands: dict[int, list[int]] = {seat: [] for seat, _, _ in self.holders}
        boneyard: list[int] = []
        for owner, item in zip(self.owners, items, strict=True):
            if item < len(order):
                (boneyard if owner is None else hands[owner]).append(order[item])
        return hands, [boneyard[place] for place in chance.shuffled(len(boneyard))]


def _displace(items: list[int], wanted: Sequence[Sequence[int]], chance: SplitMix64) -> list[int]:
    """An item is taken up and put down somewhere, then what lay there, and so on, until the place that was left empty
    is taken again.
    """
    loose = chance.below(len(items))
    empty = items.index(loose)
    after = list(items)
    for _ in range(_PATIENCE * len(items)):
        places = wanted[loose]
        place = places[chance.below(len(places))]
        loose, after[place] = after[place], loose
        if place == empty:
            return after
    return items


def agree(hand: Sequence[int], evidence: Evidence) -> bool:
    """Whether a hand that is seen agrees with what is known of it."""
    return Deals([Holder(0, len(hand), evidence)], hand, 0).exist


NONE_AGREES = "no deal of the unseen tiles fits what is known"


def does_not_agree(seat: int) -> str:
    return f"what is known about seat {seat} contradicts its tiles"
