"""Cards, dominoes and players as SVG. Classes name what a shape is; the page's style sheet colours it."""

from __future__ import annotations

from collections.abc import Sequence

from .._internal.html import escaped, plain
from ..svg.cards import STAR, SUITS
from ..svg.paper import number
from ..svg.text import fitted, width_of
from ..svg.tiles import pip_places

CARD = (60.0, 84.0)
"""Width and height of a card before it is scaled."""

HALF = 30.0
"""Side of half a domino before it is scaled."""

_CROWN = "M0 2 3 5 6 0 9 5 12 2 11 9H1Z"


def group(
    x: float,
    y: float,
    *shapes: str,
    scale: float = 1,
    key: str = "",
    origin: str = "",
    pick: str = "",
    name: str = "",
    kind: str = "",
) -> str:
    """Return shapes at a place.

    - `key`: what is moved; the page animates it from its place in the picture before.
    - `origin`: the key of the place that it comes from if it was not in the picture before.
    - `pick`: the token that a click on it selects, and `name`: what a screen reader calls it.
    """
    sized = f" scale({scale:.3f})" if scale != 1 else ""
    found = f'<g transform="translate({number(x)} {number(y)}){sized}"'
    for field, value in (
        ("data-key", key),
        ("data-from", origin),
        ("data-pick", pick),
        ("aria-label", name),
        ("class", kind),
    ):
        if value:
            found += f' {field}="{escaped(value)}"'
    return f'{found}><g class="lift">{"".join(shapes)}</g></g>'


def box(width: float, height: float, kind: str, *, x: float = 0, y: float = 0, radius: float = 0) -> str:
    where = "".join(f' {axis}="{number(value)}"' for axis, value in (("x", x), ("y", y)) if value)
    return f'<rect class="{kind}"{where} width="{number(width)}" height="{number(height)}" rx="{number(radius)}"/>'


def path(drawn: str, kind: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    return f'<path class="{kind}" d="{drawn}" transform="translate({number(x)} {number(y)}) scale({scale:g})"/>'


def text(
    x: float, y: float, words: str, size: float, kind: str = "ink", *, anchor: str = "start", room: float | None = None
) -> str:
    """Return a line of text, cut to the width `room`."""
    shown = plain(words) if room is None else fitted(plain(words), room, size)
    align = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{align}>'
        f"{escaped(shown)}</text>"
    )


def card(face: str, joker: str = "JOKER") -> str:
    """Return a card face up: a rank and a suit, only a rank, or a joker, whose word is `joker`."""
    ink = "red" if face[-1] in "DHR" else "black"
    ground = box(*CARD, "paper", radius=6)
    if face in ("B", "R"):
        letters = "".join(
            text(11, 19 + k * 11.5, letter, 11.5, f"rank {ink}", anchor="middle") for k, letter in enumerate(joker)
        )
        return ground + letters + path(STAR, ink, 19, 32, 3.4)
    rank = face[0]
    index = _rank(rank, 14.5, 24, 25, ink)
    if len(face) == 2:
        suit, shape = SUITS[face[1]]
        return ground + index + path(shape, f"{ink} {suit}", 7.2, 30, 1.45) + path(shape, f"{ink} {suit}", 22, 42, 3.3)
    return ground + index + _centre(rank)


def _rank(rank: str, x: float, y: float, size: float, ink: str) -> str:
    if rank == "T":
        place = f'x="{number(x - 11.5)}" y="{number(y)}" font-size="{number(size)}"'
        return f'<text class="rank {ink}" {place} textLength="23" lengthAdjust="spacingAndGlyphs">10</text>'
    return text(x, y, rank, size, f"rank {ink}", anchor="middle")


def _centre(rank: str) -> str:
    """Return the large rank of a card without a suit; court cards, aces and twos have a medallion."""
    shown = "10" if rank == "T" else rank
    if rank in "JQKA2":
        disc = f'<circle class="medal m{rank}" cx="36" cy="56" r="19"/>'
        return disc + text(36, 65.5, shown, 27, "rank pale", anchor="middle")
    return text(36, 69, shown, 38 if rank != "T" else 33, "rank faint", anchor="middle")


def back() -> str:
    """Return a card face down."""
    lozenge = '<path class="weave" d="M30 12 50 42 30 72 10 42ZM30 24 42 42 30 60 18 42Z"/>'
    return box(*CARD, "back", radius=6) + box(50, 74, "frame", x=5, y=5, radius=4) + lozenge


def tile(first: int, second: int, *, across: bool = False) -> str:
    """Return a domino, lengthwise or across, with the first number left or at the top."""
    if across:
        ground = box(HALF, 2 * HALF, "domino", radius=5)
        line = f'<path class="groove" d="M5 {number(HALF)}H{number(HALF - 5)}"/>'
        at = (0.0, 0.0), (0.0, HALF)
    else:
        ground = box(2 * HALF, HALF, "domino", radius=5)
        line = f'<path class="groove" d="M{number(HALF)} 5V{number(HALF - 5)}"/>'
        at = (0.0, 0.0), (HALF, 0.0)
    return ground + line + "".join(_pips(each, *place) for each, place in zip((first, second), at, strict=True))


def _pips(count: int, x: float, y: float) -> str:
    size = 0.088 if count < 7 else 0.074 if count < 10 else 0.058
    dots = "".join(
        f'<circle cx="{number(x + across * HALF)}" cy="{number(y + down * HALF)}" r="{size * HALF:.2f}"/>'
        for across, down in pip_places(count)
    )
    return f'<g class="pips p{count}">{dots}</g>'


def tile_back(width: float, height: float) -> str:
    return box(width, height, "back", radius=3)


def crown(x: float, y: float, scale: float) -> str:
    return path(_CROWN, "crown", x, y, scale)


def bubble(x: float, y: float, words: str, size: float, *, anchor: str = "start", kind: str = "") -> str:
    """Return words in a rounded box; y is its top."""
    width = width_of(words, size, bold=True) + size * 1.3
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return box(width, size * 1.9, f"bubble {kind}".strip(), x=left, y=y, radius=size * 0.95) + text(
        left + width / 2, y + size * 1.32, words, size, f"said {kind}".strip(), anchor="middle"
    )


def spread(number_of: int, room: float, width: float, gap: float) -> tuple[float, float]:
    """Return the distance of cards of this width in a row, and the width of the row."""
    if number_of < 2:
        return gap, width * number_of
    step = min(gap, (room - width) / (number_of - 1))
    return step, step * (number_of - 1) + width


def row(
    faces: Sequence[str], x: float, y: float, room: float, width: float, *, anchor: str, gap: float
) -> list[tuple[float, float, str]]:
    """Return the places of shapes in a row that fits the room; x is its start, middle or end."""
    step, wide = spread(len(faces), room, width, gap)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return [(left + k * step, y, face) for k, face in enumerate(faces)]
