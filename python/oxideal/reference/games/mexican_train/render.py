"""Rounds as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._arguments.checks import counted
from . import tiles

if TYPE_CHECKING:
    from .layout import Layout


def render(layout: Layout) -> str:
    """Return the lines that `str()` of a state or a view shows."""
    highest, engine, players = layout.rules.set, layout.rules.engine, layout.rules.players
    lines = [f"Mexican Train, double-{highest}, engine {engine}-{engine}: {_headline(layout)}"]
    for seat, size in enumerate(layout.hand_sizes):
        hand = layout.visible_hands.get(seat)
        shown = tiles.text(hand) if hand else counted(size, "tile")
        lines.append(f"seat {seat}: {shown} | train: {_train_in_picture(layout, seat)}")
    lines.append(f"mexican: {_train_in_picture(layout, players)}")
    lines.append(f"boneyard: {counted(layout.boneyard_size, 'tile')}")
    return "\n".join(lines)


def _train_in_picture(layout: Layout, train: int) -> str:
    parts: list[str] = [tiles.train_text(layout.trains[train].tiles, layout.rules.engine)]
    if train < layout.rules.players and layout.marked[train]:
        parts.append("marked")
    double = layout.trains[train].double
    if double is not None:
        parts.append("open" if double in layout.open_doubles else "dead")
    return ", ".join(parts)


def _headline(layout: Layout) -> str:
    if layout.is_over:
        return "nobody can play" if layout.went_out is None else f"seat {layout.went_out} went out"
    if layout.must_close is not None:
        return f"seat {layout.turn} to close {layout.must_close}-{layout.must_close}"
    return f"seat {layout.turn} to play again" if layout.doubled else f"seat {layout.turn} to play"
