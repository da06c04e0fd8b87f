"""The moves of Rummy in words."""

from __future__ import annotations

from typing import Any

from . import card


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    cards = " ".join(map(card, move.cards.split())) if move.cards is not None else ""
    return {"kind": move.kind, "cards": cards, "place": move.place, "meld": move.place, "top": "none"}
