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
from .auction import Auction, auction_of, kind_of
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
    doubling: tuple[bool, ...] = ()  # DD-37: what the players have said, the landlord first
    shown: bool | None = None  # DD-38: None until the landlord has said

    @classmethod
    def start(cls, landlord: int, players: int) -> Self:
        """Return the play before its first action."""
        # DD-10: the landlord leads the first trick
        return cls(landlord, Trick(landlord), players * (NO_CARDS,), players * (0,))

    def after_pass(self) -> Self:
        seat, to_beat, passes = self.trick.seat, self.trick.to_beat, self.trick.passes + 1
        all_others = passes == len(self.played) - 1
        trick = Trick(seat) if all_others else Trick(seat, to_beat, passes)  # DD-12: the last seat to play leads
        return replace(self, trick=trick)

    def after(self, seat: int, combination: Combination) -> Self:
        return replace(
            self,
            trick=Trick(seat, combination),
            played=with_item(self.played, seat, cards.combine(self.played[seat], combination.cards)),
            plays=with_item(self.plays, seat, self.plays[seat] + 1),
            doublings=self.doublings + doubles(combination, len(self.played)),
        )

    def after_answer(self, *, doubled: bool) -> Self:
        """Return the play after one more player has said whether it doubles (DD-37)."""
        return replace(self, doubling=(*self.doubling, doubled))

    def after_choice(self, *, shown: bool) -> Self:
        """Return the play after the landlord has said whether it shows the hand (DD-38)."""
        return replace(self, shown=shown)

    @property
    def next_to_answer(self) -> int:
        """The seat that is asked next whether it doubles: the landlord first, then in turn (DD-37)."""
        return (self.landlord + len(self.doubling)) % len(self.played)

    def doubled(self, seat: int) -> bool:
        """Return whether a seat has doubled (DD-37)."""
        number = (seat - self.landlord) % len(self.played)
        return number < len(self.doubling) and self.doubling[number]


@dataclass(frozen=True, slots=True)
class Layout(WithHands[Counts]):
    """What everybody sees (DD-35), except the kitty."""

    forfeit_rule = "DD-41"

    rules: Rules
    dealer: int
    first_bidder: int
    face_up: FaceUp | None  # None if it is not known
    bids: tuple[int, ...]
    play: Play | None  # None during the auction; after it also while players double and the landlord may show
    redeals: int  # so far; 0 where the rules do not limit them

    @property
    def auction(self) -> Auction:
        return auction_of(self.rules, self.first_bidder, self.bids)

    @property
    def phase(self) -> str:
        if self.is_over:
            return "over"
        if self.play is None:
            return "auction"
        if self.rules.doubling and len(self.play.doubling) < self.rules.players:
            return "doubling"  # DD-37
        if self.rules.open_hand and self.play.shown is None:
            return "showing"  # DD-38
        return "play"

    @property
    def landlord(self) -> int | None:
        return None if self.play is None else self.play.landlord

    @property
    def bid(self) -> int | None:
        """The highest bid so far, 1 after a call; during the play, the bid of the landlord."""
        return self.auction.stake if self.rules.auction else 1

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
        if self.rules.all_pass != "redeal" or self.redeals == most:
            return None
        return 0 if most is None else self.redeals + 1

    @property
    def chance_ahead(self) -> bool:
        """Whether a redeal can still follow: everybody may pass (DD-09) until somebody bids."""
        return self.play is None and self.redealt is not None and not any(self.bids)

    @property
    def is_void(self) -> bool:
        """Whether the round is over without a landlord (DD-09)."""
        if self.play is not None or not self.auction.all_passed:
            return False
        return self.redealt is None and self.auction.landlord is None

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_void

    @property
    def current_player(self) -> int | None:
        if self.play is None:
            return self.auction.turn
        match self.phase:
            case "over":
                return None
            case "doubling":
                return self.play.next_to_answer
            case "showing":
                return self.play.landlord
        return self.play.trick.turn(self.rules.players)

    @property
    def stakes(self) -> tuple[int, ...] | None:
        """What each peasant would pay or get as the payment stands, and the landlord in all; None without a landlord.

        Spring is not in it: only the end of the round decides that.
        """
        return None if self.play is None else self._payments(self.play, spring=False)

    def _payments(self, play: Play, *, spring: bool) -> tuple[int, ...]:
        assert self.bid is not None
        for_all = (
            (self.auction.robs if self.rules.auction else 0)  # DD-36
            + play.doublings  # DD-31
            + spring  # DD-33
            + play.doubled(play.landlord)  # DD-37
            + (play.shown is True)  # DD-38
        )
        payments = []
        for seat in range(self.rules.players):
            doublings = for_all + play.doubled(seat)  # DD-37: for each of the two that doubled
            payments.append(0 if seat == play.landlord else self._doubled(self.bid, doublings))
        return with_item(tuple(payments), play.landlord, sum(payments))

    def _doubled(self, bid: int, times: int) -> int:
        most = self.rules.max_doublings
        return bid << (times if most is None else min(times, most))  # DD-39

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        players = self.rules.players
        if self.is_void:
            return players * (0,)  # DD-09: no payment
        winner, play = self.winner, self.play
        if winner is None:
            return None
        assert play is not None
        payments = self._payments(play, spring=self.rules.spring and self.is_spring)
        landlord_wins = winner == play.landlord  # DD-02
        # DD-30: each other player pays the landlord, or is paid
        return tuple(
            payment if (seat == play.landlord) == landlord_wins else -payment for seat, payment in enumerate(payments)
        )

    @property
    def scores(self) -> tuple[int, ...] | None:
        return self.payoffs

    def forfeit_payoffs(self, seat: int) -> tuple[int, ...]:
        """DD-41"""
        players, play = self.rules.players, self.play
        if play is None:  # in the auction the stake is the highest bid, or 1, and it is paid to each
            stake = self._doubled(self.bid or 1, self.auction.robs if self.rules.auction else 0)
            return with_item(players * (stake,), seat, -stake * (players - 1))
        payments = self._payments(play, spring=False)
        if seat == play.landlord:
            return with_item(payments, seat, -payments[seat])
        paid = payments[play.landlord]  # for all peasants
        return with_item(with_item(players * (0,), play.landlord, paid), seat, -paid)

    @property
    def is_spring(self) -> bool:
        """Whether a finished round is a spring: one side has hardly played (DD-33)."""
        assert self.play is not None
        landlords = self.play.plays[self.play.landlord]
        if self.winner == self.play.landlord:
            return sum(self.play.plays) == landlords
        return landlords == 1

    @property
    def shown_hand(self) -> Counts | None:
        """What the landlord holds now, if the hand has been shown to everybody (DD-38)."""
        if self.play is None or not self.play.shown:
            return None
        return self.visible_hands[self.play.landlord]

    @property
    def visible_kitty(self) -> Counts | None:
        raise NotImplementedError

    # Legal actions, given the hand of the seat to move

    def actions_from(self, hand: Counts) -> list[int]:
        actions = self.rules._actions
        match self.phase:
            case "over":
                return []
            case "auction":
                return [action for action in range(actions.first) if self._may_say(action)]
            case "doubling":
                return [PASS, actions.said.index("double")]  # DD-37
            case "showing":
                return [PASS, actions.said.index("show")]  # DD-38
        assert self.play is not None
        to_beat = self.play.trick.to_beat
        plays = actions.plays(hand, to_beat)
        return plays if to_beat is None else [PASS, *plays]  # DD-12: the leader may not pass

    def _may_say(self, action: int) -> bool:
        """Return whether the auction allows this action (DD-07, DD-36)."""
        bid = self.rules._actions.bid_of(action)
        return bid is not None and self.auction.can_take(bid)

    def refusal_from(self, hand: Counts | None, action: int) -> Refusal | None:
        if self.winner is not None:
            return refused("DD-13", "doudizhu.round_over_cards_played", seat=self.winner)
        if self.is_void:
            return refused("DD-09", "doudizhu.round_over_everybody_passed")
        if self.play is None:
            return None if self._may_say(action) else self.auction.objection(self.rules._actions.bid_of(action))
        return self._answer_objection(self.play, action) or self._play_objection(self.play, hand, action)

    def _answer_objection(self, play: Play, action: int) -> Refusal | None:
        """Return what is wrong with an action if it is a late bid, or one that does not answer what is asked."""
        phase, word = self.phase, self.rules._actions.word(action)
        if word not in ("pass", "double", "show", None):
            return refused(kind_of(self.rules).end_rule, "doudizhu.auction_over", seat=play.landlord)
        if phase == "doubling" and word not in ("pass", "double"):
            return refused("DD-37", "doudizhu.doubling_not_over")
        if phase != "doubling" and word == "double":
            return refused("DD-37", "doudizhu.doubling_over")
        if phase == "showing" and word not in ("pass", "show"):
            return refused("DD-38", "doudizhu.landlord_has_not_led")
        if phase == "play" and word == "show":
            return refused("DD-38", "doudizhu.too_late_to_show")
        return None

    def _play_objection(self, play: Play, hand: Counts | None, action: int) -> Refusal | None:
        combination, to_beat = self.rules._actions.combination(action), play.trick.to_beat
        if combination is None:
            leads = self.phase == "play" and to_beat is None
            return refused("DD-12", "doudizhu.leader_cannot_pass") if leads else None
        for rank, needed in enumerate(combination.cards):
            if hand is not None and hand[rank] < needed:
                return refused("DD-11", "doudizhu.too_few_of_rank", needed=needed, rank=RANKS[rank], held=hand[rank])
        return None if to_beat is None else objection(combination, to_beat)

    def text_of(self, combination: Combination) -> str:
        actions = self.rules._actions
        return actions.text(actions.ids[combination])
