"""Draw the grid of FourSquare, with piles face up or face down, and the card to be placed."""

from __future__ import annotations

from .cards import CARD_HEIGHT, CARD_WIDTH, back, card, ring, turned_over
from .paper import MARGIN, WIDTH, Paper, rect
from .scene import Scene, heading

_FAR = 3
"""Maximum distance of a cell from the first card, in rows or columns."""

_PILE_HEIGHT = CARD_HEIGHT + 4
"""Height of a pile, with the edges of three cards below the top one."""

_LEFT = MARGIN + 18
_TOP = 16
_HEIGHT = 390.0
"""Height of the grid, the same for all pictures of a game."""


def strips(scene: Scene) -> list[Paper]:
    return [heading(scene), _grid(scene), _hand(scene)]


def _grid(scene: Scene) -> Paper:
    shown = scene.shown
    paper = scene.paper()
    rows = _within_reach([row for row, _ in shown.piles])
    columns = _within_reach([column for _, column in shown.piles])
    wide = (WIDTH - _LEFT - MARGIN - 4) / len(columns)
    high = _HEIGHT / len(rows)
    scale = min((wide - 6) / CARD_WIDTH, (high - 6) / _PILE_HEIGHT)
    wide, high = min(wide, CARD_WIDTH * scale + 10), min(high, _PILE_HEIGHT * scale + 10)
    left = _LEFT + (WIDTH - _LEFT - MARGIN - wide * len(columns)) / 2
    top = _TOP + (_HEIGHT - high * len(rows)) / 2
    for down, row in enumerate(rows):
        paper.text(left - 6, top + (down + 0.5) * high + 4, str(row), size=10, fill="muted", anchor="end")
        for along, column in enumerate(columns):
            x = left + along * wide + (wide - CARD_WIDTH * scale) / 2
            y = top + down * high + (high - _PILE_HEIGHT * scale) / 2
            _cell(scene, paper, x, y, scale, (row, column))
    for along, column in enumerate(columns):
        paper.text(left + (along + 0.5) * wide, top - 4, str(column), size=10, fill="muted", anchor="middle")
    paper.height = _TOP + _HEIGHT + 4
    paper.panel("felt")
    return paper


def _cell(scene: Scene, paper: Paper, x: float, y: float, scale: float, cell: tuple[int, int]) -> None:
    """Draw a pile or an empty cell, dashed if the card can be placed there."""
    shown, theme = scene.shown, scene.theme
    pile = shown.piles.get(cell)
    if pile is None:
        legal = cell in [(move.row, move.column) for move in shown.legal_moves()]
        edge = theme["turn" if legal else "line"]
        empty = rect(CARD_WIDTH, CARD_HEIGHT, line=edge, weight=1.2 / scale, radius=3, dashed=legal)
        paper.put(x, y, _scaled(empty, scale))
        return
    below = rect(CARD_WIDTH, CARD_HEIGHT, theme["card"], line=theme["card_line"], radius=3)
    for step in range(len(pile) - 1, 0, -1):
        paper.put(x, y + step * 1.6 * scale, _scaled(below, scale))
    row, column = cell
    face_up = shown.grid[row + _FAR, column + _FAR] > 0
    shape = card(theme, pile[-1]) if face_up else turned_over(theme, pile[-1])
    if scene.last is not None and (scene.last[1].row, scene.last[1].column) == cell:
        shape += ring(CARD_WIDTH, CARD_HEIGHT, theme["last"], weight=3 / scale)
    paper.put(x, y, _scaled(shape, scale))


def _within_reach(used: list[int]) -> range:
    """Return the rows, or columns, that are used or can still be used: four at the end."""
    if not used:
        return range(-_FAR, _FAR + 1)
    return range(max(max(used) - _FAR, -_FAR), min(min(used) + _FAR, _FAR) + 1)


def _scaled(shape: str, scale: float) -> str:
    return f'<g transform="scale({scale:.3g})">{shape}</g>'


def _hand(scene: Scene) -> Paper:
    shown, theme = scene.shown, scene.theme
    paper = scene.paper()
    x = MARGIN + 8.0
    if shown.card is not None:
        paper.put(x, 7, _scaled(card(theme, shown.card), 1.5))
        paper.text(x + 48, 38, "to be placed")
    elif shown.scores is not None:
        result = f"won, {shown.scores[0]} left in the stock" if shown.is_won else "lost"
        paper.text(x, 32, result, size=14, bold=True)
        paper.text(x, 50, f"payoff {shown.payoffs[0]}", fill="muted")
    paper.put(WIDTH - MARGIN - 8 - 39, 7, _scaled(back(theme, shown.stock_size), 1.5))
    paper.text(WIDTH - MARGIN - 56, 38, "stock", fill="muted", anchor="end")
    paper.height = 68
    paper.panel("panel")
    return paper
