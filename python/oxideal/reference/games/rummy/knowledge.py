"""What one seat knows of a round: what everybody sees, its own hand, and which stock each hidden card came from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypedDict

from ...._arguments.checks import quoted, tokens
from ....errors import InvalidMoveError, InvalidRecordError
from ...knowledge import Event, SeenHands, check_refusal, event_of_seat, hand_of, move_of, seen_before
from ...notation import read_seat
from ...position import with_item
from . import actions, cards, checks, notation, observe
from .actions import DRAW, TAKE
from .cards import TEXTS, CardSet
from .layout import Layout
from .meld import Table

if TYPE_CHECKING:
    from ...random import Stream
    from .actions import Action
    from .rules import Rules

_DEALER, _HAND, _UPCARD = "the dealer", "the hand", "the upcard"


@dataclass(frozen=True, slots=True)
class SeenPosition(SeenHands[CardSet], Layout):
    """What everybody sees, and the seat's own hand; all hands after somebody has gone out."""

    own_seat: int
    hands: tuple[CardSet | None, ...]
    sizes: tuple[int, ...]
    awaited: str | None = None

    @property
    def seen(self) -> CardSet:
        """The cards on the table, on the discard pile and in the hands that are shown."""
        seen = self.table.cards | cards.set_of(self.discards)
        for hand in self.visible_hands.values():
            seen |= hand
        return seen

    @property
    def unseen(self) -> CardSet:
        """The cards that are in none of these places."""
        return cards.without(self.seen)

    @property
    def from_current_stock(self) -> CardSet:
        """The unseen cards of the current stock: those in it, and those drawn from it and still hidden."""
        among = self.unseen
        for known in (*self.taken, *(each.cards for each in self.earlier)):
            among &= ~known
        return among

    @property
    def stock_size(self) -> int:
        return cards.NUMBER - sum(self.sizes) - self.table.cards.bit_count() - len(self.discards)

    @property
    def drawable(self) -> CardSet:
        """The unseen cards that may be in the stock."""
        return self.from_current_stock if self.stock_size > 0 else 0

    def known_cards(self, seat: int) -> CardSet:
        """Return the cards that are certainly in this hand.

        Of the hidden cards of one stock, either all are certain (if the seat holds all of them) or none is.
        """
        hand = self.hands[seat]
        if hand is not None:
            return hand
        certain = self.taken[seat]
        unseen = self.unseen
        for each, held in self.earlier:
            if held[seat] == (each & unseen).bit_count():
                certain |= each & unseen
        if self.hidden_from_current_stock(seat) == self.from_current_stock.bit_count():
            certain |= self.from_current_stock
        return certain

    def hidden_from_current_stock(self, seat: int) -> int:
        return self.sizes[seat] - self.taken[seat].bit_count() - sum(each.held[seat] for each in self.earlier)

    def sample_hidden(self, chance: Stream) -> tuple[tuple[CardSet, ...], tuple[int, ...]]:
        """Return all hands and the stock of a random deal that fits what the seat knows.

        The hidden cards of each stock are distributed among the hidden hands and, for the current stock, the stock
        itself.
        """
        hands = dict(self.visible_hands)
        hidden = [seat for seat in range(self.rules.players) if seat not in hands]
        found = {seat: self.taken[seat] for seat in hidden}

        def deal(among: CardSet, numbers: dict[int, int]) -> list[int]:
            ascending = cards.cards_of(among)
            shuffled = [ascending[place] for place in chance.shuffled(len(ascending))]
            for seat in hidden:
                found[seat] |= cards.set_of(shuffled[: numbers[seat]])
                shuffled = shuffled[numbers[seat] :]
            return shuffled

        for earlier in self.earlier:
            deal(earlier.cards & self.unseen, dict(enumerate(earlier.held)))
        needed = {seat: self.sizes[seat] - found[seat].bit_count() for seat in hidden}
        stock = deal(self.from_current_stock, needed)
        all_hands = hands | found
        return tuple([all_hands[seat] for seat in range(self.rules.players)]), tuple(stock)

    # As a text

    def to_text(self) -> str:
        hands = [f"hand {seat} {cards.set_text(hand)}" for seat, hand in self.visible_hands.items()]
        return notation.write(self, [f"seat {self.seat}", *hands, f"sizes {' '.join(map(str, self.sizes))}"])

    @classmethod
    def from_text(cls, text: str) -> Self:
        draft = notation.read(text, of_state=False)
        checks.check(draft)
        hands = [None if hand is None else cards.set_of(hand) for hand in draft.hands]
        return cls(**draft.layout_fields, own_seat=draft.seat, hands=tuple(hands), sizes=draft.sizes)

    # From events

    @classmethod
    def initial(cls, rules: Rules, seat: int) -> Self:
        players = rules.players
        hands = tuple([0 if each == seat else None for each in range(players)])
        return cls(
            rules,
            Table(),
            (),
            0,
            False,
            None,
            False,
            players * (False,),
            0,
            players * (0,),
            (),
            seat,
            hands,
            players * (rules.hand_size,),
            _DEALER,
        )

    def apply(self, event: str) -> Self:
        parsed = _read(event, self.rules.players)
        if parsed is None:
            raise InvalidRecordError(
                f'unknown event {quoted(event)}; expected e.g. "dealer 1", "hand 7S 8S", "upcard 5H", "0 draw", '
                '"1 draw 7S", "0 take", "0 meld 7C 7D 7S", "0 7S@low", "0 discard 5H" or "1 holds 7S"'
            )
        self.check_is_next(parsed, event)
        if parsed.kind == _DEALER:
            return replace(self, turn=(parsed.seat + 1) % self.rules.players, awaited=_HAND)  # RM-02
        if parsed.kind == _HAND:
            return replace(self._withhand_of(self.seat, parsed), awaited=_UPCARD)
        if parsed.kind == _UPCARD:
            self._check_unseen(self.seat, parsed.shown)
            return replace(self, discards=parsed.shown, awaited=None)
        if parsed.kind == hand_of(parsed.seat):
            return self._after_hand_shown(parsed)
        # RM-19: only the seat that draws a card sees which one it is.
        return self._after_draw_of(parsed) if self.sees_draw_of(parsed) else self._after_move(parsed)

    def action_in(self, event: str) -> int | None:
        parsed = _read(event, self.rules.players)
        if parsed is None or parsed.kind != move_of(parsed.seat):
            return None
        return actions.from_text(parsed.move, self.rules.ace)

    def _withhand_of(self, seat: int, parsed: Event) -> Self:
        shown = parsed.shown
        duplicate = cards.first_duplicate(shown)
        if duplicate is not None:
            raise InvalidRecordError(str(cards.duplicate_message(duplicate)))
        size = self.sizes[seat]
        if len(shown) != size:
            if parsed.kind == _HAND:
                raise InvalidRecordError(f"the hand has {len(shown)} cards, expected {size} [RM-02]")
            raise InvalidRecordError(f"seat {seat} has {len(shown)} cards, expected {size}")
        for card in shown:
            if not self.unseen & cards.one(card):
                raise InvalidRecordError(seen_before(TEXTS[card]))
        return replace(self, hands=with_item(self.hands, seat, cards.set_of(shown)))

    def _check_unseen(self, seat: int, shown: tuple[int, ...]) -> None:
        """Raise `InvalidRecordError` if a card that a seat draws or plays is known to be elsewhere."""
        elsewhere = self.seen
        for other, taken in enumerate(self.taken):
            if other != seat:
                elsewhere |= taken
        for card in shown:
            if elsewhere & cards.one(card):
                raise InvalidRecordError(seen_before(TEXTS[card]))

    def _after_hand_shown(self, parsed: Event) -> Self:
        """Return the knowledge after another seat has shown its hand because somebody has gone out (RM-13)."""
        known = self._withhand_of(parsed.seat, parsed)
        hand = cards.set_of(parsed.shown)
        for seat, taken in enumerate(self.taken):
            if taken & hand != (taken if seat == parsed.seat else 0):
                raise InvalidRecordError(checks.hand_does_not_fit(parsed.seat))
        if any((each.cards & hand).bit_count() != each.held[parsed.seat] for each in self.earlier):
            raise InvalidRecordError(checks.hand_does_not_fit(parsed.seat))
        return replace(known, awaited=known.next_hand)

    def _after_draw_of(self, parsed: Event) -> Self:
        """Return the knowledge after the seat's own draw, which it sees."""
        refusal = self.refusal(DRAW)
        before = self if refusal is not None else self._ready_to_draw()
        before._check_unseen(self.seat, parsed.shown)
        check_refusal(refusal)
        [card] = parsed.shown
        if not before.from_current_stock & cards.one(card):
            raise InvalidRecordError(f"{TEXTS[card]} cannot be in the stock")
        return before._after_draw(**self._with_more(cards.one(card)))

    def _ready_to_draw(self) -> Self:
        """Return the knowledge after the reshuffle that this draw needs, if any."""
        return self if self.stock_size > 0 else self._after_reshuffle()  # RM-07

    def _after_move(self, parsed: Event) -> Self:
        """Return the knowledge after a move of the current player, which may be this seat or another."""
        try:
            number = actions.from_text(parsed.move, self.rules.ace)
        except InvalidMoveError as error:
            raise InvalidRecordError(str(error)) from None
        own, action = self.turn == self.seat, self.actions.all[number]
        if not own and self.drew:
            self._check_unseen(self.turn, action.cards)
            self._check_room(action)
        check_refusal(self.refusal_from(self.hand if own else None, number))
        if number == DRAW:
            return self._ready_to_draw()._after_draw(**self._with_more(None))
        if number == TAKE:
            return self._after_take(**self._with_more(cards.one(self.discards[-1])))
        known = self._after_discard if action.kind == "discard" else self._after_play
        after = known(action, **self._with_fewer(action))
        return replace(after, awaited=after.next_hand) if after.went_out is not None else after

    def _check_room(self, action: Action) -> None:
        """Raise `InvalidRecordError` unless the current player, another seat, can hold the cards it plays."""
        seat = self.turn
        room = [each.held[seat] for each in self.earlier]
        from_current = self.hidden_from_current_stock(seat)
        for card in action.cards:
            if self.taken[seat] & cards.one(card):
                continue
            stock = next((number for number, each in enumerate(self.earlier) if each.cards & cards.one(card)), None)
            if stock is None:
                from_current -= 1
            else:
                room[stock] -= 1
            if min(from_current, *room, 0) < 0:
                raise InvalidRecordError(f"seat {seat} cannot hold {TEXTS[card]}")

    def _with_more(self, card: CardSet | None) -> _Hands:
        """Return the fields about hands after the player has got a card, which is None if it is hidden."""
        hands = self.hands
        if card is not None and self.turn == self.seat:
            hands = with_item(hands, self.seat, self.hand | card)
        return {"hands": hands, "sizes": with_item(self.sizes, self.turn, self.player_size + 1)}

    def _with_fewer(self, action: Action) -> _Hands:
        """Return the fields about hands after the player has played the cards of an action."""
        hands = self.hands
        if self.turn == self.seat:
            hands = with_item(hands, self.seat, self.hand ^ action.set)
        return {"hands": hands, "sizes": with_item(self.sizes, self.turn, self.player_size - len(action.cards))}

    # As an observation

    observed = observe.observed
    described = observe.described


class _Hands(TypedDict):
    """The fields about hands."""

    hands: tuple[CardSet | None, ...]
    sizes: tuple[int, ...]


def _read(event: str, players: int) -> Event | None:
    match tokens(event):
        case ["dealer", word]:
            dealer = read_seat(word, players)
            return None if dealer is None else Event(_DEALER, dealer)
        case ["hand", *words]:
            hand = cards.from_words_or_none(words)
            return None if hand is None else Event(_HAND, shown=hand)
        case ["upcard", word]:
            card = cards.from_word(word)
            return None if card is None else Event(_UPCARD, shown=(card,))
        case [word, *rest] if rest and (mover := read_seat(word, players)) is not None:
            return event_of_seat(mover, rest, cards.from_words_or_none, _is_draw)
    return None


def _is_draw(move: str) -> bool:
    return move.strip(" ").lower() == "draw"
