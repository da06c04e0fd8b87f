"""A round with all its cards: the deal and the play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ...position import PositionWithHands, with_item
from . import cards, checks, notation
from .actions import PASS
from .cards import NO_CARDS, Counts
from .knowledge import SeenPosition
from .layout import FaceUp, Layout, Play

if TYPE_CHECKING:
    from ...random import Chance
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class Position(Layout, PositionWithHands[Counts]):
    """What everybody sees, and what is hidden. Once there is a landlord, the kitty is in that seat's hand (DD-10)."""

    hands: tuple[Counts, ...]
    kitty: Counts

    # The deal

    @classmethod
    def dealt(cls, rules: Rules, dealer: int | None, chance: Chance) -> Self:
        """Deal a round (DD-05).

        `chance` gives, in this order, the dealer if none is given, the order of the deck, and the place of the face-up
        card.
        """
        players = rules.players
        if dealer is None:
            dealer = chance.below(players)
        ascending = cards.ranks_of(cards.deck(players))
        deck = [ascending[place] for place in chance.shuffled(len(ascending))]
        shown = deck.pop(0)  # DD-05: the dealer shows the top card and puts it back, face up, in the deck
        place = chance.below(len(ascending))
        deck.insert(place, shown)
        drawn = players * cards.dealt_to_each(players)
        hands = []
        for seat in range(players):
            first_drawn = (seat - dealer) % players  # DD-05: one card at a time, the dealer first
            hands.append(cards.of_ranks(deck[first_drawn:drawn:players]))
        drawn_by = (dealer + place) % players if place < drawn else None
        first_bidder = dealer if drawn_by is None else drawn_by  # DD-06
        kitty = cards.of_ranks(deck[drawn:])
        return cls.after_deal(rules, dealer, first_bidder, FaceUp(shown, drawn_by), tuple(hands), kitty)

    @classmethod
    def after_deal(
        cls,
        rules: Rules,
        dealer: int,
        first_bidder: int,
        face_up: FaceUp | None,
        hands: tuple[Counts, ...],
        kitty: Counts,
    ) -> Self:
        """Return the round after the deal. Without an auction, the first bidder becomes the landlord at once."""
        position = cls(rules, dealer, first_bidder, face_up, (), None, 0, hands, kitty)
        return position if rules.auction else position._with_landlord(first_bidder)

    def _with_landlord(self, landlord: int) -> Self:
        hand = cards.combine(self.hands[landlord], self.kitty)  # DD-10
        return replace(self, play=Play.start(landlord, self.rules.players), hands=with_item(self.hands, landlord, hand))

    @classmethod
    def sampled(cls, seen: SeenPosition, chance: Chance) -> Self:
        """Return a random round that fits what a seat knows."""
        hands, kitty = seen.sample_hidden(chance)
        return cls(
            seen.rules, seen.dealer, seen.first_bidder, seen.face_up, seen.bids, seen.play, seen.redeals, hands, kitty
        )

    # The round

    def hand_size(self, seat: int) -> int:
        return sum(self.hands[seat])

    def after(self, action: int, chance: Chance) -> Self:
        if self.play is None:
            return self._after_bid(action, chance)
        if self.phase == "doubling":
            return replace(self, play=self.play.after_answer(doubled=action != PASS))
        if self.phase == "showing":
            return replace(self, play=self.play.after_choice(shown=action != PASS))
        if action == PASS:
            return replace(self, play=self.play.after_pass())
        seat, combination = self.play.trick.turn(self.rules.players), self.rules._actions.combination(action)
        assert combination is not None
        hand = cards.without(self.hands[seat], combination.cards)
        return replace(self, play=self.play.after(seat, combination), hands=with_item(self.hands, seat, hand))

    def _after_bid(self, bid: int, chance: Chance) -> Self:
        auction = self.auction.after(bid)
        redeals = self.redealt
        if auction.all_passed and redeals is not None:  # DD-09: the same dealer, everything else again
            return replace(self.dealt(self.rules, self.dealer, chance), redeals=redeals)
        position = replace(self, bids=auction.bids)
        return position if auction.landlord is None else position._with_landlord(auction.landlord)

    # What seats see of it

    @property
    def visible_kitty(self) -> Counts | None:
        return self.kitty

    @property
    def located_cards(self) -> Counts:
        total = self.kitty if self.play is None else NO_CARDS
        for counts in (*self.hands, *self.played):
            total = cards.combine(total, counts)
        return total

    def seen_from(self, seat: int) -> SeenPosition:
        return SeenPosition(
            self.rules,
            self.dealer,
            self.first_bidder,
            self.face_up,
            self.bids,
            self.play,
            self.redeals,
            seat,
            self.hands[seat],
            None if self.play is None else self.kitty,  # DD-10: shown to everybody once the landlord has taken it
            None if seat == self.landlord else self.shown_hand,
        )

    def events_of_deal(self, seat: int) -> list[str]:
        return [f"dealer {self.dealer}", *self._events_of_cards(seat)]

    def _events_of_cards(self, seat: int) -> list[str]:
        assert self.face_up is not None
        face_up = f"face-up {self.face_up.text}"
        if self.play is None:
            return [face_up, f"hand {cards.text(self.hands[seat])}"]
        # Without an auction, the landlord has already taken the kitty.
        hand = cards.without(self.hands[seat], self.kitty) if seat == self.landlord else self.hands[seat]
        return [face_up, f"hand {cards.text(hand)}", f"kitty {cards.text(self.kitty)}"]

    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        events = [f"{before.current_player} {self.rules._actions.text(action)}"]
        if before.play is None and self.play is not None:
            events.append(f"kitty {cards.text(self.kitty)}")
        if before.play is None and not self.bids:
            events += self._events_of_cards(seat)  # DD-09: a redeal
        if self.landlord is not None and before.phase == "showing" and action != PASS:
            events.append(f"shown {cards.text(self.hands[self.landlord])}")  # DD-38
        return events

    # As a text

    def to_text(self) -> str:
        return notation.write(self, [f"hands {' '.join(map(cards.text, self.hands))}"], self.kitty)

    @classmethod
    def from_text(cls, text: str) -> Self:
        read = notation.read(text, of_state=True)
        position = cls(*read.layout, read.values["hands"], read.values["kitty"])
        checks.check(position, read.values.get("shown") or None)
        return position
