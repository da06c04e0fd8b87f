"""The figures of Mexican Train."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .figure import Sheet, Step

FIGURES = {
    "went out": True,
    "blocked": True,
    "draws": False,
    "passes": False,
    "doubles": False,
    "tiles left": False,
    "points left": False,
}


def play(sheets: Sequence[Sheet], steps: Iterable[Step]) -> None:
    """Count what each seat does in a round."""
    for _, seat, move in steps:
        if move.kind != "play":
            sheets[seat].count("draws" if move.kind == "draw" else "passes", 1, 0)
        elif len(set(move.tile.split("-"))) == 1:
            sheets[seat].count("doubles", 1, 0)


def finish(sheets: Sequence[Sheet], end: Any) -> None:
    """Count the result of the round."""
    for seat, sheet in enumerate(sheets):
        for name in ("draws", "passes", "doubles"):
            sheet.count(name, 0)
        sheet.count("went out", int(seat == end.went_out))
        sheet.count("blocked", int(end.went_out is None))
        if seat != end.went_out:
            sheet.count("tiles left", end.hand_sizes[seat])
            sheet.count("points left", end.scores[seat])
