"""Draw the table of Mexican Train: hub, boneyard, trains with their markers and open doubles, and hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._arguments.checks import counted
from .cards import list_of
from .paper import MARGIN, WIDTH, Paper, path, rect, tenths
from .scene import Scene, heading
from .tiles import HALF, framed, pips, row_of_tiles, tile_back, train

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_ENGINE = 34

MARKER = "M0 1.5H6.5V4.5H9V0H11.5V4.5H13V9.5H11.8A1.9 1.9 0 0 1 8 9.5H5.6A1.9 1.9 0 0 1 1.8 9.5H0Z"
"""A locomotive, 13 by 11."""


def strips(scene: Scene) -> list[Paper]:
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


def _middle(scene: Scene) -> Paper:
    """Draw the hub and the boneyard, then the Mexican train."""
    shown, theme, paper = scene.shown, scene.theme, Paper(scene.theme)
    engine = shown.rules.engine
    ground = rect(2 * _ENGINE, _ENGINE, theme["tile"], line=theme["tile_line"], radius=5)
    between = f'<path d="M{_ENGINE} 5V{_ENGINE - 5}" stroke="{theme["tile_line"]}"/>'
    half = pips(theme, engine, _ENGINE)
    paper.put(_LEFT, 7, f'{ground}{between}{half}<g transform="translate({_ENGINE} 0)">{half}</g>')
    paper.text(_LEFT + 78, 21, f"engine {engine}-{engine}", size=12, bold=True)
    paper.text(_LEFT + 78, 37, f"boneyard: {counted(shown.boneyard_size, 'tile')}", fill="muted")
    if shown.open_doubles:
        paper.text(_RIGHT, 21, _doubles("open: ", shown.open_doubles), fill="open", bold=True, anchor="end", room=180)
    if shown.dead_doubles:
        paper.text(_RIGHT, 37, _doubles("dead: ", shown.dead_doubles), fill="muted", anchor="end", room=170)
    paper.text(_LEFT, 60, "Mexican train", size=12, bold=True)
    paper.text(_RIGHT, 60, f"end {shown.mexican_end}", fill="muted", anchor="end")
    paper.height = 66 + _train(scene, paper, 66, shown.mexican, "mexican") + 2
    paper.panel("felt")
    return paper


def _doubles(what: str, numbers: Sequence[int]) -> str:
    return what + " ".join(f"{each}-{each}" for each in numbers)


def _seat(scene: Scene, seat: int, train: str, hand: str | None, lacks: Sequence[int]) -> Paper:
    shown, paper = scene.shown, Paper(scene.theme)
    badges = ["went out"] if shown.went_out == seat else []
    proved = f"has no {' '.join(map(str, lacks))}, " if lacks and not shown.is_over else ""
    count = shown.hand_sizes[seat]
    x = scene.label(paper, seat, f"{proved}{counted(count, 'tile')}, end {shown.ends[seat]}", *badges)
    if shown.marked[seat]:
        paper.put(x + 2, 5.5, path(MARKER, paper.theme["marker"]))
    y = 22 + _train(scene, paper, 22, train, str(seat))
    if count:
        paper.put(_LEFT, y, rect(_RIGHT - _LEFT, 1, paper.theme["line"]))
        y += 5 + _hand(paper, y + 5, hand, count)
    paper.height = y + 2
    scene.panel(paper, seat)
    return paper


def _hand(paper: Paper, y: float, hand: str | None, count: int) -> float:
    """Draw the tiles of a seat, or their backs if they are hidden, and return the height."""
    width = _RIGHT - _LEFT
    if hand is not None:
        return row_of_tiles(paper, _LEFT, y, width, list_of(hand))
    shape = tile_back(paper.theme)
    step = tenths(min(HALF / 2 + 2, (width - HALF / 2) / max(1, count - 1)))
    for place in range(count):
        paper.put(_LEFT + place * step, y, shape)
    return HALF + 3


def _train(scene: Scene, paper: Paper, y: float, text: str, which: str) -> float:
    """Draw a train, with frames around open and dead doubles and the last tile, and return the height."""
    shown, theme, tiles = scene.shown, scene.theme, list_of(text)
    if not tiles:
        paper.put(_LEFT, y, rect(2 * HALF, HALF, line=theme["card_line"], radius=3, dashed=True))
        paper.text(_LEFT + 38, y + 11, "not started", size=10, fill="muted")
        return HALF + 4
    frames = {tiles[-1]: "last"} if _last_train(scene) == which else {}
    frames |= {f"{each}-{each}": "open" for each in shown.open_doubles}
    frames |= {f"{each}-{each}": "dead" for each in shown.dead_doubles}
    over = {tile: framed(tile, theme[colour], dashed=colour == "dead") for tile, colour in frames.items()}
    return train(paper, _LEFT, y, _RIGHT - _LEFT, tiles, over)


def _last_train(scene: Scene) -> str | None:
    """Return the train that the last action put a tile on, or None."""
    if scene.last is None or scene.last[1].kind != "play":
        return None
    seat, move = scene.last
    return str(seat) if move.train == "me" else str(move.train)
