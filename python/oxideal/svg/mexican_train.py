"""Draw the table of Mexican Train: hub, boneyard, trains with their markers and open doubles, and hands."""

from __future__ import annotations

from .._input.checks import counted
from .cards import list_of
from .paper import MARGIN, WIDTH, Paper, path, rect
from .scene import Scene, heading, label, panel
from .tiles import HALF, framed, is_double, pips, row_of_tiles, tile_back, train

_LEFT = MARGIN + 6
_RIGHT = WIDTH - _LEFT
_ENGINE = 34

_MARKER = "M0 1.5H6.5V4.5H9V0H11.5V4.5H13V9.5H11.8A1.9 1.9 0 0 1 8 9.5H5.6A1.9 1.9 0 0 1 1.8 9.5H0Z"
"""A locomotive, 13 by 11."""


def strips(scene: Scene) -> list[Paper]:
    return [heading(scene), _middle(scene), *(_seat(scene, seat) for seat in scene.seats())]


def _middle(scene: Scene) -> Paper:
    """Draw the hub and the boneyard, then the Mexican train."""
    shown, theme = scene.shown, scene.theme
    paper = scene.paper()
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


def _doubles(what: str, numbers: tuple[int, ...]) -> str:
    return what + " ".join(f"{each}-{each}" for each in numbers)


def _seat(scene: Scene, seat: int) -> Paper:
    shown = scene.shown
    paper = scene.paper()
    badges = ["went out"] if shown.went_out == seat else []
    lacks = f"has no {' '.join(map(str, shown.lacks[seat]))}, " if shown.lacks[seat] and not shown.is_over else ""
    count = counted(shown.hand_sizes[seat], "tile")
    x = label(scene, paper, seat, f"{lacks}{count}, end {shown.ends[seat]}", badges)
    if shown.marked[seat]:
        paper.put(x + 2, 5.5, path(_MARKER, scene.theme["marker"]))
    y = 22 + _train(scene, paper, 22, shown.trains[seat], str(seat))
    if shown.hand_sizes[seat]:
        paper.put(_LEFT, y, rect(_RIGHT - _LEFT, 1, scene.theme["line"]))
        y += 5 + _hand(paper, y + 5, shown.hands[seat], shown.hand_sizes[seat])
    paper.height = y + 2
    panel(scene, paper, seat)
    return paper


def _hand(paper: Paper, y: float, hand: str | None, count: int) -> float:
    """Draw the tiles of a seat, or their backs if they are hidden, and return the height."""
    if hand is not None:
        return row_of_tiles(paper, _LEFT, y, _RIGHT - _LEFT, list_of(hand))
    shape = tile_back(paper.theme)
    step = min(HALF / 2 + 2, (_RIGHT - _LEFT - HALF / 2) / max(1, count - 1))
    for place in range(count):
        paper.put(_LEFT + place * step, y, shape)
    return HALF + 3


def _train(scene: Scene, paper: Paper, y: float, text: str, which: str) -> float:
    """Draw a train, with frames around open and dead doubles and the last tile, and return the height."""
    shown, theme = scene.shown, scene.theme
    tiles = list_of(text)
    if not tiles:
        paper.put(_LEFT, y, rect(2 * HALF, HALF, line=theme["card_line"], radius=3, dashed=True))
        paper.text(_LEFT + 38, y + 11, "not started", size=10, fill="muted")
        return HALF + 4
    over = {}
    if _last_train(scene) == which:
        over[tiles[-1]] = framed(tiles[-1], theme["last"])
    for each in tiles:
        if is_double(each) and int(each.partition("-")[0]) in shown.open_doubles:
            over[each] = framed(each, theme["open"])
        elif is_double(each) and int(each.partition("-")[0]) in shown.dead_doubles:
            over[each] = framed(each, theme["dead"], dashed=True)
    return train(paper, _LEFT, y, _RIGHT - _LEFT, tiles, over=over)


def _last_train(scene: Scene) -> str | None:
    """Return the train that the last action put a tile on, or None."""
    if scene.last is None or scene.last[1].kind != "play":
        return None
    seat, move = scene.last
    return str(seat) if move.train == "me" else str(move.train)
