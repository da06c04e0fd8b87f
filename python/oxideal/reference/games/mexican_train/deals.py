"""The deals of hidden tiles that fit what is known: whether there is one, and random ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...random import SplitMix64

if TYPE_CHECKING:
    from ...random import Stream
    from .evidence import Evidence

_CHAIN_STEPS = 16
"""The number of steps of the Markov chain. The tests measure that it is enough."""
_MAX_MOVES_PER_ITEM = 16
"""A step is given up after this many moves per tile."""

Places: TypeAlias = int
"""A set of places, one bit each, so that the lowest place in two sets is found at once."""


def _between(start: int, stop: int) -> Places:
    """Return the places from `start` up to, but not including, `stop`."""
    return (1 << stop) - (1 << start)


def _lowest(places: Places) -> int:
    return (places & -places).bit_length() - 1


def _listed(places: Places) -> list[int]:
    """Return these places, ascending."""
    return [place for place in range(places.bit_length()) if places >> place & 1]


class Holder(NamedTuple):
    """A seat whose hand is hidden."""

    seat: int
    size: int  # of its hand
    evidence: Evidence


class Deals:
    """All ways to assign items to places.

    The places are those of each hidden hand, level by level, then those of the boneyard. The items are the loose tiles
    (those that are hidden) and the tiles that these seats have played, since those too came from some level.
    """

    def __init__(self, holders: Sequence[Holder], loose: Sequence[int], boneyard_size: int) -> None:
        self.holders = holders
        self.loose = loose
        self.owners: list[int | None] = []
        """The seat that each place belongs to; None for the boneyard."""
        self._starts: dict[int, list[int]] = {}
        """For each seat, where the places of each level start, and where the last ones end.

        Every level but 0 has one place; level 0 has all others.
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

    def allowed_places(self, order: Sequence[int]) -> list[Places]:
        """Return the places that each item may have: the loose tiles in this order, then the played ones."""
        places = {lowest: self._from_levels(lowest) for lowest in set(self._lowest.values())}  # few differ
        of_loose = [places[self._lowest[tile]] for tile in order]
        of_played = [
            self._between(seat, low, high) for seat, _, evidence in self.holders for _, low, high in evidence.played
        ]
        return [*of_loose, *of_played]

    def _from_levels(self, lowest: tuple[int, ...]) -> Places:
        """Return all places from a level on at each seat, and those of the boneyard."""
        places = _between(self._boneyard.start, self._boneyard.stop)
        for (seat, _, evidence), level in zip(self.holders, lowest, strict=True):
            places |= self._between(seat, level, evidence.kept)
        return places

    def _between(self, seat: int, low: int, high: int) -> Places:
        """Return the places of a seat from one level to another, as far as these levels exist."""
        starts = self._starts[seat]
        return _between(starts[min(low, len(starts) - 1)], starts[min(high + 1, len(starts) - 1)])

    def find_one(self, order: Sequence[int]) -> list[int] | None:
        """Return some deal, as the item in each place, or None if there is none.

        The loose tiles are assigned in this order.
        """
        allowed_places = self.allowed_places(order)
        items = [-1 for _ in self.owners]
        free = _between(0, len(items))
        seen: Places = 0

        def find(item: int) -> bool:
            """Find a place for an item by Kuhn's algorithm: a place is free if its item can move elsewhere."""
            nonlocal seen, free
            while places := allowed_places[item] & ~seen:
                place = _lowest(places)
                seen |= 1 << place
                if items[place] < 0 or find(items[place]):
                    items[place] = item
                    free &= ~(1 << place)
                    return True
            return False

        for item in [*range(len(order), len(allowed_places)), *range(len(order))]:  # the items with fewer places first
            if places := allowed_places[item] & free:
                items[_lowest(places)] = item
                free &= ~(places & -places)
            else:
                seen = 0
                if not find(item):
                    return None
        return items

    @property
    def any_exists(self) -> bool:
        return self.find_one(self.loose) is not None

    def sample(self, chance: Stream) -> tuple[dict[int, list[int]], list[int]]:
        """Return a random deal: the loose tiles of each seat, and those of the boneyard in order.

        All histories that could have led here are equally likely.
        """
        if not any(any(lowest) for lowest in self._lowest.values()):
            return self._sample_by_shuffle(chance)
        low, high = chance.word(), chance.word()
        return self._sample_by_chain(SplitMix64(low | high << 32))

    def _sample_by_shuffle(self, chance: Stream) -> tuple[dict[int, list[int]], list[int]]:
        """Shuffle the tiles, if each loose tile can be in any place: then all deals are equally likely."""
        order = [self.loose[place] for place in chance.shuffled(len(self.loose))]
        hands = {}
        for seat, size, _ in self.holders:
            hands[seat], order = order[:size], order[size:]
        return hands, order

    def _sample_by_chain(self, chance: SplitMix64) -> tuple[dict[int, list[int]], list[int]]:
        """Run a Markov chain on the assignments of items to places. It keeps the uniform distribution."""
        order = [self.loose[place] for place in chance.shuffled(len(self.loose))]
        items = self.find_one(order)
        assert items is not None, "the view was checked"
        masks = self.allowed_places(order)
        lists = {places: _listed(places) for places in set(masks)}  # few differ
        allowed_places = [lists[places] for places in masks]
        for _ in range(_CHAIN_STEPS):
            items = _chain_step(items, allowed_places, chance)
        hands: dict[int, list[int]] = {seat: [] for seat, _, _ in self.holders}
        boneyard: list[int] = []
        for owner, item in zip(self.owners, items, strict=True):
            if item < len(order):
                (boneyard if owner is None else hands[owner]).append(order[item])
        return hands, [boneyard[place] for place in chance.shuffled(len(boneyard))]


def _chain_step(items: list[int], allowed_places: Sequence[Sequence[int]], chance: SplitMix64) -> list[int]:
    """Make one step of the chain.

    Take up an item, put it into a random place, take up what was there, and so on until the place that became empty
    first is filled again.
    """
    loose = chance.below(len(items))
    empty = items.index(loose)
    after = list(items)
    for _ in range(_MAX_MOVES_PER_ITEM * len(items)):
        places = allowed_places[loose]
        place = places[chance.below(len(places))]
        loose, after[place] = after[place], loose
        if place == empty:
            return after
    return items


def hand_fits(hand: Sequence[int], evidence: Evidence) -> bool:
    """Return whether a hand that is shown fits what was known of it."""
    return Deals([Holder(0, len(hand), evidence)], hand, 0).any_exists


NO_FITTING_DEAL = "no deal of the unseen tiles fits what is known"


def hand_does_not_fit(seat: int) -> str:
    return f"what is known about seat {seat} contradicts its tiles"
