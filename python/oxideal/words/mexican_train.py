"""The moves and events of Mexican Train in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TRAINS = {"me": "mine", "mexican": "mexican"}


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    return {"tile": move.tile, "train": TRAINS.get(move.train, "seat"), "owner": move.train}


def event_key(move: Any) -> str:
    return str(move.kind)


def event_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the sentence about an event needs, beside the values of its move."""
    if "move" not in fields:
        return {"tiles": " ".join(f"{low}-{high}" for low, high in fields.get("tiles", ()))}
    move = fields["move"]
    found = {"marked": False, "double": move["tile"] is not None and len({*move["tile"]}) == 1}
    if move["train"] == "me":
        return {**found, "train": "theirs"}
    if fields["kind"] == "draw":
        return {"tile": None if fields["tile"] is None else "-".join(map(str, fields["tile"]))}
    return found
