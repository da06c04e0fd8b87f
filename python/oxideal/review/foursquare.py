"""Reasons in FourSquare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import foursquare as fs
from .reasons import reason

if TYPE_CHECKING:
    from ..words import Sentence

_MOST_DOWN = 4
"""With more top cards face down the game is lost (FS-08)."""


def wins(view: Any, played: Any, better: Any) -> Sentence | None:
    if _wins(_after(view, better)) and not _wins(_after(view, played)):
        return reason("wins", move=better)
    return None


def loses(view: Any, played: Any, better: Any) -> Sentence | None:
    down = _down(_after(view, played))
    if down <= _MOST_DOWN or _down(_after(view, better)) > _MOST_DOWN:
        return None
    return reason("loses", move=played, n=down)


def fewer_down(view: Any, played: Any, better: Any) -> Sentence | None:
    after, instead = _down(_after(view, better)), _down(_after(view, played))
    if after >= instead or instead > _MOST_DOWN:
        return None
    return reason("fewer_down", move=better, n=after, other=instead)


def new_pile(view: Any, played: Any, better: Any) -> Sentence | None:
    """A card on a pile brings the square no closer, and takes one from the stock."""
    if not _is_new(view, better) or _is_new(view, played):
        return None
    return reason("new_pile", move=better, pile=len(view.piles) + 1, n=view.stock_size)


def more_cells(view: Any, played: Any, better: Any) -> Sentence | None:
    after, instead = _cells(view, better), _cells(view, played)
    if after <= instead:
        return None
    return reason("more_cells", move=better, n=after, other=instead)


REASONS = (wins, loses, fewer_down, new_pile, more_cells)


def _after(view: Any, move: Any) -> Any:
    grid = np.array(view.grid)
    cells = fs.flips(grid, move, view.card)
    flat = grid.reshape(-1)
    flat[cells] *= -1
    flat[int(move)] = fs.RANKS.index(view.card[0]) + 1
    return grid


def _down(grid: Any) -> int:
    return int((grid < 0).sum())


def _wins(grid: Any) -> bool:
    return bool((grid > 0).sum() == 16 and _down(grid) == 0)


def _cells(view: Any, move: Any) -> int:
    """Return how many cells the next card could go to, which does not depend on the card."""
    after = view.sample(0)
    after.push(move)
    return len(after.legal_actions())


def _is_new(view: Any, move: Any) -> bool:
    return bool(np.array(view.grid).reshape(-1)[int(move)] == 0)


def kind_of(view: Any, move: Any) -> str:  # noqa: ARG001 (all games have the same arguments)
    """Return what kind of decision this was: all are placements."""
    return "place"


def phase_of(view: Any) -> str:
    """Return how far the game is, by the cards placed."""
    placed = 39 - view.stock_size
    return "start" if placed < 9 else "middle" if placed < 20 else "end"


def role_of(view: Any, place: str) -> str:  # noqa: ARG001 (all games have the same arguments)
    """Return what the seat is: there is only one."""
    return "player"
