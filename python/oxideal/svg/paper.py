"""The parts of a picture: horizontal strips, one below the other, and the shapes on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .._internal.html import escaped, plain
from .text import fitted, width_of

if TYPE_CHECKING:
    from .theme import Theme

WIDTH = 400
"""Width of a picture in its own units: at 400 pixels, text of size 11 is 11 pixels high."""

MARGIN = 8
GAP = 6


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


class Paper:
    """A strip of the picture. Its height is set once its content is drawn."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.height: float = 0
        self.shapes: list[str] = []

    def put(self, x: float, y: float, shape: str) -> None:
        """Put a shape at this position."""
        self.shapes.append(_placed(x, y, shape))

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
        self.shapes.insert(0, _placed(MARGIN, 0, shape))


def picture(title: str, description: str, theme: Theme, strips: Iterable[Paper], width: int) -> str:
    """Return an SVG of this width in pixels: the strips one below the other, with a description in words."""
    drawn, height = [], 0.0
    for strip in strips:
        drawn += [f'<g transform="translate(0 {number(height)})">', *strip.shapes, "</g>"]
        height += strip.height + GAP
    height += 2
    size = f'width="{width}" height="{number(height * width / WIDTH)}"'
    box = f'viewBox="0 0 {WIDTH} {number(height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="sans-serif">',
        f"<title>{escaped(title)}</title>",
        "<desc>" + "\n".join(map(escaped, description.splitlines())) + "</desc>",
        rect(WIDTH, height, theme["background"]),
    ]
    return "\n".join([*lines, *drawn, "</svg>\n"])


def _placed(x: float, y: float, shape: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)})">{shape}</g>'
