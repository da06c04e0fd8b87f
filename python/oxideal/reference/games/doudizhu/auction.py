"""The auction: who bids when, who becomes the landlord (DD-07 to DD-09)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

PASSED = 0
HIGHEST = 3


@dataclass(frozen=True, slots=True)
class Auction:
    """The bids so far, which alone decide what may be bid next."""

    players: int
    first_bidder: int
    bids: tuple[int, ...] = ()  # 0 for a pass, from the first bidder on

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 where there is none."""
        return max(self.bids, default=PASSED)

    @property
    def landlord(self) -> int | None:
        """Who has won the auction (DD-08); None as long as nobody has."""
        highest = self.highest
        if highest == PASSED:
            return None
        at = self.bids.index(highest)
        passes_since = len(self.bids) - 1 - at  # after the highest bid there can be passes only
        if highest < HIGHEST and passes_since < self.players - 1:
            return None
        return self.seat_of(at)

    @property
    def all_passed(self) -> bool:
        """Whether nobody has wanted to bid at all (DD-09)."""
        return self.bids == self.players * (PASSED,)

    @property
    def turn(self) -> int | None:
        """Whose turn it is to bid (DD-07: one who has passed too); None when the auction is over."""
        return None if self.all_passed or self.landlord is not None else self.seat_of(len(self.bids))

    def seat_of(self, number: int) -> int:
        """Who makes the bid with this number (DD-04)."""
        return (self.first_bidder + number) % self.players

    def can_take(self, bid: int) -> bool:
        """Whether the next one may pass, or bid so much (DD-07)."""
        return self.turn is not None and (bid == PASSED or bid > self.highest)

    def after(self, bid: int) -> Self:
        return type(self)(self.players, self.first_bidder, (*self.bids, bid))
