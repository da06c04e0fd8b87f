"""Draw the table of Mexican Train: hub, boneyard, trains with their markers and open doubles, and hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .._arguments.checks import counted
from .cards import list_of
from .paper import MARGIN, WIDTH, Paper, Part, path, rect, tenths
from .scene import Label, Scene, heading
from .tiles import HALF, framed, pips, row_of_tiles, tile_back, train

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_ENGINE = 34

MARKER = "M0 1.5H6.5V4.5H9V0H11.5V4.5H13V9.5H11.8A1.9 1.9 0 0 1 8 9.5H5.6A1.9 1.9 0 0 1 1.8 9.5H0Z"
"""A locomotive, 13 by 11."""


def strips(scene: Scene) -> list[Part]:
    shown = scene.shown
    trains, hands, lacks = shown.trains, shown.hands, shown.lacks
    return [
        *heading(scene),
        _middle(scene),
        *(_seat(scene, seat, trains[seat], hands[seat], lacks[seat]) for seat in scene.seats()),
    ]


def spoken(move: Any, name: Callable[[int], str]) -> str:
    """Return a move as one says it, e.g. "2-6 on their own train"."""
    if move.kind != "play":
        return str(move)
    if move.train == "mexican":
        return f"{move.tile} on the Mexican train"
    whose = "their own" if move.train == "me" else f"{name(int(move.train))}'s"
    return f"{move.tile} on {whose} train"


class _Train(NamedTuple):
    tiles: tuple[str, ...]
    frames: tuple[tuple[str, str], ...]
    """Tiles with a frame, and the name of its colour."""

    def draw(self, paper: Paper, y: float) -> float:
        """Draw the train and return the height. It is a group: a page stores it once for a seat in and out of turn."""
        theme, group = paper.theme, paper.group(_LEFT, y)
        if not self.tiles:
            group.put(0, 0, rect(2 * HALF, HALF, line=theme["card_line"], radius=3, dashed=True))
            group.text(38, 11, "not started", size=10, fill="muted")
            return HALF + 4
        over = {tile: framed(tile, theme[colour], dashed=colour == "dead") for tile, colour in self.frames}
        return train(group, 0, 0, _RIGHT - _LEFT, self.tiles, over=over)


class _Middle(NamedTuple):
    """The hub and the boneyard, then the Mexican train."""

    engine: int
    boneyard: str
    open: tuple[int, ...]
    dead: tuple[int, ...]
    end: int
    train: _Train

    def draw(self, paper: Paper) -> None:
        theme = paper.theme
        ground = rect(2 * _ENGINE, _ENGINE, theme["tile"], line=theme["tile_line"], radius=5)
        between = f'<path d="M{_ENGINE} 5V{_ENGINE - 5}" stroke="{theme["tile_line"]}"/>'
        half = pips(theme, self.engine, _ENGINE)
        paper.put(_LEFT, 7, f'{ground}{between}{half}<g transform="translate({_ENGINE} 0)">{half}</g>')
        paper.text(_LEFT + 78, 21, f"engine {self.engine}-{self.engine}", size=12, bold=True)
        paper.text(_LEFT + 78, 37, f"boneyard: {self.boneyard}", fill="muted")
        if self.open:
            paper.text(_RIGHT, 21, _doubles("open: ", self.open), fill="open", bold=True, anchor="end", room=180)
        if self.dead:
            paper.text(_RIGHT, 37, _doubles("dead: ", self.dead), fill="muted", anchor="end", room=170)
        paper.text(_LEFT, 60, "Mexican train", size=12, bold=True)
        paper.text(_RIGHT, 60, f"end {self.end}", fill="muted", anchor="end")
        paper.height = 66 + self.train.draw(paper, 66) + 2
        paper.panel("felt")


def _middle(scene: Scene) -> _Middle:
    shown = scene.shown
    boneyard = counted(shown.boneyard_size, "tile")
    train = _train(scene, shown.mexican, "mexican")
    opened, dead = tuple(shown.open_doubles), tuple(shown.dead_doubles)
    return _Middle(shown.rules.engine, boneyard, opened, dead, shown.mexican_end, train)


def _doubles(what: str, numbers: tuple[int, ...]) -> str:
    return what + " ".join(f"{each}-{each}" for each in numbers)


class _Seat(NamedTuple):
    label: Label
    marked: bool
    train: _Train
    hand: str | None
    """The tiles, or None if they are hidden."""
    tiles: int

    def draw(self, paper: Paper) -> None:
        x = self.label.draw(paper)
        if self.marked:
            paper.put(x + 2, 5.5, path(MARKER, paper.theme["marker"]))
        y = 22 + self.train.draw(paper, 22)
        if self.tiles:
            paper.put(_LEFT, y, rect(_RIGHT - _LEFT, 1, paper.theme["line"]))
            y += 5 + _hand(paper.group(_LEFT, y + 5), self.hand, self.tiles)
        paper.height = y + 2
        self.label.panel(paper)


def _seat(scene: Scene, seat: int, train: str, hand: str | None, lacks: tuple[int, ...]) -> _Seat:
    shown = scene.shown
    badges = ["went out"] if shown.went_out == seat else []
    proved = f"has no {' '.join(map(str, lacks))}, " if lacks and not shown.is_over else ""
    count = shown.hand_sizes[seat]
    held = f"{proved}{counted(count, 'tile')}, end {shown.ends[seat]}"
    label = scene.label(seat, held, *badges)
    return _Seat(label, shown.marked[seat], _train(scene, train, str(seat)), hand, count)


def _hand(paper: Paper, hand: str | None, count: int) -> float:
    """Draw the tiles of a seat, or their backs if they are hidden, and return the height."""
    width = _RIGHT - _LEFT
    if hand is not None:
        return row_of_tiles(paper, 0, 0, width, list_of(hand))
    shape = tile_back(paper.theme)
    step = tenths(min(HALF / 2 + 2, (width - HALF / 2) / max(1, count - 1)))
    for place in range(count):
        paper.put(place * step, 0, shape)
    return HALF + 3


def _train(scene: Scene, text: str, which: str) -> _Train:
    """Return a train, with frames around open and dead doubles and the last tile."""
    shown = scene.shown
    tiles = list_of(text)
    frames = {}
    if _last_train(scene) == which:
        frames[tiles[-1]] = "last"
    for numbers, colour in ((shown.open_doubles, "open"), (shown.dead_doubles, "dead")):
        frames |= {tile: colour for each in numbers if (tile := f"{each}-{each}") in tiles}
    return _Train(tuple(tiles), tuple(frames.items()))


def _last_train(scene: Scene) -> str | None:
    """Return the train that the last action put a tile on, or None."""
    if scene.last is None or scene.last[1].kind != "play":
        return None
    seat, move = scene.last
    return str(seat) if move.train == "me" else str(move.train)
