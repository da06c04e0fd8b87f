"""The moves of FourSquare in words."""

from __future__ import annotations

from typing import Any


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    return {"kind": "place", "cell": str(move), "card": "none", "top": "none"}
