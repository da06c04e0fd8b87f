"""A round with all its cards: the deal and the play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...position import PositionWithHands, with_item
from . import cards, checks, notation
from .actions import DRAW, TAKE
from .cards import TEXTS, CardSet
from .knowledge import SeenPosition
from .layout import Layout
from .meld import Table

if TYPE_CHECKING:
    from ...random import Chance, Stream
    from .notation import Draft
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class Position(Layout, PositionWithHands[CardSet]):
    """What everybody sees, and what is hidden."""

    hands: tuple[CardSet, ...]
    stock: tuple[int, ...]  # the next card first

    # The deal

    @classmethod
    def dealt(cls, rules: Rules, dealer: int | None, chance: Chance) -> Self:
        """Deal a round (RM-02). `chance` gives the dealer, if none is given, and the order of the cards."""
        players = rules.players
        if dealer is None:
            dealer = chance.below(players)
        pack = chance.shuffled(cards.NUMBER)
        dealt = players * rules.hand_size
        hands = players * [0]
        for place in range(players):  # one card at a time, the player after the dealer first
            hands[(dealer + 1 + place) % players] = cards.set_of(pack[place:dealt:players])
        upcard, *stock = pack[dealt:]
        return cls(
            rules,
            Table(),
            (upcard,),
            (dealer + 1) % players,
            False,
            None,
            False,
            players * (False,),
            0,
            players * (0,),
            (),
            tuple(hands),
            tuple(stock),
        )

    @classmethod
    def sampled(cls, seen: SeenPosition, chance: Stream) -> Self:
        """Return a random round that fits what a seat knows."""
        hands, stock = seen.sample_hidden(chance)
        return cls(**seen.layout_fields, hands=hands, stock=stock)

    # The round

    @property
    def chance_ahead(self) -> bool:
        return not self.is_over  # RM-07

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple([hand.bit_count() for hand in self.hands])

    @property
    def player_size(self) -> int:
        return self.hands[self.turn].bit_count()

    @property
    def stock_size(self) -> int:
        return len(self.stock)

    def after(self, action: int, chance: Chance) -> Self:
        hand = self.hands[self.turn]
        if action == DRAW:
            position = self if self.stock else self._reshuffled(chance)
            card, *stock = position.stock
            return position._after_draw(hands=self._hands_with(hand | cards.one(card)), stock=tuple(stock))
        if action == TAKE:
            return self._after_take(hands=self._hands_with(hand | cards.one(self.discards[-1])))
        played = self.actions.all[action]
        hands = self._hands_with(hand ^ played.set)
        if played.kind == "discard":
            return self._after_discard(played, hands=hands)
        return self._after_play(played, hands=hands)

    def _hands_with(self, hand: CardSet) -> tuple[CardSet, ...]:
        return with_item(self.hands, self.turn, hand)

    def _reshuffled(self, chance: Chance) -> Self:
        """Return the position after a reshuffle (RM-07). The pile is shuffled from its oldest card up."""
        under = self.discards[:-1]
        return self._after_reshuffle(stock=tuple([under[place] for place in chance.shuffled(len(under))]))

    # What seats see of it

    def seen_from(self, seat: int) -> SeenPosition:
        # When somebody has gone out, all hands are shown to be counted (RM-13).
        open_ = self.went_out is not None
        hands = tuple([hand if open_ or other == seat else None for other, hand in enumerate(self.hands)])
        return SeenPosition(**self.layout_fields, own_seat=seat, hands=hands, sizes=self.hand_sizes)

    def events_of_deal(self, seat: int) -> list[str]:
        dealer = (self.turn - 1) % self.rules.players
        return [f"dealer {dealer}", f"hand {cards.set_text(self.hands[seat])}", f"upcard {TEXTS[self.discards[-1]]}"]

    def events_since(self, before: Self, action: int, seat: int) -> list[str]:
        mover = before.turn
        event = f"{mover} {self.actions.all[action].text}"
        if action == DRAW and mover == seat:
            event += f" {cards.set_text(self.hands[seat] & ~before.hands[seat])}"
        events = [event]
        if self.went_out is not None:
            events += [
                f"{other} holds {cards.set_text(hand)}" for other, hand in enumerate(self.hands) if other != seat
            ]
        return events

    # As a text

    def to_text(self) -> str:
        hands = [f"hand {seat} {cards.set_text(hand)}" for seat, hand in enumerate(self.hands)]
        return notation.write(self, [*hands, f"stock {cards.text(self.stock)}"])

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls.of(notation.read(text, of_state=True))

    @classmethod
    def of(cls, draft: Draft) -> Self:
        checks.check(draft)
        assert draft.stock is not None
        hands = [cards.set_of(hand) for hand in draft.hands if hand is not None]
        return cls(**draft.layout_fields, hands=tuple(hands), stock=draft.stock)
