"""Escape the texts in pictures and cut them to the available width."""

from __future__ import annotations

from xml.sax.saxutils import escape

_NARROW = frozenset(" ',.:;!|()[]ijlftr-")
_WIDE = frozenset("mwMW@%жмфшщыюЖМФШЩЫЮ—")


def plain(text: str) -> str:
    """Return the text with "?" for unprintable characters, which XML cannot contain or readers cannot see."""
    return "".join(character if character.isprintable() else "?" for character in text)


def escaped(text: str) -> str:
    """Return the text escaped for an element or an attribute in double quotes."""
    return escape(plain(text), {'"': "&quot;"})


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return an estimate of the width, mostly too large, as the font is not known."""
    return sum(map(_width, text)) * size * (1.08 if bold else 1.0)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return the text, cut to this width with an ellipsis."""
    if width_of(text, size, bold=bold) <= width:
        return text
    left = width - width_of("…", size, bold=bold)
    end = 0
    while (left := left - width_of(text[end], size, bold=bold)) >= 0:
        end += 1
    return text[:end].rstrip() + "…"


def _width(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.92
    if ord(character) >= 0x2E80:  # Chinese, Japanese and Korean characters, and emoji
        return 1.0
    return 0.7 if character.isupper() else 0.6
