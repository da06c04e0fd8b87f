"""Draw how a share changes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from .._internal.html import escaped
from .draw import Svg
from .intervals import step_of
from .paper import number, words
from .text import fitted
from .theme import theme_of

WIDTH = 640
HEIGHT = 360
LEFT, RIGHT, TOP, BOTTOM = 60, 610, 44, 300
HALF = 0.5


def curve(title: str, label: str, points: Sequence[tuple[int, float]]) -> Svg:
    """Draw points (a number, and the share reached there) as a line, from the lowest number on."""
    colours = theme_of(None)
    points = sorted(points)
    most = max(points[-1][0], 1)
    across = step_of(most)
    # One half is always in the picture: there, both sides are equal.
    shares = [HALF, *(share for _, share in points)]
    low, high = 100 * min(shares), 100 * max(shares)
    up = step_of(high - low)
    first, last = floor(low / up), max(ceil(high / up), floor(low / up) + 1)

    def x(value: float) -> float:
        return LEFT + value / most * (RIGHT - LEFT)

    def y(percent: float) -> float:
        return BOTTOM - (percent / up - first) / (last - first) * (BOTTOM - TOP)

    shapes = [words(fitted(title, WIDTH - 20, 13, bold=True), colours["text"], 13, at=(10, 22), bold=True)]
    for tick in range(first, last + 1):
        height = y(tick * up)
        shapes.append(f'<path d="M{LEFT} {number(height)}H{RIGHT}" stroke="{colours["line"]}"/>')
        text = f"{number(tick * up)}%"
        shapes.append(words(text, colours["muted"], 11, at=(LEFT - 8, height + 4), anchor="end"))
    for tick in range(floor(most / across) + 1):
        text = _short(tick * across)
        shapes.append(words(text, colours["muted"], 11, at=(x(tick * across), BOTTOM + 18), anchor="middle"))
    places = [(number(x(value)), number(y(100 * share))) for value, share in points]
    line = "M" + "L".join(f"{left} {top}" for left, top in places)
    shapes.append(f'<path d="{line}" stroke="{colours["turn"]}" stroke-width="1.5" fill="none"/>')
    shapes.extend(f'<circle cx="{left}" cy="{top}" r="3" fill="{colours["turn"]}"/>' for left, top in places)
    shapes.append(words(label, colours["muted"], 11, at=(RIGHT, BOTTOM + 40), anchor="end"))
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif" role="img">'
        f"<title>{escaped(title)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours["background"]}"/>{"".join(shapes)}</svg>'
    )


def _short(value: float) -> str:
    """Return a number with a unit: 20 million."""
    for size, unit in ((1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:,.0f}"
