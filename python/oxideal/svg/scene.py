"""What is drawn, for whom, and what every game's picture begins with."""

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
    """A state or a view, and how it is to be shown."""

    shown: Any
    """The state, or the view of the seat whose picture it is."""
    own: int | None
    """Whose view it is; None of a state, where all lies open."""
    theme: Theme
    names: tuple[str | None, ...]
    last: tuple[int, Any] | None
    """The seat that has acted last and its move, where that is to be marked."""

    @property
    def players(self) -> int:
        return int(self.shown.rules.players)

    @property
    def status(self) -> tuple[str, str]:
        """The game, and where it stands."""
        first = str(self.shown).partition("\n")[0]
        game, _, status = first.partition(": ")
        return game, self.named(status)

    def paper(self) -> Paper:
        return Paper(self.theme)

    def name(self, seat: int) -> str:
        return self.names[seat] or f"seat {seat}"

    def named(self, text: str) -> str:
        """The text with names in place of the seats."""
        return re.sub(r"\bseat (\d+)", lambda found: self.name(int(found[1])), text)

    def seats(self) -> list[int]:
        """All seats in turn; the own one comes last."""
        first = 0 if self.own is None else self.own + 1
        return [(first + step) % self.players for step in range(self.players)]


def heading(scene: Scene) -> Paper:
    """The game, where it stands, and what was done last."""
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
        said = f"last: {move}" if scene.players == 1 else f"last: {scene.name(seat)}, {move}"
        paper.text(MARGIN, 52, said, size=11, fill="muted", room=room)
    paper.height = 56
    return paper


def label(scene: Scene, paper: Paper, seat: int, held: str, badges: Sequence[str] = ()) -> float:
    """The line above what a seat has: whose it is, whether it is its turn, what it holds, and what it has won or lost.
    Returns where more can be put.
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
    """The ground below what a seat has, framed when it is its turn."""
    paper.panel("panel", line="turn" if scene.shown.current_player == seat else None)


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
