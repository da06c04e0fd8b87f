"""Draw the grid of FourSquare, with piles face up or face down, and the card to be placed."""

from __future__ import annotations

from typing import NamedTuple

from .cards import CARD_HEIGHT, CARD_WIDTH, back, card, ring, turned_over
from .paper import MARGIN, WIDTH, Paper, Part, rect
from .scene import Scene, heading

FAR = 3
"""Maximum distance of a cell from the first card, in rows or columns."""

_PILE_HEIGHT = CARD_HEIGHT + 4
"""Height of a pile, with the edges of three cards below the top one."""

_LEFT = MARGIN + 18
_TOP = 16
_HEIGHT = 390.0
"""Height of the grid, the same for all pictures of a game."""


def strips(scene: Scene) -> list[Part]:
    return [*heading(scene), _grid(scene), _hand(scene)]


class _Pile(NamedTuple):
    cards: int
    card: str
    face_up: bool
    last: bool
    """Whether the last card was put on it."""


class _Grid(NamedTuple):
    piles: tuple[tuple[tuple[int, int], _Pile], ...]
    legal: frozenset[tuple[int, int]]

    def draw(self, paper: Paper) -> None:
        """Draw the rows and columns that the piles can still occupy."""
        piles = dict(self.piles)
        rows = within_reach([row for row, _ in piles])
        columns = within_reach([column for _, column in piles])
        wide = (WIDTH - _LEFT - MARGIN - 4) / len(columns)
        high = _HEIGHT / len(rows)
        scale = min((wide - 6) / CARD_WIDTH, (high - 6) / _PILE_HEIGHT)
        wide, high = min(wide, CARD_WIDTH * scale + 10), min(high, _PILE_HEIGHT * scale + 10)
        left = _LEFT + (WIDTH - _LEFT - MARGIN - wide * len(columns)) / 2
        top = _TOP + (_HEIGHT - high * len(rows)) / 2
        x, y = left + (wide - CARD_WIDTH * scale) / 2, top + (high - _PILE_HEIGHT * scale) / 2
        cells = paper.group(x, y, scale)
        for down, row in enumerate(rows):
            paper.text(left - 6, top + (down + 0.5) * high + 4, str(row), size=10, fill="muted", anchor="end")
            for along, column in enumerate(columns):
                at = along * wide / scale, down * high / scale
                pile = piles.get((row, column))
                if pile is None:
                    _empty(cells, *at, (row, column) in self.legal)
                else:
                    _pile(cells, *at, pile)
        for along, column in enumerate(columns):
            paper.text(left + (along + 0.5) * wide, top - 4, str(column), size=10, fill="muted", anchor="middle")
        paper.height = _TOP + _HEIGHT + 4
        paper.panel("felt")


def _grid(scene: Scene) -> _Grid:
    shown = scene.shown
    last = None if scene.last is None else (scene.last[1].row, scene.last[1].column)
    grid = shown.grid
    piles = tuple(
        (cell, _Pile(len(pile), pile[-1], bool(grid[cell[0] + FAR, cell[1] + FAR] > 0), cell == last))
        for cell, pile in shown.piles.items()
    )
    return _Grid(piles, frozenset((move.row, move.column) for move in shown.legal_moves()))


def _empty(paper: Paper, x: float, y: float, legal: bool) -> None:
    """Draw an empty cell, dashed if the card can be placed there."""
    edge = paper.theme["turn" if legal else "line"]
    paper.put(x, y, rect(CARD_WIDTH, CARD_HEIGHT, line=edge, weight=1.2 / paper.scale, radius=3, dashed=legal))


def _pile(paper: Paper, x: float, y: float, pile: _Pile) -> None:
    theme = paper.theme
    below = rect(CARD_WIDTH, CARD_HEIGHT, theme["card"], line=theme["card_line"], radius=3)
    for step in range(pile.cards - 1, 0, -1):
        paper.put(x, y + step * 1.6, below)
    shape = card(theme, pile.card) if pile.face_up else turned_over(theme, pile.card)
    if pile.last:
        shape += ring(CARD_WIDTH, CARD_HEIGHT, theme["last"], weight=3 / paper.scale)
    paper.put(x, y, shape)


def within_reach(used: list[int]) -> range:
    """Return the rows, or columns, that are used or can still be used: four at the end."""
    if not used:
        return range(-FAR, FAR + 1)
    return range(max(max(used) - FAR, -FAR), min(min(used) + FAR, FAR) + 1)


class _Hand(NamedTuple):
    """The card to be placed or the result, and the stock."""

    card: str | None
    result: str
    payoff: str
    stock: int

    def draw(self, paper: Paper) -> None:
        theme = paper.theme
        x = MARGIN + 8.0
        if self.card is not None:
            paper.put(x, 7, _large(card(theme, self.card)))
            paper.text(x + 48, 38, "to be placed")
        elif self.result:
            paper.text(x, 32, self.result, size=14, bold=True)
            paper.text(x, 50, self.payoff, fill="muted")
        paper.put(WIDTH - MARGIN - 8 - 39, 7, _large(back(theme, self.stock)))
        paper.text(WIDTH - MARGIN - 56, 38, "stock", fill="muted", anchor="end")
        paper.height = 68
        paper.panel("panel")


def _hand(scene: Scene) -> _Hand:
    shown = scene.shown
    result = payoff = ""
    if shown.scores is not None:
        result = f"won, {shown.scores[0]} left in the stock" if shown.is_won else "lost"
        payoff = f"payoff {shown.payoffs[0]}"
    return _Hand(shown.card, result, payoff, shown.stock_size)


def _large(shape: str) -> str:
    return f'<g transform="scale(1.5)">{shape}</g>'
