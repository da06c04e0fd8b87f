"""The dicts of FourSquare."""

from __future__ import annotations

from typing import Any

from ..cards.foursquare import RANKS
from ..cards.standard import deck

_CARDS = deck(RANKS)

EVENTS = (
    ("card", r"card (?P<card>\S+)"),
    ("place", r"place (?P<move>\S+)"),
)


def event_value(rules: Any, name: str, text: str) -> Any:  # noqa: ARG001 (cards are the only values)
    """Return the value of a part of an event, or None if the text is not as events have it."""
    return text if text in _CARDS else None


def cards(text: str) -> list[str]:
    return [] if text == "-" else text.split(" ")


def of_move(move: Any) -> dict[str, Any]:
    return {"kind": move.kind, "row": move.row, "column": move.column}


def of_round(round_: Any) -> dict[str, Any]:
    grid = round_.grid.tolist()
    middle = len(grid) // 2
    return {
        "card": round_.card,
        "piles": [
            {"row": row, "column": column, "cards": list(cards), "face_up": grid[row + middle][column + middle] > 0}
            for (row, column), cards in round_.piles.items()
        ],
        "grid": grid,
        "stock_size": round_.stock_size,
        "is_won": round_.is_won,
    }


def of_view(view: Any) -> dict[str, Any]:
    return {"unseen": cards(view.unseen)}


def of_state(state: Any) -> dict[str, Any]:
    return {"stock": cards(state.stock)}
