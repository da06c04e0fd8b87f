"""Escape text for HTML and SVG, and make the tables that notebooks show."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape

from .._arguments.checks import printable

THIN_SPACE = "\u2009"

MAX_ROWS = 20
"""Number of rows that a table shows."""

MAX_CELL = 200
"""Number of characters that a cell or a line shows."""


def plain(text: str) -> str:
    """Return the text with "?" for unprintable characters, which XML cannot contain or readers cannot see."""
    return THIN_SPACE.join(map(printable, text.split(THIN_SPACE)))


def escaped(text: str) -> str:
    """Return the text escaped for an element or an attribute in double quotes."""
    return escape(plain(text), quote=False).replace('"', "&quot;")


def json_in_html(value: object) -> str:
    """Return a value as JSON that a script element can contain: nothing in it can end the element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


class HtmlTable(str):
    """A table, which notebooks display: its HTML text."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], notes: Iterable[str] = ()) -> str:
    """Return an HTML table without scripts and styles: a title, up to 20 rows, and notes below.

    >>> html = table("Totals", ["seat", "payoff"], [["Ann & Bo", "+3"]])
    >>> "<tr><th>Ann &amp; Bo</th><td>+3</td></tr>" in html
    True
    """
    top = "".join(f"<th>{_cell(each)}</th>" for each in head)
    body = "".join(
        f"<tr><th>{_cell(first)}</th>{''.join(f'<td>{_cell(each)}</td>' for each in rest)}</tr>"
        for first, *rest in rows[:MAX_ROWS]
    )
    more = [f"and {len(rows) - MAX_ROWS} more"] if len(rows) > MAX_ROWS else []
    below = "".join(f"<div>{_cell(each)}</div>" for each in [*more, *notes])
    return f"<table><caption>{_cell(title)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{below}"


def signed(payoff: int | float, digits: int = 0) -> str:
    """Return a payoff with its sign, and 0 without one."""
    text = f"{payoff:+z.{digits}f}"
    return text[1:] if float(text) == 0 else text


def _cell(text: str) -> str:
    return escaped(text if len(text) <= MAX_CELL else text[: MAX_CELL - 1] + "…")
