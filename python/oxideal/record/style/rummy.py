"""The figures of Rummy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .figure import Sheet, Step

FIGURES = {
    "rummies": True,
    "void": True,
    "takes": True,
    "melds": False,
    "laid off": False,
    "turns": False,
    "cards left": False,
}


def play(sheets: Sequence[Sheet], steps: Iterable[Step]) -> None:
    """Count what each seat does in a round."""
    for _, seat, move in steps:
        if move.kind in ("draw", "take"):
            sheets[seat].count("takes", int(move.kind == "take"))
            sheets[seat].count("turns", 1, 0)
        elif move.kind in ("meld", "lay_off"):
            sheets[seat].count("melds" if move.kind == "meld" else "laid off", 1, 0)


def finish(sheets: Sequence[Sheet], end: Any) -> None:
    """Count the result of the round."""
    for seat, sheet in enumerate(sheets):
        for name in ("melds", "laid off", "turns"):
            sheet.count(name, 0)
        sheet.count("void", int(end.is_void))
        sheet.count("rummies", int(end.went_rummy and seat == end.went_out))
        if end.went_out not in (None, seat):
            sheet.count("cards left", end.hand_sizes[seat])
