"""Games as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import cells

if TYPE_CHECKING:
    from .cells import Cell
    from .layout import Layout


def render(layout: Layout) -> str:
    """Return the lines that `str()` of a state or a view shows."""
    game = "FourSquare (diagonal)" if layout.rules.diagonal else "FourSquare"
    lines = [f"{game}: {_headline(layout)}"]
    if layout.piles:
        rows, columns = cells.rows_and_columns(layout.piles)
        lines.append(4 * " " + "".join(f"{column:8}" for column in columns))
        for row in rows:
            row_cells = [_cell(layout, (row, column)) for column in columns]
            lines.append(f"{row:4}" + "".join(f"{cell:>8}" for cell in row_cells))
    return "\n".join(lines)


def _headline(layout: Layout) -> str:
    left = "1 card" if layout.stock_size == 1 else f"{layout.stock_size} cards"
    match layout.ending:
        case None:
            return f"{layout.card} to place, {left} in the stock"
        case "FS-08":
            return f"lost, {layout.count_face_down()} cards face down"
        case "FS-09":
            return f"won with {left} left in the stock"
        case _:
            return "lost, the stock is empty"


def _cell(layout: Layout, cell: Cell) -> str:
    if cell not in layout.piles:
        return "."
    pile = layout.piles[cell]
    top = pile.cards[-1] if pile.face_up else f"({pile.cards[-1]})"
    return top if len(pile.cards) == 1 else f"{top}x{len(pile.cards)}"
