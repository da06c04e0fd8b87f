"""The moves and events of Dou Dizhu in words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any


def ranks(cards: str) -> str:
    """Return cards with a space between ranks: "33 10 J"."""
    groups = [" ".join(group) if rank == "T" else "".join(group) for rank, group in groupby(cards)]
    return " ".join(groups).replace("T", "10")


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    attached = "" if move.attached == "-" else f" + {ranks(move.attached)}"
    cards = ranks(move.main) + attached
    return {"kind": move.kind, "phase": None, "bid": move.bid, "rank": ranks(move.rank or ""), "cards": cards}


def event_key(move: Any) -> str:
    return str(move.kind) if move.cards == "-" else "play"


def event_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the sentence about an event needs, beside the values of its move."""
    if "move" in fields:
        return {"forced": False, "hand": None}
    if fields["kind"] == "face_up":
        return {"card": ranks(fields["card"]), "by": fields["seat"]}
    return {"cards": ranks("".join(fields.get("cards", ())))}
