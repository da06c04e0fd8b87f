"""What one seat knows of a round: what everybody sees, its own hand, and some cards of the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ...._arguments.checks import counted, quoted, tokens
from ....errors import InvalidMoveError, InvalidRecordError, InvalidStateError
from ...knowledge import ROUND_IS_OVER, SeenHand, check_fault, check_refusal, expected_message, move_of
from . import cards, checks, notation, observe
from .actions import PASS
from .cards import NO_CARDS, Counts
from .layout import Layout, Play

if TYPE_CHECKING:
    from ...random import Chance
    from .rules import Rules

_DEALER, _FACE_UP, _HAND, _KITTY, _SHOWN = "the dealer", "the face-up card", "the hand", "the kitty", "the shown hand"
_COMING_NEXT = {
    "dealer": _DEALER,
    "face-up": _FACE_UP,
    "first": _FACE_UP,
    "hand": _HAND,
    "kitty": _KITTY,
    "shown": _SHOWN,
}


@dataclass(frozen=True, slots=True)
class SeenPosition(SeenHand[Counts], Layout):
    """What everybody sees, and the seat's own hand."""

    own_seat: int
    hand: Counts
    kitty: Counts | None  # None until it is shown
    open_hand: Counts | None  # the landlord's, if it is another seat's and has been shown (DD-38)
    awaited: str | None = None

    @property
    def visible_hands(self) -> dict[int, Counts]:
        visible = {self.seat: self.hand}
        if self.open_hand is not None and self.landlord is not None:
            visible[self.landlord] = self.open_hand
        return visible

    @property
    def visible_kitty(self) -> Counts | None:
        return self.kitty

    # Where the cards are

    def known_cards(self, seat: int) -> Counts:
        """Return the cards that another seat is known to hold: those that it was seen to get and has not played.

        Suits are not known, so a card that it plays counts as the shown one of its rank first (DD-35). Of a landlord
        who has shown the hand it is all of it (DD-40).
        """
        if self.open_hand is not None and seat == self.landlord:
            return self.open_hand
        shown = NO_CARDS
        if self.kitty is not None and seat == self.landlord:
            shown = self.kitty
        if self.face_up is not None and self.face_up.seat == seat:
            shown = cards.combine(shown, cards.of_ranks([self.face_up.rank]))
        return cards.non_negative(cards.without(shown, self.played[seat]))

    @property
    def known_kitty_cards(self) -> Counts:
        """The face-up card, if it is in a kitty that is not shown yet."""
        if self.kitty is None and self.face_up is not None and self.face_up.seat is None:
            return cards.of_ranks([self.face_up.rank])
        return NO_CARDS

    @property
    def unseen(self) -> Counts:
        """The cards that are neither in the seat's own hand nor played, as text, ascending; "-" if empty."""
        unseen = cards.without(cards.deck(self.rules.players), self.hand)
        for played in self.played:
            unseen = cards.without(unseen, played)
        return unseen

    @property
    def located_cards(self) -> Counts:
        """All cards whose place the seat knows."""
        total = cards.combine(self.hand, self.known_kitty_cards)
        for seat in range(self.rules.players):
            total = cards.combine(total, self.played[seat])
            if seat != self.seat:
                total = cards.combine(total, self.known_cards(seat))
        return total

    def contradiction(self) -> str | None:
        """Return the message for a seat that is known to hold more cards than it has, or None if there is none."""
        for seat in range(self.rules.players):
            if seat != self.seat and self.hand_size(seat) < sum(self.known_cards(seat)):
                return f"seat {seat} has fewer cards left than it is known to hold"
        return None

    def sample_hidden(self, chance: Chance) -> tuple[tuple[Counts, ...], Counts]:
        """Return all hands and the kitty, with random cards where the seat does not know them.

        Each other seat gets what it needs beyond the cards it is known to hold. The kitty gets the rest until it is
        shown.
        """
        hidden = cards.ranks_of(cards.without(cards.deck(self.rules.players), self.located_cards))
        shuffled = [hidden[place] for place in chance.shuffled(len(hidden))]
        hands = []
        for seat in range(self.rules.players):
            hand = self.hand
            if seat != self.seat:
                held = self.known_cards(seat)
                needed = self.hand_size(seat) - sum(held)
                hand = cards.combine(held, cards.of_ranks(shuffled[:needed]))
                shuffled = shuffled[needed:]
            hands.append(hand)
        kitty = self.kitty
        if kitty is None:
            kitty = cards.combine(self.known_kitty_cards, cards.of_ranks(shuffled))
        return tuple(hands), kitty

    # As a text

    def to_text(self) -> str:
        return notation.write(self, [f"seat {self.seat}", f"hand {cards.text(self.hand)}"], self.kitty)

    @classmethod
    def from_text(cls, text: str) -> Self:
        read = notation.read(text, of_state=False)
        seat, hand = read.values["seat"], read.values["hand"]
        shown = read.values.get("shown")
        open_hand = None if seat == read.landlord or not shown else shown
        known = cls(*read.layout, seat, hand, read.values.get("kitty"), open_hand)
        checks.check(known, shown or None)
        objection = known.contradiction()
        if objection is not None:
            raise InvalidStateError(objection)
        return known

    # From events

    @classmethod
    def initial(cls, rules: Rules, seat: int) -> Self:
        return cls(rules, 0, 0, None, (), None, 0, seat, NO_CARDS, None, None, _DEALER)

    def apply(self, event: str) -> Self:
        word, *rest = tokens(event) or [""]
        mover = notation.seat_of(word, self.rules.players)
        value: Any = notation.value(word, rest, self.rules) if word in _COMING_NEXT else None
        if value is False:  # "shown no" is a field of positions, not an event
            value = None
        if value is None and (mover is None or not rest):
            raise InvalidRecordError(
                f'unknown event {quoted(event)}; expected e.g. "dealer 0", "face-up 7 by 1", "hand 33467", '
                '"kitty 3TR" or "1 pass"'
            )
        if self.awaited is None and self.is_over:
            raise InvalidRecordError(ROUND_IS_OVER)
        awaited = self.awaited or move_of(self.current_player)
        if awaited != _COMING_NEXT.get(word, move_of(word)):
            raise InvalidRecordError(expected_message(awaited, event))
        match word:
            case "dealer":
                return replace(self, dealer=value, awaited=_FACE_UP)
            case "face-up":
                first_bidder = self.dealer if value.seat is None else value.seat  # DD-06
                return replace(self, first_bidder=first_bidder, face_up=value, awaited=_HAND)
            case "first":
                return replace(self, first_bidder=value, awaited=_HAND)
            case "hand":
                return self._after_hand(value)
            case "kitty":
                return self._after_kitty(value)
            case "shown":
                return self._after_shown(value)
            case _:
                return self._after_move(" ".join(rest))

    def action_in(self, event: str) -> int | None:
        mover, *rest = tokens(event)
        if notation.seat_of(mover, self.rules.players) is None:
            return None
        return self.rules._actions.from_text(" ".join(rest))

    def _after_hand(self, hand: Counts) -> Self:
        _check_number("hand", hand, cards.dealt_to_each(self.rules.players), "DD-05")
        # Without an auction the kitty is shown next.
        known = replace(self, hand=hand, awaited=None if self.rules.auction else _KITTY)
        known._check_deck()
        check_fault(checks.face_up_fault(known))
        return known

    def _after_kitty(self, kitty: Counts) -> Self:
        _check_number("kitty", kitty, cards.kitty_size(self.rules.players), "DD-05")
        landlord = self.auction.landlord if self.rules.auction else self.first_bidder  # DD-06, DD-08, DD-09, DD-36
        assert landlord is not None
        hand = cards.combine(self.hand, kitty) if landlord == self.seat else self.hand  # DD-10
        play = Play.start(landlord, self.rules.players)
        known = replace(self, play=play, hand=hand, kitty=kitty, awaited=None)
        known._check_deck()
        check_fault(checks.face_up_fault(known))
        return known

    def _after_shown(self, hand: Counts) -> Self:
        assert self.play is not None
        landlord = self.play.landlord
        _check_number("shown hand", hand, cards.largest_hand(self.rules.players), "DD-38")
        check_fault(checks.shown_fault(self, hand))
        open_hand = None if landlord == self.seat else hand
        known = replace(self, play=self.play.after_choice(shown=True), open_hand=open_hand, awaited=None)
        known._check_deck()
        check_fault(checks.kitty_fault(known))
        check_fault(checks.face_up_fault(known))
        return known

    def _after_move(self, text: str) -> Self:
        """Return the knowledge after a move of the current player, which may be this seat or another."""
        seat = self.current_player
        assert seat is not None
        try:
            action = self.rules._actions.from_text(text)
        except InvalidMoveError as error:
            raise InvalidRecordError(str(error)) from None
        check_refusal(self.refusal_from(self.visible_hands.get(seat), action))
        if self.play is None:
            return self._after_bid(action)
        if self.phase == "doubling":
            return replace(self, play=self.play.after_answer(doubled=action != PASS))
        if self.phase == "showing":
            if action == PASS:
                return replace(self, play=self.play.after_choice(shown=False))
            return replace(self, awaited=_SHOWN)
        combination = self.rules._actions.combination(action)
        if combination is None:
            return replace(self, play=self.play.after_pass())
        if self.hand_size(seat) < combination.number:
            raise InvalidRecordError(f"seat {seat} has only {counted(self.hand_size(seat), 'card')} left")
        hand, open_hand = self.hand, self.open_hand
        if seat == self.seat:
            hand = cards.without(hand, combination.cards)
        elif open_hand is not None and seat == self.landlord:
            open_hand = cards.without(open_hand, combination.cards)
        known = replace(self, play=self.play.after(seat, combination), hand=hand, open_hand=open_hand)
        known._check_deck()
        check_fault(known.contradiction())
        return known

    def _after_bid(self, bid: int) -> Self:
        auction = self.auction.after(bid)
        redeals = self.redealt
        if auction.all_passed and redeals is not None:  # DD-09: the same dealer, everything else again
            return replace(
                self, first_bidder=0, face_up=None, bids=(), redeals=redeals, hand=NO_CARDS, awaited=_FACE_UP
            )
        return replace(self, bids=auction.bids, awaited=None if auction.landlord is None else _KITTY)

    def _check_deck(self) -> None:
        check_fault(cards.too_many(self.located_cards, self.rules.players))

    # As an observation

    observed = observe.observed
    described = observe.described


def _check_number(what: str, counts: Counts, wanted: int, rule: str) -> None:
    if sum(counts) != wanted:
        raise InvalidRecordError(f"the {what} has {sum(counts)} cards, expected {wanted} [{rule}]")
