"""The visible part of a round and the rules about it: whose turn it is, what is legal, what ends the round.

It includes what everybody knows of hidden cards. `position.py` adds the hands and the stock, and `knowledge.py` what
one seat knows of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ...position import WithHands, fields_of, with_item
from ...refusal import Refusal, refused
from . import actions, cards
from .actions import DRAW, PLACES, TAKE
from .cards import TEXTS, CardSet

if TYPE_CHECKING:
    from .actions import Action
    from .meld import Table
    from .rules import Rules


class Earlier(NamedTuple):
    """The hidden cards of an earlier stock. All of them are in hands (RM-07)."""

    cards: CardSet
    held: tuple[int, ...]
    """How many of them each seat holds."""


_NO_PLACE = {
    "group": "rummy.no_such_group",
    "low": "rummy.no_run_begins_above",
    "high": "rummy.no_run_ends_below",
}
_NOT_IN_HAND = {"meld": "RM-04", "lay_off": "RM-10", "discard": "RM-05"}


@dataclass(frozen=True, slots=True)
class Layout(WithHands[CardSet]):
    """What everybody sees or knows (RM-19), except the sizes of the hands and of the stock."""

    forfeit_rule = "RM-20"

    rules: Rules
    table: Table
    discards: tuple[int, ...]  # the top card last
    turn: int  # when the round is over, the seat that played last
    drew: bool  # whether the player has drawn in this turn
    took: int | None  # the card taken from the discard pile in this turn, while it is in the hand
    laid: bool  # whether the player has melded or laid off in this turn
    opened: tuple[bool, ...]  # whether each seat has done so before this turn, or before the turn in which it went out
    turns: int  # how many turns have ended
    taken: tuple[CardSet, ...]  # the cards in each seat's hand that it took from the discard pile
    earlier: tuple[Earlier, ...]  # in the order of their lowest cards

    @property
    def player_size(self) -> int:
        """The number of cards in the hand of the player whose turn it is."""
        return self.hand_sizes[self.turn]

    @property
    def stock_size(self) -> int:
        raise NotImplementedError

    @property
    def layout_fields(self) -> dict[str, Any]:
        return fields_of(Layout, self)

    @property
    def dealer(self) -> int:
        moves = self.turns - self.is_over  # how often the turn has gone to the next seat
        return (self.turn - moves - 1) % self.rules.players  # RM-02

    # The end

    @property
    def went_out(self) -> int | None:
        """The seat that has no cards left (RM-11); None if there is none. It can only be the last one to play."""
        return self.turn if self.player_size == 0 else None

    @property
    def went_rummy(self) -> bool:
        return self.went_out is not None and not self.opened[self.turn]  # RM-14

    @property
    def is_void(self) -> bool:
        return self.is_over and self.went_out is None  # RM-17

    @property
    def is_over(self) -> bool:
        return self.player_size == 0 or self.turns == self.rules.turn_limit  # RM-11, RM-17

    @property
    def current_player(self) -> int | None:
        return None if self.is_over else self.turn

    @property
    def scores(self) -> tuple[int, ...] | None:
        if not self.is_over:
            return None
        nothing = self.rules.players * (0,)
        if self.is_void:
            return nothing
        hands = self.visible_hands
        if len(hands) < self.rules.players:
            return None
        left = sum(cards.points(hand, self.rules.ace) for hand in hands.values())  # RM-13
        return with_item(nothing, self.turn, 2 * left if self.went_rummy else left)  # RM-14

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        return self.scores  # RM-13

    def forfeit_payoffs(self, seat: int) -> tuple[int, ...]:
        # RM-20: as if the hand were tens and face cards
        return with_item((10 * self.hand_sizes[seat],) * self.rules.players, seat, 0)

    # Legal actions, given the hand of the seat to move

    @property
    def actions(self) -> actions.Actions:
        return actions.actions_of(self.rules.ace)

    @property
    def can_draw(self) -> bool:
        return self.stock_size > 0 or len(self.discards) >= 2  # RM-07

    def actions_from(self, hand: CardSet) -> list[int]:
        if self.is_over:
            return []
        if not self.drew:
            return [DRAW, TAKE] if self.can_draw else [TAKE]  # RM-03
        numbered = self.actions
        plays = numbered.melds_in(hand)  # RM-04
        if hand & self.table.fits:  # RM-10
            for place, fits in self._places():
                ids = numbered.lay_offs[place]
                plays += sorted([ids[card] for card in cards.cards_of(hand & fits)])
        if plays and (self.took is not None or self.rules.must_discard_out):
            size = hand.bit_count()
            plays = [play for play in plays if self._objection_to_leaving(numbered.all[play], size) is None]
        discards = numbered.discards  # RM-05, RM-06
        return plays + [discards[card] for card in cards.cards_of(hand) if card != self.took]

    def _places(self) -> list[tuple[str, CardSet]]:
        table = self.table
        return list(zip(PLACES, (table.fits_group, table.fits_low, table.fits_high), strict=True))

    def _table_after(self, action: Action) -> Table:
        if action.place is None:
            return self.table.with_meld(action.cards, self.rules.ace)
        return self.table.with_lay_off(action.cards[0], action.place, self.rules.ace)

    def _objection_to_leaving(self, action: Action, size: int) -> Refusal | None:
        """Return why a meld or lay-off may not leave what it would leave in a hand of this size, or None if it may."""
        left = size - len(action.cards)
        if left == 0 and self.rules.must_discard_out:  # RM-12
            return refused("RM-12", "rummy.last_card_must_be_discarded")
        if left == 1 and self.took is not None and self.took not in action.cards:
            fits = self._table_after(action).fits & cards.one(self.took)
            if not fits or self.rules.must_discard_out:  # RM-06: unless it can be laid off at once
                return refused("RM-06", "rummy.leaves_taken_card_alone", card=TEXTS[self.took])
        return None

    def refusal_from(self, hand: CardSet | None, action: int) -> Refusal | None:
        if self.went_out is not None:
            return refused("RM-11", "rummy.round_over_seat_went_out", seat=self.turn)
        if self.is_over:
            return refused("RM-17", "rummy.round_over_turn_limit", turns=self.turns)
        played = self.actions.all[action]
        if action in (DRAW, TAKE):
            if self.drew:
                return refused("RM-03", "rummy.card_already_drawn")
            if action == DRAW and not self.can_draw:
                return refused("RM-07", "rummy.must_take_only_discard")
            return None
        if not self.drew:
            return refused("RM-03", "rummy.must_draw_card_first")
        if hand is not None:
            for card in played.cards:
                if not hand & cards.one(card):
                    return refused(_NOT_IN_HAND[played.kind], "rummy.not_in_hand", card=TEXTS[card])
        if played.kind == "discard":
            if played.cards != (self.took,):
                return None
            discard = cards.text(played.cards)
            return refused("RM-06", "rummy.taken_card_not_discardable", card=discard)
        return self._objection_to_place(played) or self._objection_to_leaving(played, self.player_size)

    def _objection_to_place(self, action: Action) -> Refusal | None:
        for place, fits in self._places():
            if place == action.place and not fits & action.set:
                return refused("RM-10", _NO_PLACE[place], card=cards.text(action.cards))
        return None

    # The position after an action. `hidden` has the new values of the fields about hands

    def _after_reshuffle(self, **hidden: Any) -> Self:
        """Return the position after a reshuffle, which leaves only the top card in the discard pile (RM-07).

        All hidden cards are in hands now, and everybody knows which ones they are.
        """
        held = [
            size - taken.bit_count() - sum(earlier.held[seat] for earlier in self.earlier)
            for seat, (size, taken) in enumerate(zip(self.hand_sizes, self.taken, strict=True))
        ]
        earlier = self.earlier
        if any(held):
            not_among_them = self.table.cards | cards.set_of(self.discards)
            for known in (*self.taken, *(each.cards for each in earlier)):
                not_among_them |= known
            earlier = _in_order([*earlier, Earlier(cards.without(not_among_them), tuple(held))])
        return replace(self, discards=self.discards[-1:], earlier=earlier, **hidden)

    def _after_draw(self, **hidden: Any) -> Self:
        return replace(self, drew=True, **hidden)

    def _after_take(self, **hidden: Any) -> Self:
        *discards, card = self.discards
        return replace(
            self,
            discards=tuple(discards),
            drew=True,
            took=card,
            taken=with_item(self.taken, self.turn, self.taken[self.turn] | cards.one(card)),
            **hidden,
        )

    def _after_play(self, action: Action, **hidden: Any) -> Self:
        """Return the position after a meld or a lay-off."""
        goes_out = self.player_size == len(action.cards)  # RM-11
        return replace(
            self,
            table=self._table_after(action),
            drew=not goes_out,
            took=None if goes_out or self.took in action.cards else self.took,
            laid=not goes_out,
            turns=self.turns + goes_out,
            taken=self._taken_without(action.set),
            earlier=self._earlier_without(action.set),
            **hidden,
        )

    def _after_discard(self, action: Action, **hidden: Any) -> Self:
        goes_out = self.player_size == 1  # RM-11
        void = self.turns + 1 == self.rules.turn_limit  # RM-17
        opened = self.opened
        if self.laid and not goes_out:
            opened = with_item(opened, self.turn, True)
        return replace(
            self,
            discards=self.discards + action.cards,
            turn=self.turn if goes_out or void else (self.turn + 1) % self.rules.players,  # RM-02
            drew=False,
            took=None,
            laid=False,
            opened=opened,
            turns=self.turns + 1,
            taken=self._taken_without(action.set),
            earlier=self._earlier_without(action.set),
            **hidden,
        )

    def _taken_without(self, played: CardSet) -> tuple[CardSet, ...]:
        taken = self.taken[self.turn]
        return with_item(self.taken, self.turn, taken & ~played) if taken & played else self.taken

    def _earlier_without(self, played: CardSet) -> tuple[Earlier, ...]:
        """Return the earlier stocks without played cards: a seat that plays such a card holds one less (RM-19)."""
        if not any(each.cards & played for each in self.earlier):
            return self.earlier
        left = []
        for each, held in self.earlier:
            number = (each & played).bit_count()
            if each & ~played:
                left.append(Earlier(each & ~played, with_item(held, self.turn, held[self.turn] - number)))
        return _in_order(left)


def _in_order(earlier: list[Earlier]) -> tuple[Earlier, ...]:
    return tuple(sorted(earlier, key=lambda each: cards.lowest(each.cards)))
