"""What to draw and for whom, and the parts that the pictures of all games have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .paper import MARGIN, WIDTH, Paper, path

if TYPE_CHECKING:
    from .theme import Theme


@dataclass(frozen=True)
class Scene:
    """A state or a view, and how to draw it."""

    shown: Any
    """A state, or the view of seat `own`."""
    own: int | None
    """The seat of the view; None for a state, drawn with all hands open."""
    theme: Theme
    names: tuple[str | None, ...]
    last: tuple[int, Any] | None
    """The seat that acted last and its move, or None to mark nothing."""

    @property
    def players(self) -> int:
        return int(self.shown.rules.players)

    @property
    def status(self) -> tuple[str, str]:
        """The game and its status, as in `str` of the state."""
        first = str(self.shown).partition("\n")[0]
        game, _, status = first.partition(": ")
        return game, self.named(status)

    def paper(self) -> Paper:
        return Paper(self.theme)

    def name(self, seat: int) -> str:
        return self.names[seat] or f"seat {seat}"

    def named(self, text: str) -> str:
        """Return the text with names instead of seats."""
        return re.sub(r"\bseat (\d+)", lambda found: self.name(int(found[1])), text)

    def seats(self) -> list[int]:
        """Return all seats in order of play, with the own seat last."""
        first = 0 if self.own is None else self.own + 1
        return [(first + step) % self.players for step in range(self.players)]


def heading(scene: Scene) -> Paper:
    """Draw the game, its status and the last move."""
    paper = scene.paper()
    game, status = scene.status
    room = WIDTH - 2.0 * MARGIN
    paper.text(MARGIN, 20, game, size=14, bold=True, room=room)
    paper.text(MARGIN, 37, status, size=12, room=room)
    right = (scene.names[0] or "") if scene.players == 1 else ""
    if scene.own is not None and scene.players > 1:
        right = f"seen by {scene.name(scene.own)}"
    if right:
        room -= 10 + paper.text(WIDTH - MARGIN, 52, right, size=11, fill="muted", anchor="end", room=130)
    if scene.last is not None:
        seat, move = scene.last
        text = f"last: {move}" if scene.players == 1 else f"last: {scene.name(seat)}, {move}"
        paper.text(MARGIN, 52, text, size=11, fill="muted", room=room)
    paper.height = 56
    return paper


def label(scene: Scene, paper: Paper, seat: int, held: str, badges: Sequence[str] = ()) -> float:
    """Draw the line above a hand: the seat, whether it is its turn, what it holds, and its payoff.

    Returns the x of the free space after the name and the badges.
    """
    shown = scene.shown
    x = MARGIN + 6.0
    if shown.current_player == seat:
        paper.put(x, 6, path("M0 0 7 5 0 10Z", scene.theme["turn"]))
        x += 11
    fill = "turn" if shown.current_player == seat else "text"
    x += paper.text(x, 15, scene.name(seat), size=12, bold=True, fill=fill, room=130) + 6
    for badge in badges:
        x = paper.badge(x, 15, badge)
    right = WIDTH - MARGIN - 6.0
    if shown.payoffs is not None:
        payoff = f"{shown.payoffs[seat]:+d}" if shown.payoffs[seat] else "0"
        right -= paper.text(right, 15, payoff, size=13, bold=True, anchor="end") + 10
    paper.text(right, 15, held, size=11, fill="muted", anchor="end", room=max(right - x - 20, 0))
    return x


def panel(scene: Scene, paper: Paper, seat: int) -> None:
    """Draw the background of a seat, framed if it is its turn."""
    paper.panel("panel", line="turn" if scene.shown.current_player == seat else None)
