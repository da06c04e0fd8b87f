"""Rounds as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._arguments.checks import counted
from . import cards
from .cards import TEXTS

if TYPE_CHECKING:
    from .layout import Layout


def render(layout: Layout) -> str:
    """Return the lines that `str()` of a state or a view shows."""
    game = "Rummy" if layout.rules.ace == cards.LOW else "Rummy, aces high and low"
    lines = [f"{game}: {_headline(layout)}"]
    for seat, size in enumerate(layout.hand_sizes):
        hand = layout.visible_hands.get(seat)
        if hand is not None:
            shown: str = cards.set_text(hand)
        else:
            taken = layout.taken[seat]
            shown = counted(size, "card") + (f", with {cards.set_text(taken)}" if taken else "")
        lines.append(f"seat {seat}: {shown}")
    lines.append(f"table: {' | '.join(layout.table.texts) or '-'}")
    number = len(layout.discards)
    top = f"{TEXTS[layout.discards[-1]]} on top, {counted(number, 'card')}" if number else "-"
    lines.append(f"discards: {top}")
    lines.append(f"stock: {counted(layout.stock_size, 'card')}")
    return "\n".join(lines)


def _headline(layout: Layout) -> str:
    if layout.went_out is not None:
        return f"seat {layout.turn} went {'rummy' if layout.went_rummy else 'out'}"
    if layout.is_over:
        return f"void after {layout.turns} turns"
    if not layout.drew:
        return f"seat {layout.turn} to draw"
    return f"seat {layout.turn} to play" + ("" if layout.took is None else f", {TEXTS[layout.took]} taken")
