"""The figures of FourSquare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .figure import Sheet, Step

FIGURES = {"cards placed": False, "placed on piles": True, "score when won": False}


def play(sheets: Sequence[Sheet], steps: Iterable[Step]) -> None:
    """Count what the player does in a round."""
    for before, seat, move in steps:
        if len(before.legal_actions()) > 1:
            sheets[seat].count("placed on piles", int((move.row, move.column) in before.piles))
        sheets[seat].count("cards placed", 1, 0)


def finish(sheets: Sequence[Sheet], end: Any) -> None:
    """Count the result of the round."""
    sheets[0].count("cards placed", 0)
    if end.is_won:
        sheets[0].count("score when won", end.scores[0])
