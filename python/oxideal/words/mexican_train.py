"""The moves of Mexican Train in words."""

from __future__ import annotations

from typing import Any

OWNERS = {"me": "mine", "mexican": "mexican"}


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    return {"kind": move.kind, "tile": move.tile, "train": OWNERS.get(move.train, "seat"), "owner": move.train}
