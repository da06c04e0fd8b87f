"""Rounds as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._arguments.checks import counted
from . import cards
from .cards import RANKS

if TYPE_CHECKING:
    from .layout import Layout


def render(layout: Layout) -> str:
    """Return the lines that `str()` of a state or a view shows."""
    hands, kitty = layout.visible_hands, layout.visible_kitty
    lines = [f"Dou Dizhu, {layout.rules.players} players: {_headline(layout)}"]
    for seat in range(layout.rules.players):
        landlord = f" (landlord{', shown' if layout.shown_hand else ''})" if seat == layout.landlord else ""
        hand = cards.text(hands[seat]) if seat in hands else counted(layout.hand_size(seat), "card")
        played = f" | played {cards.text(layout.played[seat])}" if layout.play is not None else ""
        lines.append(f"seat {seat}{landlord}: {hand}{played}")
    hidden = counted(cards.kitty_size(layout.rules.players), "card")
    lines.append(f"kitty: {hidden if kitty is None else cards.text(kitty)}")
    if layout.face_up is not None:
        where = "in the kitty" if layout.face_up.seat is None else f"drawn by seat {layout.face_up.seat}"
        lines.append(f"face-up: {RANKS[layout.face_up.rank]}, {where}")
    if layout.rules.auction:
        seats = map(layout.auction.seat_of, range(len(layout.bids)))
        said = map(layout.rules._actions.text, layout.bids)  # a bid is the id of its action
        texts = [f"{seat} {text}" for seat, text in zip(seats, said, strict=True)]
        lines.append(f"auction: {', '.join(texts) or '-'}")
    if layout.play is not None:
        if layout.rules.doubling:
            doubled = [f"seat {seat}" for seat in range(layout.rules.players) if layout.play.doubled(seat)]
            lines.append(f"doubled: {', '.join(doubled) or '-'}")
        lines.append(_stakes(layout, layout.play.doublings))
    return "\n".join(lines)


def _stakes(layout: Layout, doublings: int) -> str:
    rules = layout.rules
    if rules.auction == "call" or rules.doubling or rules.open_hand or rules.max_doublings is not None:
        assert layout.stakes is not None
        return f"stakes: {' '.join(map(str, layout.stakes))}"
    assert layout.bid is not None
    return f"stake: {layout.bid << doublings} (bid {layout.bid}, doubled {doublings} times)"


def _headline(layout: Layout) -> str:
    if layout.is_void:
        return "everybody passed"
    if layout.winner is not None:
        if layout.winner == layout.landlord:
            return f"seat {layout.winner} has won, the landlord"
        return f"seat {layout.winner} has won against the landlord"
    seat = f"seat {layout.current_player}"
    if layout.phase == "doubling":
        return f"{seat} to double or pass"
    if layout.phase == "showing":
        return f"{seat} to show or pass"
    if layout.play is None and layout.rules.auction == "call":
        return f"{seat} to call" if layout.bid is None else f"{seat} to rob"
    if layout.play is None:
        return f"{seat} to bid, no bid yet" if layout.bid is None else f"{seat} to bid above {layout.bid}"
    trick = layout.play.trick
    if trick.to_beat is None:
        return f"{seat} leads"
    return f"{seat} to beat {layout.text_of(trick.to_beat)} of seat {trick.seat}"
