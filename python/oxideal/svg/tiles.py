"""Draw dominoes with numerals, as more than six dots are hard to read. Each number has its own colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .paper import Paper, number, rect, words

if TYPE_CHECKING:
    from .theme import Theme

HALF = 16

_PITCH = HALF * 2 + 1.5

_PIPS = (  # rows of dots of each number, spread evenly
    "",
    "o",
    "o../.../..o",
    "o../.o./..o",
    "o.o/.../o.o",
    "o.o/.o./o.o",
    "o.o/o.o/o.o",
    "o.o/ooo/o.o",
    "ooo/o.o/ooo",
    "ooo/ooo/ooo",
    "ooo/oooo/ooo",
    "oooo/ooo/oooo",
    "oooo/oooo/oooo",
    "oooo/ooooo/oooo",
    "oooo/ooo/ooo/oooo",
    "oooo/ooo/oooo/oooo",
    "oooo/oooo/oooo/oooo",
    "oooo/oooo/ooooo/oooo",
    "ooooo/oooo/oooo/ooooo",
)


def numbers_of(tile: str) -> tuple[str, str]:
    low, _, high = tile.partition("-")
    return low, high


def is_double(tile: str) -> bool:
    low, high = numbers_of(tile)
    return low == high


def tile_of(theme: Theme, tile: str, *, across: bool = False) -> str:
    """Return a tile, lengthwise or across; the first number is left or at the top."""
    first, second = numbers_of(tile)
    middle = HALF / 2
    if across:
        ground = rect(HALF, 2 * HALF, theme["tile"], line=theme["tile_line"], radius=3)
        line = f'<path d="M3 {HALF}H{HALF - 3}" stroke="{theme["tile_line"]}" stroke-width=".7"/>'
        places = ((middle, HALF - 4), (middle, 2 * HALF - 4))
    else:
        ground = rect(2 * HALF, HALF, theme["tile"], line=theme["tile_line"], radius=3)
        line = f'<path d="M{HALF} 3V{HALF - 3}" stroke="{theme["tile_line"]}" stroke-width=".7"/>'
        places = ((middle, HALF - 4), (HALF + middle, HALF - 4))
    return (
        ground
        + line
        + "".join(
            words(each, theme[f"number_{each}"], 11, at=place, bold=True, anchor="middle")
            for each, place in zip((first, second), places, strict=True)
        )
    )


def tile_back(theme: Theme) -> str:
    """Return the back of a hidden tile, upright and smaller, as it has no numbers."""
    return rect(HALF / 2, HALF - 1, theme["back"], line=theme["tile_line"], radius=2)


def row_of_tiles(paper: Paper, x: float, y: float, width: float, tiles: Sequence[str]) -> float:
    """Draw tiles lengthwise, in as many rows as needed, and return the height."""
    in_row = int((width + 1.5) // _PITCH)
    for place, tile in enumerate(tiles):
        row, column = divmod(place, in_row)
        paper.put(x + column * _PITCH, y + row * (HALF + 3), tile_of(paper.theme, tile))
    rows = -(-len(tiles) // in_row)
    return rows * (HALF + 3)


def train(paper: Paper, x: float, y: float, width: float, tiles: Sequence[str], over: Mapping[str, str]) -> float:
    """Draw tiles one after the other with doubles across, in as many rows as needed, and return the height."""
    rows: list[list[tuple[float, str]]] = [[]]
    along = 0.0
    for tile in tiles:
        long = HALF if is_double(tile) else 2 * HALF
        if along + long > width and rows[-1]:
            rows.append([])
            along = 0.0
        rows[-1].append((along, tile))
        along += long + 1.5
    top = y
    for row in rows:
        high = 2 * HALF if any(is_double(tile) for _, tile in row) else HALF
        for at, tile in row:
            across = is_double(tile)
            down = (high - (2 * HALF if across else HALF)) / 2
            paper.put(x + at, y + down, tile_of(paper.theme, tile, across=across) + over.get(tile, ""))
        y += high + 4
    return y - top


def framed(tile: str, colour: str, *, dashed: bool = False) -> str:
    width, height = (HALF, 2 * HALF) if is_double(tile) else (2 * HALF, HALF)
    frame = rect(width + 1, height + 1, line=colour, weight=2.2, radius=3.5, dashed=dashed)
    return f'<g transform="translate(-.5 -.5)">{frame}</g>'


def pips(theme: Theme, count: int, side: float) -> str:
    """Return this number of dots in a square of this side, in the colour of the number."""
    dots = "".join(
        f'<circle cx="{number(x * side)}" cy="{number(y * side)}" r="{number(side * 0.065)}"/>'
        for x, y in pip_places(count)
    )
    return f'<g fill="{theme[f"number_{count}"]}">{dots}</g>'


def pip_places(count: int) -> Iterator[tuple[float, float]]:
    """Yield the places of this number of dots in a square with sides of length 1."""
    rows = _PIPS[count].split("/")
    for down, row in enumerate(rows):
        for along, dot in enumerate(row):
            if dot == "o":
                yield _spread(along, len(row)), _spread(down, len(rows))


def _spread(place: int, places: int) -> float:
    """Return the position of a dot on a side of length 1 that several dots share."""
    return 0.5 if places == 1 else 0.19 + place * 0.62 / (places - 1)
