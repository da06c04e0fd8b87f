"""Rounds set up by hand: with given cards at the start, or in the middle of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, Self, SupportsIndex

from ...._arguments.checks import boolean, integer_within, seat_within, text_of
from ....errors import InvalidStateError
from ... import state as _state
from ...random import Stream
from ...setup import one_per_seat
from ...view import ViewT
from . import cards
from .meld import table_from_argument
from .moves import Move
from .notation import Draft, WrittenMeld
from .position import Position
from .rules import Rules

if TYPE_CHECKING:
    from ....interface import RummyCardsLike, RummyTable, Seed

_MAX_SEATS = 6

_Cards = tuple[int, ...]


class SetUp(_state.State[Rules, Move, Position, ViewT], Generic[ViewT]):
    # The constructors of `State` for rounds that are not dealt.
    __slots__ = ()

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[RummyCardsLike],
        dealer: SupportsIndex,
        upcard: str,
        stock: RummyCardsLike | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        held = _cards_per_seat("hands", hands, rules.players)
        turn = (seat_within(dealer, rules.players, name="dealer") + 1) % rules.players  # RM-02
        top = _one_card("upcard", upcard)
        left = None if stock is None else _cards(stock)
        chance = Stream(seed, stream)
        for seat, hand in enumerate(held):
            if len(hand) != rules.hand_size:
                raise InvalidStateError(f"seat {seat} has {len(hand)} cards, expected {rules.hand_size} [RM-02]")
        draft = Draft(rules, held, left, [], (top,), turn, taken=rules.players * ((),))
        return cls._set_up(_position(draft, chance), chance)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[RummyCardsLike],
        turn: SupportsIndex,
        discards: RummyCardsLike,
        table: RummyTable = (),
        stock: RummyCardsLike | None = None,
        drew: bool = False,
        took: str | None = None,
        laid: bool = False,
        rummy: bool = False,
        turns: SupportsIndex = 0,
        taken: Sequence[RummyCardsLike] | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        held = _cards_per_seat("hands", hands, rules.players)
        seat = seat_within(turn, rules.players, name="turn")
        pile = _cards(discards)
        on_table = [WrittenMeld(meld, meld) for meld in table_from_argument(table, rules.ace, InvalidStateError)]
        left = None if stock is None else _cards(stock)
        has_drawn = boolean("drew", drew)
        took_card = None if took is None else _one_card("took", took)
        has_laid, goes_rummy = boolean("laid", laid), boolean("rummy", rummy)
        ended = integer_within("turns", turns, 0, rules.turn_limit)
        nothing: tuple[_Cards, ...] = rules.players * ((),)
        known = nothing if taken is None else _cards_per_seat("taken", taken, rules.players)
        chance = Stream(seed, stream)

        if took_card is not None and took_card not in known[seat]:
            known = tuple([(*each, took_card) if other == seat else each for other, each in enumerate(known)])
        draft = Draft(rules, held, left, on_table, pile, seat, has_drawn, took_card, has_laid, goes_rummy, ended, known)
        return cls._set_up(_position(draft, chance), chance)


def _position(draft: Draft, chance: Stream) -> Position:
    """Return the position of a draft. If the draft has no stock, it gets the remaining cards, shuffled."""
    if draft.stock is None:
        elsewhere = {*draft.discards, *(card for each in draft.table for card in each.cards)}
        elsewhere.update(*(hand or () for hand in draft.hands))
        rest = [card for card in range(cards.NUMBER) if card not in elsewhere]
        draft.stock = tuple([rest[place] for place in chance.shuffled(len(rest))])
    return Position.of(draft)


# Arguments


def _cards(given: RummyCardsLike) -> _Cards:
    return cards.from_argument(given, InvalidStateError)


def _one_card(name: str, given: str) -> int:
    text = text_of(name, given)
    card = cards.from_word(text)
    if card is None:
        raise InvalidStateError(str(cards.no_card(text)))
    return card


def _cards_per_seat(name: str, given: Any, players: int) -> tuple[_Cards, ...]:
    return tuple(map(_cards, one_per_seat(name, given, players, _MAX_SEATS)))
