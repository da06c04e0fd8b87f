"""Draw values with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import SupportsIndex

from .._arguments.checks import integer_within
from .._internal.html import escaped, signed
from .draw import Svg
from .paper import number, words
from .text import fitted, width_of
from .theme import theme_of

WIDTH = 640
ROW = 24
TOP = 40
MAX_NAME = 240
TICKS = 6
"""The approximate number of labels on the axis."""


def intervals(
    title: str,
    label: str,
    rows: Sequence[tuple[str, float, float, float]],
    theme: str | Mapping[str, str] | None = None,
    width: SupportsIndex = WIDTH,
) -> Svg:
    """Draw a row for each name: the low end of its interval, its value, and the high end."""
    pixels = integer_within("width", width, 100, 10_000)
    colours = theme_of(theme)
    low, high = min(row[1] for row in rows), max(row[3] for row in rows)
    step = step_of(high - low)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    left = 20 + min(MAX_NAME, max(width_of(row[0], 12) for row in rows))
    bottom = TOP + ROW * len(rows)

    def at(value: float) -> float:
        return left + (value / step - first) / (last - first) * (WIDTH - left - 30)

    shapes = [words(fitted(title, WIDTH - 20, 13, bold=True), colours["text"], 13, at=(10, 22), bold=True)]
    for tick in range(first, last + 1):
        x = number(at(tick * step))
        shapes.append(f'<path d="M{x} {TOP}V{bottom}" stroke="{colours["line"]}"/>')
        shapes.append(
            words(signed(tick * step), colours["muted"], 11, at=(at(tick * step), bottom + 16), anchor="middle")
        )
    for place, (name, begin, value, end) in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        shapes.append(words(fitted(name, MAX_NAME, 12), colours["text"], 12, at=(left - 10, y + 4), anchor="end"))
        line = f"M{number(at(begin))} {number(y)}H{number(at(end))}"
        ends = "".join(f"M{number(at(each))} {number(y - 4)}v8" for each in (begin, end))
        shapes.append(f'<path d="{line}{ends}" stroke="{colours["turn"]}" stroke-width="1.5" fill="none"/>')
        shapes.append(f'<circle cx="{number(at(value))}" cy="{number(y)}" r="4" fill="{colours["turn"]}"/>')
    shapes.append(words(label, colours["muted"], 11, at=(WIDTH - 30, bottom + 34), anchor="end"))
    height = bottom + 44
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{number(height * pixels / WIDTH)}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif" role="img">'
        f"<title>{escaped(title)}</title>"
        f'<rect width="{WIDTH}" height="{height}" fill="{colours["background"]}"/>{"".join(shapes)}</svg>'
    )


def step_of(span: float) -> float:
    """Return 1, 2 or 5 times a power of ten, at least 1: the distance of the numbers on the axis."""
    if span < TICKS:
        return 1
    power = 10.0 ** floor(log10(span / TICKS))
    return next(each * power for each in (1, 2, 5, 10) if span / (each * power) <= TICKS)
