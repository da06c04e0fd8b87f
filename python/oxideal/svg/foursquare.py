"""Draw the grid of FourSquare, with piles face up or face down, and the card to be placed."""

from __future__ import annotations

from .cards import CARD_HEIGHT, CARD_WIDTH, back, card, ring, turned_over
from .paper import MARGIN, WIDTH, Paper, rect
from .scene import Scene, heading

FAR = 3
"""Maximum distance of a cell from the first card, in rows or columns."""

_PILE_HEIGHT = CARD_HEIGHT + 4
"""Height of a pile, with the edges of three cards below the top one."""

_LEFT = MARGIN + 18
_TOP = 16
_HEIGHT = 390.0
"""Height of the grid, the same for all pictures of a game."""


def strips(scene: Scene) -> list[Paper]:
    return [*heading(scene), _grid(scene), _hand(scene)]


def _grid(scene: Scene) -> Paper:
    """Draw the rows and columns that the piles can still occupy."""
    piles, paper = scene.shown.piles, Paper(scene.theme)
    rows = within_reach([row for row, _ in piles])
    columns = within_reach([column for _, column in piles])
    wide = (WIDTH - _LEFT - MARGIN - 4) / len(columns)
    high = _HEIGHT / len(rows)
    scale = min((wide - 6) / CARD_WIDTH, (high - 6) / _PILE_HEIGHT)
    wide, high = min(wide, CARD_WIDTH * scale + 10), min(high, _PILE_HEIGHT * scale + 10)
    left = _LEFT + (WIDTH - _LEFT - MARGIN - wide * len(columns)) / 2
    top = _TOP + (_HEIGHT - high * len(rows)) / 2
    x, y = left + (wide - CARD_WIDTH * scale) / 2, top + (high - _PILE_HEIGHT * scale) / 2
    paper.put(x, y, _cells(scene, rows, columns, wide, high, scale))
    for down, row in enumerate(rows):
        paper.text(left - 6, top + (down + 0.5) * high + 4, str(row), size=10, fill="muted", anchor="end")
    for along, column in enumerate(columns):
        paper.text(left + (along + 0.5) * wide, top - 4, str(column), size=10, fill="muted", anchor="middle")
    paper.height = _TOP + _HEIGHT + 4
    paper.panel("felt")
    return paper


def _cells(scene: Scene, rows: range, columns: range, wide: float, high: float, scale: float) -> str:
    """Return the piles and the empty cells, dashed if the card can be placed there, as one shape of this scale."""
    shown, theme, cells = scene.shown, scene.theme, Paper(scene.theme)
    piles, grid = shown.piles, shown.grid
    last = None if scene.last is None else (scene.last[1].row, scene.last[1].column)
    legal = {(move.row, move.column) for move in shown.legal_moves()}
    below = rect(CARD_WIDTH, CARD_HEIGHT, theme["card"], line=theme["card_line"], radius=3)
    for down, row in enumerate(rows):
        for along, column in enumerate(columns):
            x, y = along * wide / scale, down * high / scale
            cell = row, column
            if cell not in piles:
                free = cell in legal
                edge = theme["turn" if free else "line"]
                cells.put(x, y, rect(CARD_WIDTH, CARD_HEIGHT, line=edge, weight=1.2 / scale, radius=3, dashed=free))
                continue
            pile = piles[cell]
            for step in range(len(pile) - 1, 0, -1):
                cells.put(x, y + step * 1.6, below)
            face_up = grid[row + FAR, column + FAR] > 0
            shape = card(theme, pile[-1]) if face_up else turned_over(theme, pile[-1])
            if cell == last:
                shape += ring(CARD_WIDTH, CARD_HEIGHT, theme["last"], weight=3 / scale)
            cells.put(x, y, shape)
    return f'<g transform="scale({scale:.3g})">{"".join(cells.shapes)}</g>'


def within_reach(used: list[int]) -> range:
    """Return the rows, or columns, that are used or can still be used: four at the end."""
    if not used:
        return range(-FAR, FAR + 1)
    return range(max(max(used) - FAR, -FAR), min(min(used) + FAR, FAR) + 1)


def _hand(scene: Scene) -> Paper:
    """Draw the card to be placed or the result, and the stock."""
    shown, theme, paper = scene.shown, scene.theme, Paper(scene.theme)
    x = MARGIN + 8.0
    if shown.card is not None:
        paper.put(x, 7, _large(card(theme, shown.card)))
        paper.text(x + 48, 38, "to be placed")
    elif shown.scores is not None:
        result = f"won, {shown.scores[0]} left in the stock" if shown.is_won else "lost"
        paper.text(x, 32, result, size=14, bold=True)
        paper.text(x, 50, f"payoff {shown.payoffs[0]}", fill="muted")
    paper.put(WIDTH - MARGIN - 8 - 39, 7, _large(back(theme, shown.stock_size)))
    paper.text(WIDTH - MARGIN - 56, 38, "stock", fill="muted", anchor="end")
    paper.height = 68
    paper.panel("panel")
    return paper


def _large(shape: str) -> str:
    return f'<g transform="scale(1.5)">{shape}</g>'
