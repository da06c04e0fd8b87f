"""Checks of positions that were set up by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import InvalidStateError
from ...refusal import said
from . import cells
from .cards import DECK
from .cells import BESIDE, FIRST, Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .layout import Layout


def check(layout: Layout, stock: Sequence[str] | None) -> None:
    """Raise `InvalidStateError` with the first fault of a position. In a view `stock` is None."""
    piles = layout.piles
    all_cards = [card for cell in sorted(piles) for card in piles[cell].cards]
    all_cards += [layout.card] if layout.card is not None else []
    all_cards += stock or []
    check_no_duplicates(all_cards)
    if stock is not None and len(all_cards) < len(DECK):
        missing = next(card for card in DECK if card not in all_cards)
        raise InvalidStateError(f"the position has {len(all_cards)} of the 40 cards: {missing} is missing")
    if piles:
        if FIRST not in piles:
            raise InvalidStateError("missing pile on 0,0, the cell of the first card [FS-04]")
        rows, columns = cells.rows_and_columns(piles)
        if len(rows) > 4:
            raise InvalidStateError(f"the piles span {len(rows)} rows; at most 4 are allowed [FS-04]")
        if len(columns) > 4:
            raise InvalidStateError(f"the piles span {len(columns)} columns; at most 4 are allowed [FS-04]")
        connected = _connected(layout)
        for cell in sorted(piles):
            if cell not in connected:
                raise InvalidStateError(f"the pile on {cells.text(cell)} is not connected to 0,0 [FS-03]")
    over = layout.ending_by_piles() is not None
    if over and layout.card is not None:
        raise InvalidStateError("there is a card in hand, but the game is over")
    if not over and layout.card is None:
        raise InvalidStateError("there is no card in hand, but the game is not over")


def check_no_duplicates(cards: Sequence[str]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise InvalidStateError(str(said("common.duplicate_card", card=card)))


def _connected(layout: Layout) -> set[Cell]:
    """Return the piles connected with 0,0 through adjacent piles."""
    reached: set[Cell] = set()
    waiting = [FIRST]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += [other for other in BESIDE[layout.rules.diagonal][cell] if other in layout.piles]
    return reached
