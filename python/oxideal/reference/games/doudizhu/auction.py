"""The auctions: whose turn it is, what that seat may say, and who becomes the landlord (DD-07 to DD-09, DD-36)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from ...refusal import Refusal, refused

if TYPE_CHECKING:
    from .rules import Rules

PASSED = 0
HIGHEST = 3
CALLED = 1
ROBBED = 2


@dataclass(frozen=True, slots=True)
class Auction(ABC):
    """What has been said so far, from the first bidder on. It alone decides what may be said next."""

    words: ClassVar[Sequence[str]]
    """How positions write what can be said, each word at the place of its number."""
    rule: ClassVar[str]
    """The rule that decides what may be said."""
    end_rule: ClassVar[str]
    """The rule that decides when the auction is over."""

    players: int
    first_bidder: int
    first_is_landlord: bool  # when nobody bids (DD-09)
    bids: tuple[int, ...] = ()

    @property
    @abstractmethod
    def stake(self) -> int | None:
        """The stake before all doublings; None before the first bid or call."""

    @property
    def robs(self) -> int:
        """How often the stake was doubled by robbing (DD-36)."""
        return 0

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The seat that has won the auction; None if it is not over, or if nobody has bid."""

    @abstractmethod
    def can_take(self, bid: int) -> bool:
        """Return whether the seat whose turn it is may pass (0) or say this."""

    @abstractmethod
    def objection(self, bid: int | None) -> Refusal:
        """Return why the seat whose turn it is may not say this; None is something that no auction has."""

    @property
    def all_passed(self) -> bool:
        """Whether every seat has passed and nobody has bid (DD-09)."""
        return self.bids == self.players * (PASSED,)

    @property
    def landlord(self) -> int | None:
        """The landlord; None during the auction, and if it ends without one."""
        return self.first_bidder if self.all_passed and self.first_is_landlord else self.winner

    @property
    def turn(self) -> int | None:
        """The seat to bid; None when the auction is over."""
        return None if self.all_passed or self.winner is not None else self.seat_of(len(self.bids))

    def seat_of(self, number: int) -> int:
        """Return the seat that makes the bid with this number (DD-04)."""
        return (self.first_bidder + number) % self.players

    def after(self, bid: int) -> Self:
        """Return the auction after this bid, or after a pass (0)."""
        return type(self)(self.players, self.first_bidder, self.first_is_landlord, (*self.bids, bid))


class Bidding(Auction):
    """Each bid is higher than the last, and the highest wins (DD-07, DD-08)."""

    __slots__ = ()

    words = ("pass", "1", "2", "3")
    rule = "DD-07, DD-08"
    end_rule = "DD-08"

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 if there is none."""
        return max(self.bids, default=PASSED)

    @property
    def stake(self) -> int | None:
        if self.all_passed and self.first_is_landlord:
            return 1  # DD-09: as if it had bid 1
        return self.highest or None

    @property
    def winner(self) -> int | None:
        highest = self.highest
        if highest == PASSED:
            return None
        at = self.bids.index(highest)
        passes_since = len(self.bids) - 1 - at  # only passes can follow the highest bid
        if highest < HIGHEST and passes_since < self.players - 1:
            return None  # DD-08
        return self.seat_of(at)

    def can_take(self, bid: int) -> bool:
        """A seat that passed before may bid again (DD-07)."""
        return self.turn is not None and (bid == PASSED or bid > self.highest)

    def objection(self, bid: int | None) -> Refusal:
        if bid is None:
            return refused("DD-07", "doudizhu.auction_not_over")
        return refused("DD-07", "doudizhu.bid_too_low", highest=self.highest, bid=bid)


class Calling(Auction):
    """One seat calls, each later seat may rob it of the landlord's role, and the caller may rob back (DD-36)."""

    __slots__ = ()

    words = ("pass", "call", "rob")
    rule = "DD-36"
    end_rule = "DD-36"

    @property
    def caller_at(self) -> int | None:
        """The number of the call; None if nobody has called."""
        return self.bids.index(CALLED) if CALLED in self.bids else None

    @property
    def caller(self) -> int | None:
        return None if self.caller_at is None else (self.first_bidder + self.caller_at) % self.players

    @property
    def stake(self) -> int | None:
        return 1 if self.caller_at is not None or (self.all_passed and self.first_is_landlord) else None

    @property
    def robs(self) -> int:
        return self.bids.count(ROBBED)

    @property
    def winner(self) -> int | None:
        # DD-36: every seat is asked once, and the caller once more if somebody has robbed
        asked = self.players + (self.robs > 0)
        if self.caller_at is None or len(self.bids) < asked:
            return None
        last = max(number for number, bid in enumerate(self.bids) if bid != PASSED)
        return self.seat_of(last)

    def can_take(self, bid: int) -> bool:
        wanted = CALLED if self.caller_at is None else ROBBED
        return self.turn is not None and bid in (PASSED, wanted)

    def objection(self, bid: int | None) -> Refusal:
        if bid is None:
            return refused("DD-36", "doudizhu.call_or_pass", wanted="call" if self.caller is None else "rob")
        if self.caller is None:
            return refused("DD-36", "doudizhu.not_called_yet")
        return refused("DD-36", "doudizhu.already_called", seat=self.caller)

    def seat_of(self, number: int) -> int:
        if number == self.players:  # DD-36: the caller is asked once more
            assert self.caller is not None
            return self.caller
        return (self.first_bidder + number) % self.players


def kind_of(rules: Rules) -> type[Auction]:
    return Calling if rules.auction == "call" else Bidding


def auction_of(rules: Rules, first_bidder: int, bids: tuple[int, ...] = ()) -> Auction:
    """Return the auction of these rules, which must have one, after these bids."""
    return kind_of(rules)(rules.players, first_bidder, rules.all_pass == "first", bids)
