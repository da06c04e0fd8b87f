"""Checks of positions that were set up by hand: the numbers of cards, and who has played what.

Each check relies on the earlier ones, so their order is part of `docs/rules/checks.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....errors import InvalidStateError
from . import cards
from .combinations import smallest_doubling_bomb

if TYPE_CHECKING:
    from .knowledge import SeenPosition
    from .layout import Layout, Play
    from .position import Position


def check(round_: Position | SeenPosition, shown: cards.Counts | None = None) -> None:
    """Raise `InvalidStateError` with the first fault of a position, if it has one.

    `shown` is what its text gives as the landlord's shown hand.
    """
    fault = None if shown is None else shown_fault(round_, shown)
    fault = fault or next(_faults(round_), None)
    if fault is not None:
        raise InvalidStateError(fault)


def _faults(round_: Position | SeenPosition) -> Iterator[str]:
    too_many = cards.too_many(round_.located_cards, round_.rules.players)
    if too_many is not None:
        yield str(too_many)
    yield from _count_faults(round_)
    kitty = kitty_fault(round_)
    if kitty is not None:
        yield kitty
    face_up = face_up_fault(round_)
    if face_up is not None:
        yield face_up
    if round_.play is not None:
        yield from _play_faults(round_, round_.play)


def _cards_of(layout: Layout, seat: int) -> cards.Counts:
    """Return all cards that a seat has had, for a seat whose hand is visible."""
    return cards.combine(layout.visible_hands[seat], layout.played[seat])


def shown_fault(layout: Layout, shown: cards.Counts) -> str | None:
    """Return what is wrong with a shown hand, or None. Where the landlord's hand is seen, it is that hand (DD-38)."""
    assert layout.landlord is not None
    hand = layout.visible_hands.get(layout.landlord, shown)
    return None if hand == shown else f"the shown hand is not the hand of seat {layout.landlord} [DD-38]"


def kitty_fault(layout: Layout) -> str | None:
    """Return what is wrong with a kitty that the landlord has taken, or None."""
    landlord, kitty = layout.landlord, layout.visible_kitty
    if landlord is None or kitty is None or landlord not in layout.visible_hands:
        return None
    if cards.has(_cards_of(layout, landlord), kitty):
        return None
    return f"the kitty is not among the cards of seat {landlord} [DD-10]"


def _count_faults(layout: Layout) -> Iterator[str]:
    players, hands = layout.rules.players, layout.visible_hands
    if layout.visible_kitty is not None and sum(layout.visible_kitty) != cards.kitty_size(players):
        yield f"the kitty has {sum(layout.visible_kitty)} cards, expected {cards.kitty_size(players)} [DD-05]"
    if layout.play is None:
        for seat, hand in hands.items():
            if sum(hand) != cards.dealt_to_each(players):
                yield f"seat {seat} has {sum(hand)} cards, expected {cards.dealt_to_each(players)} [DD-05]"
        return
    largest = cards.largest_hand(players)
    landlords = [seat for seat in hands if sum(_cards_of(layout, seat)) == largest]
    if len(landlords) > 1:
        yield f"two landlords: seats {landlords[0]} and {landlords[1]} both had {largest} cards [DD-02]"
    for seat in range(players):
        if seat in hands:
            had = sum(_cards_of(layout, seat))
            wrong = had != layout.cards_had(seat)
        else:
            had = sum(layout.played[seat])  # at least
            wrong = had > layout.cards_had(seat)
        if wrong:
            yield f"seat {seat} had {had} cards, expected {layout.cards_had(seat)} [DD-10]"


def face_up_fault(layout: Layout) -> str | None:
    face_up, kitty = layout.face_up, layout.visible_kitty
    if face_up is None:
        return None
    if face_up.seat is None:
        if layout.first_bidder != layout.dealer:
            return "the dealer must bid first: the face-up card is in the kitty [DD-06]"
        if kitty is not None and not kitty[face_up.rank]:
            return "the face-up card is not in the kitty"
        return None
    if layout.first_bidder != face_up.seat:
        return f"seat {face_up.seat} must bid first: it drew the face-up card [DD-06]"
    if face_up.seat in layout.visible_hands:
        drawn = _cards_of(layout, face_up.seat)
        if face_up.seat == layout.landlord and kitty is not None:
            drawn = cards.without(drawn, kitty)
        if not drawn[face_up.rank]:
            return f"the face-up card is not among the cards of seat {face_up.seat}"
    return None


def _play_faults(layout: Layout, play: Play) -> Iterator[str]:
    players, trick = layout.rules.players, play.trick
    numbers = [sum(played) for played in play.played]
    for seat, (number, plays) in enumerate(zip(numbers, play.plays, strict=True)):
        if plays > number or (plays == 0) != (number == 0):
            yield f"seat {seat} cannot have played {number} cards in {plays} combinations"
    landlord_leads = trick.to_beat is None and trick.seat == play.landlord
    if not numbers[play.landlord] and (any(numbers) or not landlord_leads):
        yield "the landlord must lead the first trick [DD-10]"
    most = _most_doublings(play)
    if play.doublings > most:
        yield f"at most {most} bombs and rockets can have been played, got {play.doublings}"
    if trick.to_beat is None and any(numbers) and not numbers[trick.seat]:
        yield f"seat {trick.seat} leads, but has not played yet"
    if trick.to_beat is not None:
        if not cards.has(play.played[trick.seat], trick.to_beat.cards):
            yield f"{layout.text_of(trick.to_beat)} is not among the cards played by seat {trick.seat}"
        if trick.passes >= players - 1:
            yield f"the trick is over after {trick.passes} passes [DD-12]"
    finished = [seat for seat in range(players) if layout.hand_size(seat) == 0]
    if len(finished) > 1:
        yield f"seats {finished[0]} and {finished[1]} have no cards left [DD-13]"
    if finished and (trick.seat != finished[0] or trick.to_beat is None or trick.passes):
        yield f"seat {finished[0]} has no cards left: the round ended with its last play, before any pass [DD-13]"


def _most_doublings(play: Play) -> int:
    """Return how many bombs and rockets can have been played at most (DD-31).

    Each bomb needs a rank of which one seat has played enough cards, and a rocket all jokers.
    """
    players = len(play.played)
    bomb = smallest_doubling_bomb(players)
    bombs = sum(played[rank] >= bomb for played in play.played for rank in cards.SUITED)
    jokers = sum(cards.deck(players)[rank] for rank in cards.JOKERS)
    rockets = sum(sum(played[rank] for rank in cards.JOKERS) == jokers for played in play.played)
    return bombs + rockets
