"""Texts in pictures: harmless, and no longer than there is room for."""

from __future__ import annotations

from xml.sax.saxutils import escape

_NARROW = frozenset(" ',.:;!|()[]ijlftr-")
_WIDE = frozenset("mwMW@%жмфшщыюЖМФШЩЫЮ—")


def plain(text: str) -> str:
    """The text without what XML cannot hold or a reader cannot see: control characters, halves of characters."""
    return "".join(character if character.isprintable() else "?" for character in text)


def escaped(text: str) -> str:
    """The text as it stands in an element, or in an attribute in double quotes."""
    return escape(plain(text), {'"': "&quot;"})


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide it becomes. No font is measured, so this is rather too much than too little."""
    return sum(map(_width, text)) * size * (1.08 if bold else 1.0)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, cut where it would become too wide."""
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
    if ord(character) >= 0x2E80:  # Chinese, Japanese and Korean characters, and pictures
        return 1.0
    return 0.7 if character.isupper() else 0.6
