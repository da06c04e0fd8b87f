"""The moves and events of FourSquare in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import card


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    return {"cell": str(move), "card": None, "top": None}


def event_key(move: Any) -> str:
    return str(move.kind)


def event_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the sentence about an event needs, beside the values of its move."""
    return {"card": card(fields["card"])} if "card" in fields else {}
