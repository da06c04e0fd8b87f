"""True sentences about two moves, from what the seat knew."""

from __future__ import annotations

from typing import Any

from .._registry import game_of

MOST = 3
"""The most reasons for one decision."""


def reasons_for(view: Any, played: Any, better: Any) -> tuple[str, ...]:
    """Return what speaks for the better move, the most important first.

    Each sentence is a fact about the two moves that the seat could know. Which of them made the difference is not
    known.
    """
    game = game_of(view)
    part = None if game is None else game.part("review")
    found = [] if part is None else [reason(view, played, better) for reason in part.REASONS]
    return tuple(text for text in found if text is not None)[:MOST]
