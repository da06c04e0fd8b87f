"""Write cards as people do, and cut texts to the available width."""

from __future__ import annotations

import re

from .._internal.html import THIN_SPACE

_CARDS_WITH_TENS = re.compile(r"\bT[CDHS]\b|\b[2-9TJQKABR]*T[2-9TJQKABR]*\b")

_NARROW = frozenset(" ',.:;!|()[]ijlftr-" + THIN_SPACE)
_WIDE = frozenset("mwMW@%жмфшщыюЖМФШЩЫЮ—")


def tens(text: str) -> str:
    """Return the text with 10 for the T of cards. As 10 has two digits, thin spaces separate such a row of ranks.

    >>> tens("discard TC"), tens("89TJQ").split("\u2009"), tens("The 99 2")
    ('discard 10C', ['8', '9', '10', 'J', 'Q'], 'The 99 2')
    """

    def spaced(cards: re.Match[str]) -> str:
        if cards[0][-1] in "CDHS":
            return f"10{cards[0][-1]}"
        return THIN_SPACE.join("10" if rank == "T" else rank for rank in cards[0])

    return _CARDS_WITH_TENS.sub(spaced, text)


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
