"""Checks of positions that were set up by hand: where the cards are, whose turn it is, and what is known of the hands.

Each check relies on the earlier ones, so their order is part of `docs/rules/checks.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....errors import InvalidStateError
from . import cards
from .cards import TEXTS
from .meld import Table

if TYPE_CHECKING:
    from .notation import Draft


def check(draft: Draft) -> None:
    """Raise `InvalidStateError` with the first fault of a position, if it has one."""
    for faults in (
        _card_faults,
        _turn_faults,
        _count_faults,
        _took_faults,
        _taken_faults,
        _earlier_faults,
        _knowledge_faults,
    ):
        fault = next(faults(draft), None)
        if fault is not None:
            raise InvalidStateError(fault)


def hand_does_not_fit(seat: int) -> str:
    return f"what is known about seat {seat} contradicts its cards"


def _card_faults(draft: Draft) -> Iterator[str]:
    everywhere = [*_in_seen_hands(draft), *(draft.stock or ()), *_on_table(draft), *draft.discards]
    duplicate = cards.first_duplicate(everywhere)
    if duplicate is not None:
        yield str(cards.duplicate_message(duplicate))
    if draft.stock is not None:
        for card in range(cards.NUMBER):
            if card not in everywhere:
                yield f"{TEXTS[card]} is missing"
    for seat, (hand, size) in enumerate(zip(draft.hands, draft.sizes, strict=True)):
        if hand is not None and len(hand) != size:
            yield f"seat {seat} has {len(hand)} cards, expected {size}"


def _in_seen_hands(draft: Draft) -> list[int]:
    return [card for hand in draft.hands for card in hand or ()]


def _on_table(draft: Draft) -> list[int]:
    return [card for each in draft.table for card in each.cards]


def _turn_faults(draft: Draft) -> Iterator[str]:
    turn, limit = draft.turn, draft.rules.turn_limit
    over = draft.went_out or draft.turns == limit
    if over and (draft.drew or draft.took is not None or draft.laid):
        yield "the round is over"
    for seat, size in enumerate(draft.sizes):
        if size == 0 and seat != turn:
            yield f"seat {seat} has no cards left, but it is the turn of seat {turn} [RM-11]"
    if draft.turns > limit:
        yield f"turns must be 0 to {limit}, got {draft.turns} [RM-17]"
    if draft.went_out and draft.turns == 0:
        yield f"seat {turn} has gone out, but no turn has ended"
    if (draft.took is not None or draft.laid) and not draft.drew:
        yield f"seat {turn} cannot have taken or laid cards before drawing [RM-03]"
    if draft.rummy and not draft.laid and not draft.went_out:
        yield '"rummy" requires "laid"'


def _count_faults(draft: Draft) -> Iterator[str]:
    rules, sizes = draft.rules, draft.sizes
    for seat, size in enumerate(sizes):
        most = rules.hand_size
        if seat == draft.turn:
            # A player who has laid cards has played at least one, and one more if it had opened in an earlier turn.
            most += draft.drew - draft.laid - (draft.laid and not draft.rummy)
        if size > most:
            yield f"seat {seat} has {size} cards, but can have at most {most} [RM-02]"
    laid = len(_on_table(draft))
    played = rules.players * rules.hand_size + draft.drew - sum(sizes)
    # After a last turn without a discard, the card drawn in it has been played as well.
    without_discard = draft.went_out and not rules.must_discard_out and laid == played + 1
    if laid != played and not without_discard:
        hint = f"for hands of another size, set hand_size in the rules, now {draft.rules.hand_size}"
        yield f"the table has {laid} cards, but {played} have been played; {hint} [RM-02]"
    discards = len(draft.discards)
    left = cards.NUMBER - sum(sizes) - laid
    if discards > left:
        yield f"the discard pile has {discards} cards, but only {left} are neither in a hand nor on the table"
    if discards == 0 and not draft.went_out and not draft.drew:
        yield "the discard pile is empty [RM-07]"


def _took_faults(draft: Draft) -> Iterator[str]:
    if draft.took is None:
        return
    hand, took = draft.hands[draft.turn], TEXTS[draft.took]
    if hand is not None and draft.took not in hand:
        yield f"{took} is not in the hand of seat {draft.turn}"
    fits = Table.of([each.meld for each in draft.table], draft.rules.ace).fits & cards.one(draft.took)
    if draft.sizes[draft.turn] == 1 and (not fits or draft.rules.must_discard_out):
        yield (f"seat {draft.turn} has no legal action: {took} can be neither discarded nor laid off [RM-06]")


def _taken_faults(draft: Draft) -> Iterator[str]:
    elsewhere = [*_in_seen_hands(draft), *_on_table(draft), *draft.discards]
    taken_before: list[int] = []
    for seat, taken in enumerate(draft.taken):
        hand = draft.hands[seat]
        for card in taken:
            misplaced = card in elsewhere if hand is None else card not in hand
            if misplaced or card in taken_before:
                yield f"seat {seat} cannot hold {TEXTS[card]}"
            taken_before.append(card)
        if seat == draft.turn and draft.took is not None and draft.took not in taken:
            yield f"{TEXTS[draft.took]} is not among the cards taken by seat {seat}"


def _earlier_faults(draft: Draft) -> Iterator[str]:
    not_hidden = [*_on_table(draft), *draft.discards, *(draft.stock or ())]
    not_hidden += [card for taken in draft.taken for card in taken]
    for hidden, held in draft.earlier:
        for card in hidden:
            if card in not_hidden:
                yield f"{TEXTS[card]} cannot be hidden in a hand"
            not_hidden.append(card)
        if len(hidden) != sum(held):
            yield f"an earlier stock has {len(hidden)} hidden cards, expected {sum(held)}"


def _knowledge_faults(draft: Draft) -> Iterator[str]:
    for seat, (hand, size) in enumerate(zip(draft.hands, draft.sizes, strict=True)):
        known = len(draft.taken[seat]) + sum(held[seat] for _, held in draft.earlier)
        if known > size:
            yield hand_does_not_fit(seat)
        for hidden, held in draft.earlier:
            if hand is not None and len(set(hidden).intersection(hand)) != held[seat]:
                yield hand_does_not_fit(seat)
