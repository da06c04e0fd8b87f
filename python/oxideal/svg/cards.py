"""Draw cards and hands. Suits are paths, so fonts only need letters and digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .paper import MARGIN, WIDTH, Paper, path, rect, tenths, words

if TYPE_CHECKING:
    from .theme import Theme

CARD_WIDTH = 26
CARD_HEIGHT = 36

_MIN_STEP = 13
_HAND_WIDTH = WIDTH - 2.0 * (MARGIN + 6)

_STRIP = 28
"""Visible height of a card that is overlapped by the next row of the hand."""

SUITS = {  # colour and path of each, in a square of 10 by 10
    "C": (
        "clubs",
        "M5 .4A2.2 2.2 0 0 1 6.8 3.9 2.2 2.2 0 1 1 5.6 7L6.6 9.6H3.4L4.4 7A2.2 2.2 0 1 1 3.2 3.9 2.2 2.2 0 0 1 5 .4",
    ),
    "D": ("diamonds", "M5 .2 8.7 5 5 9.8 1.3 5Z"),
    "H": (
        "hearts",
        "M5 9.5C2.2 6.9.3 5.2.3 3.1A2.45 2.45 0 0 1 5 2 2.45 2.45 0 0 1 9.7 3.1C9.7 5.2 7.8 6.9 5 9.5Z",
    ),
    "S": (
        "spades",
        "M5 .3C8 2.9 9.6 4.3 9.6 6.1A2.2 2.2 0 0 1 5.6 7.3L6.5 9.7H3.5L4.4 7.3A2.2 2.2 0 0 1 .4 6.1C.4 4.3 2 2.9 5 .3Z",
    ),
}

STAR = "M5 0 6.4 3.4 10 3.7 7.2 6 8.1 9.6 5 7.6 1.9 9.6 2.8 6 0 3.7 3.6 3.4Z"

_JOKERS = {"B": "spades", "R": "hearts"}


def card(theme: Theme, text: str, *, covered: bool = False) -> str:
    """Return a card face up: a rank and a suit, e.g. "7S", or only a rank, "B" and "R" for the jokers.

    With `covered`, only the corner is drawn, as another card covers the rest.
    """
    ground = rect(CARD_WIDTH, CARD_HEIGHT, theme["card"], line=theme["card_line"], radius=3)
    places: tuple[tuple[tuple[float, float], float], ...] = ()
    if len(text) == 2:
        colour, shape = SUITS[text[1]]
        places = (((3, 17), 0.95), ((12, 21), 1.2))
    elif text in _JOKERS:
        colour, shape = _JOKERS[text], STAR
        places = (((2.5, 17), 1), ((12, 22), 1.2))
    else:
        colour, shape = "spades", ""
    corner = ground + rank_of(theme[colour], text[0])
    shown = places[:1] if covered else places
    return corner + "".join(path(shape, theme[colour], at=at, scale=scale) for at, scale in shown)


def rank_of(colour: str, rank: str) -> str:
    """Return the rank in the corner of a card, narrow enough for a card that is covered in a hand."""
    shown, where = ("10", 'x="1.5" textLength="12" lengthAdjust="spacingAndGlyphs"') if rank == "T" else (rank, 'x="3"')
    return f'<text {where} y="13.5" font-size="13" font-weight="bold" fill="{colour}">{shown}</text>'


def back(theme: Theme, count: int | None = None) -> str:
    """Return a card face down, or a stack of them with their number."""
    ground = rect(CARD_WIDTH, CARD_HEIGHT, theme["back"], line=theme["card_line"], radius=3)
    if count is None:
        lozenge = f'<path d="M13 5 22 18 13 31 4 18Z" fill="none" stroke="{theme["back_line"]}"/>'
        return ground + lozenge
    plate = f'<g transform="translate(2.5 10)">{rect(21, 16, theme["card"], radius=3)}</g>'
    return ground + plate + words(str(count), theme["spades"], 12, at=(13, 22.3), bold=True, anchor="middle")


def turned_over(theme: Theme, text: str) -> str:
    """Return a card face down that everybody has seen: its rank and suit are small on its back."""
    colour, suit = SUITS[text[1]]
    ground = rect(CARD_WIDTH, CARD_HEIGHT, theme["back"], line=theme["card_line"], radius=3)
    frame = f'<g transform="translate(2.5 2.5)">{rect(21, 31, line=theme["back_line"], weight=0.8, radius=2)}</g>'
    plate = f'<g transform="translate(3.5 12)">{rect(19, 12, theme["card"], radius=2.5)}</g>'
    rank = words("10" if text[0] == "T" else text[0], theme[colour], 9, at=(8.8, 21.2), bold=True, anchor="middle")
    return ground + frame + plate + rank + path(suit, theme[colour], at=(14.2, 14.4), scale=0.72)


def ring(width: float, height: float, colour: str, *, weight: float = 2.4) -> str:
    """Return a frame around a shape of this size."""
    return f'<g transform="translate(-1 -1)">{rect(width + 2, height + 2, line=colour, weight=weight, radius=4)}</g>'


def fan(
    paper: Paper,
    x: float,
    y: float,
    width: float,
    cards: Sequence[str],
    *,
    step: float = CARD_WIDTH + 2,
    min_step: float = _MIN_STEP,
    over: Mapping[int, str] | None = None,
) -> float:
    """Draw cards face up side by side and return the height.

    The distance between cards is `step`, or less if the width requires it; if it would be less than `min_step`, there
    are several rows. `over` has shapes to draw on some of the cards, by their index.
    """
    rows = _rows(len(cards), width, min_step)
    in_row = max(1, -(-len(cards) // rows))
    if in_row > 1:
        step = tenths(min(step, (width - CARD_WIDTH) / (in_row - 1)))
    for place, text in enumerate(cards):
        row, column = divmod(place, in_row)
        last = column == in_row - 1 or place == len(cards) - 1
        shape = card(paper.theme, text, covered=step < CARD_WIDTH and not last)
        paper.put(x + column * step, y + row * _STRIP, shape + (over or {}).get(place, ""))
    return (rows - 1) * _STRIP + CARD_HEIGHT


def _rows(cards: int, width: float, min_step: float) -> int:
    fitting = max(1, int((width - CARD_WIDTH) / min_step) + 1)
    return max(1, -(-cards // fitting))


def hand(paper: Paper, seen: Sequence[str], hidden: int, over: Mapping[int, str] | None = None) -> float:
    """Draw the visible cards of a hand, then the backs of the hidden ones, and return the y below them."""
    x, y = MARGIN + 6.0, 22
    if not hidden:
        return y + fan(paper, x, y, _HAND_WIDTH, seen, over=over)
    step = tenths(min(17.0, (_HAND_WIDTH / 2) / max(1, len(seen))))
    if seen:
        fan(paper, x, y, _HAND_WIDTH, seen, step=step, min_step=1, over=over)
        x += (len(seen) - 1) * step + CARD_WIDTH + 5
    apart = tenths(min(9.0, (WIDTH - MARGIN - 6 - x - CARD_WIDTH) / max(1, hidden - 1)))
    shape = back(paper.theme)
    for place in range(hidden):
        paper.put(x + place * apart, y, shape)
    return y + CARD_HEIGHT


def list_of(text: str | None) -> list[str]:
    """Split a text of cards or tiles at the spaces. "-" and None give an empty list."""
    return [] if text is None or text == "-" else text.split(" ")
