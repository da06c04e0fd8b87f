"""The visible part of a round and the rules about it: whose turn it is, what is legal, who wins what.

`position.py` adds what is hidden, and `knowledge.py` what one seat knows of that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ...position import WithHands, with_item
from ...refusal import Refusal, refused
from . import cards
from .actions import PASS
from .auction import Auction
from .cards import NO_CARDS, RANKS, Counts
from .combinations import Combination, doubles, objection

if TYPE_CHECKING:
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class FaceUp:
    """The card that was shown before the deal (DD-05)."""

    rank: int
    seat: int | None  # the seat that drew it; None for the kitty

    @property
    def text(self) -> str:
        """The text of the field, such as `7 by 1`."""
        return f"{RANKS[self.rank]} {'in kitty' if self.seat is None else f'by {self.seat}'}"


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick: who leads or, later, the combination to beat, who played it, and how many have passed since."""

    seat: int
    to_beat: Combination | None = None  # None if the seat is to lead
    passes: int = 0

    def turn(self, players: int) -> int:
        """Return the seat to play (DD-04)."""
        return self.seat if self.to_beat is None else (self.seat + 1 + self.passes) % players


@dataclass(frozen=True, slots=True)
class Play:
    """The play: everything since the landlord is known."""

    landlord: int
    trick: Trick
    played: tuple[Counts, ...]  # by each seat
    plays: tuple[int, ...]  # how many combinations each seat has played
    doublings: int = 0  # DD-31

    @classmethod
    def start(cls, landlord: int, players: int) -> Self:
        """Return the play before its first action."""
        # DD-10: the landlord leads the first trick
        return cls(landlord, Trick(landlord), players * (NO_CARDS,), players * (0,))

    def after_pass(self) -> Self:
        """Return the play after a pass."""
        seat, to_beat, passes = self.trick.seat, self.trick.to_beat, self.trick.passes + 1
        all_others = passes == len(self.played) - 1
        trick = Trick(seat) if all_others else Trick(seat, to_beat, passes)  # DD-12: the last seat to play leads
        return replace(self, trick=trick)

    def after(self, seat: int, combination: Combination) -> Self:
        """Return the play after a combination."""
        return type(self)(
            self.landlord,
            Trick(seat, combination),
            with_item(self.played, seat, cards.combine(self.played[seat], combination.cards)),
            (*self.plays[:seat], self.plays[seat] + 1, *self.plays[seat + 1 :]),
            self.doublings + doubles(combination, len(self.played)),
        )


@dataclass(frozen=True, slots=True)
class Layout(WithHands[Counts]):
    """What everybody sees (DD-35), except the kitty."""

    rules: Rules
    dealer: int
    first_bidder: int
    face_up: FaceUp | None  # None if it is not known
    bids: tuple[int, ...]
    play: Play | None  # None during the auction
    redeals: int  # so far; 0 where the rules do not limit them

    @property
    def auction(self) -> Auction:
        return Auction(self.rules.players, self.first_bidder, self.bids)

    @property
    def landlord(self) -> int | None:
        return None if self.play is None else self.play.landlord

    @property
    def bid(self) -> int | None:
        """The highest bid so far; during the play, the bid of the landlord."""
        if not self.rules.auction:
            return 1
        return self.auction.highest or None

    @property
    def played(self) -> tuple[Counts, ...]:
        return self.rules.players * (NO_CARDS,) if self.play is None else self.play.played

    def cards_had(self, seat: int) -> int:
        """Return how many cards a seat has had in all, including played ones."""
        players = self.rules.players
        return cards.largest_hand(players) if seat == self.landlord else cards.dealt_to_each(players)  # DD-05, DD-10

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple(map(self.hand_size, range(self.rules.players)))

    def hand_size(self, seat: int) -> int:
        return self.cards_had(seat) - sum(self.played[seat])

    @property
    def winner(self) -> int | None:
        """The seat that has emptied its hand (DD-13). It can only be the last one to play."""
        if self.play is None or self.play.trick.to_beat is None:
            return None
        seat = self.play.trick.seat
        return seat if self.hand_size(seat) == 0 else None

    @property
    def redealt(self) -> int | None:
        """The number of redeals after one more, or None if everybody's passing ends the round (DD-09)."""
        most = self.rules.max_redeals
        if self.rules.all_pass == "void" or self.redeals == most:
            return None
        return 0 if most is None else self.redeals + 1

    @property
    def chance_ahead(self) -> bool:
        """Whether a redeal can still follow: everybody may pass (DD-09) until somebody bids."""
        return self.play is None and self.redealt is not None and not any(self.bids)

    @property
    def is_void(self) -> bool:
        """Whether the round is over without a landlord (DD-09)."""
        return self.rules.auction and self.redealt is None and self.auction.all_passed

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_void

    @property
    def current_player(self) -> int | None:
        if self.play is None:
            return self.auction.turn
        return None if self.winner is not None else self.play.trick.turn(self.rules.players)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        players = self.rules.players
        if self.is_void:
            return players * (0,)  # DD-09: no payment
        winner, play = self.winner, self.play
        if winner is None:
            return None
        assert play is not None
        assert self.bid is not None
        stake = self.bid << play.doublings << (self.rules.spring and self.is_spring)  # DD-30, DD-31, DD-33
        to_landlord = stake if winner == play.landlord else -stake  # DD-02
        # DD-30: each other player pays the landlord, or is paid
        return tuple(to_landlord * (players - 1) if seat == play.landlord else -to_landlord for seat in range(players))

    @property
    def scores(self) -> tuple[int, ...] | None:
        return self.payoffs

    @property
    def is_spring(self) -> bool:
        """Whether a finished round is a spring: one side has hardly played (DD-33)."""
        assert self.play is not None
        landlords = self.play.plays[self.play.landlord]
        if self.winner == self.play.landlord:
            return sum(self.play.plays) == landlords
        return landlords == 1

    @property
    def visible_kitty(self) -> Counts | None:
        raise NotImplementedError

    # Legal actions, given the hand of the seat to move

    def actions_from(self, hand: Counts) -> list[int]:
        if self.is_over:
            return []
        if self.play is None:
            return [PASS, *(bid for bid in (1, 2, 3) if self.auction.can_take(bid))]  # DD-07
        to_beat = self.play.trick.to_beat
        plays = self.rules._actions.plays(hand, to_beat)
        return plays if to_beat is None else [PASS, *plays]  # DD-12: the leader may not pass

    def refusal_from(self, hand: Counts | None, action: int) -> Refusal | None:
        combination = self.rules._actions.combination(action)
        if self.winner is not None:
            return refused("DD-13", "doudizhu.round_over_cards_played", seat=self.winner)
        if self.is_void:
            return refused("DD-09", "doudizhu.round_over_everybody_passed")
        if self.play is None:
            if combination is not None:
                return refused("DD-07", "doudizhu.auction_not_over")
            if not self.auction.can_take(action):
                return refused("DD-07", "doudizhu.bid_too_low", highest=self.auction.highest, bid=action)
            return None
        to_beat = self.play.trick.to_beat
        if combination is None:
            if action != PASS:
                return refused("DD-08", "doudizhu.auction_over", seat=self.play.landlord)
            return refused("DD-12", "doudizhu.leader_cannot_pass") if to_beat is None else None
        for rank, needed in enumerate(combination.cards):
            if hand is not None and hand[rank] < needed:
                return refused("DD-11", "doudizhu.too_few_of_rank", needed=needed, rank=RANKS[rank], held=hand[rank])
        return None if to_beat is None else objection(combination, to_beat)

    def text_of(self, combination: Combination) -> str:
        """Return the text of a combination."""
        actions = self.rules._actions
        return actions.text(actions.ids[combination])


def count_text(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
