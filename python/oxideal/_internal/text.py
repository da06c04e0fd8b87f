"""Tables and paragraphs of text, in the columns of a terminal, where a Chinese character takes two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import east_asian_width

from .._arguments.checks import printable
from ..errors import MAX_SHOWN

_WIDE = "\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60"
_CLOSING = "\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f\u300b\u201d"
_WORD = re.compile(rf" *(?:[{_WIDE}][{_CLOSING}]*|[^ {_WIDE}]+)|^ +| +$")
"""A word with the space before it: a wide character, with the punctuation that must not begin a line, is one."""


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def typed(text: str) -> str:
    """Return what a person typed for a message: cut to 40 characters, in any script."""
    return printable(text[:MAX_SHOWN]) + "..." * (len(text) > MAX_SHOWN)


def left(text: str, columns: int) -> str:
    """Return a text with spaces after it, so that it takes at least this number of columns."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Return a text with spaces before it, so that it takes at least this number of columns."""
    return " " * (columns - width(text)) + text


def words_of(text: str) -> list[str]:
    """Return the pieces between which a line can be broken, each with the space before it."""
    return _WORD.findall(text)


def wrapped(text: str, columns: int, indent: int) -> list[str]:
    """Return a text as lines of at most this width, all but the first indented. A longer word is broken."""
    lines: list[str] = [""]
    for word in words_of(text):
        if lines[-1].strip() and width(lines[-1]) + width(word) > columns:
            lines.append(" " * indent + word.lstrip())
        else:
            lines[-1] += word
        while len(word) > 1 and width(lines[-1]) > columns:
            lines[-1:] = [lines[-1][:columns], " " * indent + lines[-1][columns:]]
    return [line.rstrip() for line in lines] if text.strip() else []


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table: the first column to the left, the others to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [left(first, widths[0])]
        cells += [right(cell, columns) for cell, columns in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines
