"""The parts of a picture: horizontal strips, one below the other, and the shapes on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Union

from .._internal.html import escaped, plain
from .text import fitted, width_of

if TYPE_CHECKING:
    from .theme import Theme

WIDTH = 400
"""Width of a picture in its own units: at 400 pixels, text of size 11 is 11 pixels high."""

MARGIN = 8
GAP = 6

Piece = tuple[float, float, Union[str, "Paper", "Part"]]
"""A position (x, y) and a shape. Shapes do not contain their position, so a page stores each only once."""


def number(value: float) -> str:
    """Return a number with at most one decimal."""
    return f"{round(value, 1):g}"


def tenths(value: float) -> float:
    """Return the value rounded down to one decimal, so that a row of shapes has equal distances in the file."""
    return int(value * 10) / 10


def rect(
    width: float,
    height: float,
    fill: str = "none",
    *,
    line: str | None = None,
    weight: float = 1,
    radius: float = 0,
    dashed: bool = False,
) -> str:
    """Return a rectangle with a corner at (0, 0)."""
    edge = "" if line is None else f' stroke="{line}" stroke-width="{number(weight)}"'
    edge += ' stroke-dasharray="3 3"' if dashed else ""
    corner = f' rx="{number(radius)}"' if radius else ""
    return f'<rect width="{number(width)}" height="{number(height)}"{corner} fill="{fill}"{edge}/>'


def path(drawn: str, fill: str, *, at: tuple[float, float] = (0, 0), scale: float = 1) -> str:
    """Return a filled path, scaled and moved."""
    moved = f"translate({number(at[0])} {number(at[1])})" if at != (0, 0) else ""
    sized = f"scale({scale:g})" if scale != 1 else ""
    transform = f' transform="{" ".join(filter(None, (moved, sized)))}"' if moved or sized else ""
    return f'<path d="{drawn}" fill="{fill}"{transform}/>'


def words(
    text: str, fill: str, size: float, *, at: tuple[float, float] = (0, 0), bold: bool = False, anchor: str = "start"
) -> str:
    """Return a line of text with its baseline at `at`."""
    where = "".join(f' {axis}="{number(value)}"' for axis, value in zip("xy", at, strict=True) if value)
    weight = ' font-weight="bold"' if bold else ""
    align = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text{where} font-size="{number(size)}" fill="{fill}"{weight}{align}>{escaped(text)}</text>'


class Part(Protocol):
    """What is on a strip or in a group, not yet drawn: a tuple. Equal parts of one class look the same."""

    def __hash__(self) -> int: ...
    def draw(self, paper: Paper) -> None: ...


class Paper:
    """A strip of the picture, or a group of shapes on one. Its height is set once its content is drawn."""

    def __init__(self, theme: Theme, scale: float = 1) -> None:
        self.theme = theme
        self.scale = scale
        self.height: float = 0
        self.pieces: list[Piece] = []

    def put(self, x: float, y: float, shape: str | Paper | Part) -> None:
        """Put a shape at this position, rounded so that the position in the file does not depend on groups."""
        self.pieces.append((round(x, 1), round(y, 1), shape))

    def group(self, x: float, y: float, scale: float = 1) -> Paper:
        """Put an empty group at this position and return it. A page stores equal groups once."""
        group = Paper(self.theme, scale)
        self.put(x, y, group)
        return group

    @property
    def scaling(self) -> str:
        """The start of the group that scales the content, or nothing."""
        return "" if self.scale == 1 else f'<g transform="scale({self.scale:.3g})">'

    def flat(self) -> Iterator[tuple[float, float, str]]:
        """Yield all shapes with their positions on this paper; a scaled group is one shape."""
        for x, y, shape in self.pieces:
            if isinstance(shape, str):
                yield x, y, shape
                continue
            group = shape if isinstance(shape, Paper) else drawn(shape, self.theme)
            if group.scaling:
                yield x, y, f"{group.scaling}{''.join(map(_placed, group.flat()))}</g>"
            else:
                yield from ((x + left, y + down, each) for left, down, each in group.flat())

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 11,
        fill: str = "text",
        bold: bool = False,
        anchor: str = "start",
        room: float | None = None,
    ) -> float:
        """Draw a line of text, cut to the width `room`, and return its approximate width."""
        shown = plain(text) if room is None else fitted(plain(text), room, size, bold=bold)
        self.put(x, y, words(shown, self.theme[fill], size, bold=bold, anchor=anchor))
        return width_of(shown, size, bold=bold)

    def badge(self, x: float, y: float, text: str, *, fill: str = "badge") -> float:
        """Draw a word on a small plate, aligned with text at y, and return the x of the next one."""
        width = width_of(text, 9, bold=True) + 8
        plate = rect(width, 14, self.theme[fill], radius=7)
        word = words(text, self.theme["badge_text"], 9, at=(width / 2, 10.3), bold=True, anchor="middle")
        self.put(x, y - 11, plate + word)
        return x + width + 4

    def panel(self, fill: str, *, line: str | None = None) -> None:
        """Draw the background, below everything drawn so far."""
        edge = None if line is None else self.theme[line]
        shape = rect(WIDTH - 2 * MARGIN, self.height, self.theme[fill], line=edge, weight=2, radius=6)
        self.pieces.insert(0, (MARGIN, 0, shape))


def drawn(part: Part, theme: Theme) -> Paper:
    paper = Paper(theme)
    part.draw(paper)
    return paper


@dataclass(frozen=True)
class Picture:
    """Strips one below the other, with a description in words."""

    title: str
    description: str
    theme: Theme
    strips: Sequence[Paper]

    @property
    def height(self) -> float:
        return sum(strip.height + GAP for strip in self.strips) + 2

    def placed(self) -> list[tuple[float, Paper]]:
        """Return each strip with its vertical offset."""
        placed, down = [], 0.0
        for strip in self.strips:
            placed.append((down, strip))
            down += strip.height + GAP
        return placed

    def svg(self, width: int) -> str:
        """Return the picture as an SVG of this width in pixels."""
        size = f'width="{width}" height="{number(self.height * width / WIDTH)}"'
        box = f'viewBox="0 0 {WIDTH} {number(self.height)}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="sans-serif">',
            f"<title>{escaped(self.title)}</title>",
            "<desc>" + "\n".join(map(escaped, self.description.splitlines())) + "</desc>",
            rect(WIDTH, self.height, self.theme["background"]),
        ]
        for down, strip in self.placed():
            lines.append(f'<g transform="translate(0 {number(down)})">')
            lines += map(_placed, strip.flat())
            lines.append("</g>")
        return "\n".join([*lines, "</svg>\n"])


def _placed(piece: tuple[float, float, str]) -> str:
    x, y, shape = piece
    return f'<g transform="translate({number(x)} {number(y)})">{shape}</g>'
