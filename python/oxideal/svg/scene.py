"""What to draw and for whom, and the parts that the pictures of all games have."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from .._internal.html import signed
from .._registry import GAMES, game_of
from .paper import MARGIN, WIDTH, Paper, path
from .text import tens

if TYPE_CHECKING:
    from .theme import Theme


@dataclass(frozen=True)
class Scene:
    """A state or a view, and what to show of it."""

    shown: Any
    """A state, or the view of seat `own`."""
    own: int | None
    """The seat of the view; None for a state, drawn with all hands open."""
    names: tuple[str | None, ...]
    last: tuple[int, Any] | None
    """The seat that acted last and its move, or None to mark nothing."""
    theme: Theme

    @property
    def players(self) -> int:
        return int(self.shown.rules.players)

    @property
    def status(self) -> tuple[str, str]:
        """The game and its status, as in `str` of the state."""
        first = str(self.shown).partition("\n")[0]
        game, _, status = first.partition(": ")
        return game, self.named(tens(status))

    def label(self, paper: Paper, seat: int, held: str, *badges: str) -> float:
        """Draw the line above the hand of a seat and return the x of the free space after the name and the badges."""
        x = MARGIN + 6.0
        fill = "text"
        if self.shown.current_player == seat:
            paper.put(x, 6, path("M0 0 7 5 0 10Z", paper.theme["turn"]))
            x += 11
            fill = "turn"
        x += paper.text(x, 15, self.name(seat), size=12, bold=True, fill=fill, room=130) + 6
        for badge in badges:
            x = paper.badge(x, 15, badge)
        right = WIDTH - MARGIN - 6.0
        if self.shown.payoffs is not None:
            right -= paper.text(right, 15, signed(self.shown.payoffs[seat]), size=13, bold=True, anchor="end") + 10
        paper.text(right, 15, held, size=11, fill="muted", anchor="end", room=max(right - x - 20, 0))
        return x

    def panel(self, paper: Paper, seat: int) -> None:
        """Draw the background of a seat, framed if it is its turn."""
        paper.panel("panel", line="turn" if self.shown.current_player == seat else None)

    @property
    def mover(self) -> int | None:
        """The seat that acted last, if that is to be marked."""
        return None if self.last is None else self.last[0]

    def name(self, seat: int) -> str:
        return self.names[seat] or f"seat {seat}"

    def named(self, text: str) -> str:
        """Return the text with names instead of seats."""
        return re.sub(r"\bseat (\d+)", lambda found: self.name(int(found[1])), text)

    def seats(self) -> list[int]:
        """Return all seats in order of play, with the own seat last."""
        first = 0 if self.own is None else self.own + 1
        return [(first + step) % self.players for step in range(self.players)]


def move_text(shown: Any, move: Any, name: Callable[[int], str]) -> str:
    """Return a move in the words of its game, if they differ from its text."""
    spoken = _spoken(game.name) if (game := game_of(shown)) is not None else None
    return tens(str(move)) if spoken is None else spoken(move, name)


@cache
def _spoken(game: str) -> Callable[[Any, Callable[[int], str]], str] | None:
    return getattr(GAMES[game].part("svg"), "spoken", None)


def heading(scene: Scene) -> list[Paper]:
    """Return the game, who looks at it, its status and the last move."""
    game, status = scene.status
    seer = (scene.names[0] or "") if scene.players == 1 else ""
    if scene.own is not None and scene.players > 1:
        seer = f"seen by {scene.name(scene.own)}"
    room = WIDTH - 2.0 * MARGIN
    top = Paper(scene.theme)
    top.text(MARGIN, 20, game, size=14, bold=True, room=room)
    if seer:  # on the right, below the strip
        top.text(WIDTH - MARGIN, 52, seer, fill="muted", anchor="end", room=_SEER_ROOM - 10)
    top.height = 18
    below = Paper(scene.theme)
    below.text(MARGIN, 13, status, size=12, room=room)
    if scene.last is not None:
        seat, move = scene.last
        done = move_text(scene.shown, move, scene.name)
        last = done if scene.players == 1 else f"{scene.name(seat)}, {done}"
        room -= _SEER_ROOM if scene.players > 1 or seer else 0
        below.text(MARGIN, 28, f"last: {last}", fill="muted", room=room)
    below.height = 32
    return [top, below]


_SEER_ROOM = 140
