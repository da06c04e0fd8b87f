"""The figures of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .figure import Sheet, Step

FIGURES = {
    "bids": True,
    "landlord": True,
    "won as landlord": True,
    "won as peasant": True,
    "passes": True,
    "bombs": False,
    "cards left": False,
}


def play(sheets: Sequence[Sheet], steps: Iterable[Step]) -> None:
    """Count what each seat does in a round."""
    for before, seat, move in steps:
        if before.phase == "auction":
            sheets[seat].count("bids", int(move.kind != "pass"))
        elif before.to_beat is not None and len(before.legal_actions()) > 1:
            sheets[seat].count("passes", int(move.kind == "pass"))
        if move.kind in ("bomb", "rocket"):
            sheets[seat].count("bombs", 1, 0)


def finish(sheets: Sequence[Sheet], end: Any) -> None:
    """Count the result of the round."""
    if end.is_void:
        return
    for seat, sheet in enumerate(sheets):
        won = int(seat in end.winners)
        sheet.count("bombs", 0)
        sheet.count("landlord", int(seat == end.landlord))
        sheet.count("won as landlord" if seat == end.landlord else "won as peasant", won)
        if not won:
            sheet.count("cards left", end.hand_sizes[seat])
