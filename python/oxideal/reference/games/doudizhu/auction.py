"""The auction: who may bid, and who becomes the landlord (DD-07 to DD-09)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

PASSED = 0
HIGHEST = 3


@dataclass(frozen=True, slots=True)
class Auction:
    """The bids so far. They alone decide what may be bid next."""

    players: int
    first_bidder: int
    bids: tuple[int, ...] = ()  # from the first bidder on, 0 for a pass

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 if there is none."""
        return max(self.bids, default=PASSED)

    @property
    def landlord(self) -> int | None:
        """The seat that has won the auction (DD-08); None during the auction."""
        highest = self.highest
        if highest == PASSED:
            return None
        at = self.bids.index(highest)
        passes_since = len(self.bids) - 1 - at  # only passes can follow the highest bid
        if highest < HIGHEST and passes_since < self.players - 1:
            return None
        return self.seat_of(at)

    @property
    def all_passed(self) -> bool:
        """Whether every seat has passed and nobody has bid (DD-09)."""
        return self.bids == self.players * (PASSED,)

    @property
    def turn(self) -> int | None:
        """The seat to bid, which may have passed before (DD-07); None when the auction is over."""
        return None if self.all_passed or self.landlord is not None else self.seat_of(len(self.bids))

    def seat_of(self, number: int) -> int:
        """Return the seat that makes the bid with this number (DD-04)."""
        return (self.first_bidder + number) % self.players

    def can_take(self, bid: int) -> bool:
        """Return whether the seat to bid may pass (0) or make this bid (DD-07)."""
        return self.turn is not None and (bid == PASSED or bid > self.highest)

    def after(self, bid: int) -> Self:
        """Return the auction after this bid, or after a pass (0)."""
        return type(self)(self.players, self.first_bidder, (*self.bids, bid))
