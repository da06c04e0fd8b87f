"""The moves of Dou Dizhu in words."""

from __future__ import annotations

from itertools import groupby
from typing import Any


def ranks(cards: str) -> str:
    """Return cards with a space between ranks: "33 10 J"."""
    groups = [" ".join(group) if rank == "T" else "".join(group) for rank, group in groupby(cards)]
    return " ".join(groups).replace("T", "10")


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    attached = "" if move.attached == "-" else f" + {ranks(move.attached)}"
    return {"kind": move.kind, "bid": move.bid, "rank": ranks(move.rank or ""), "cards": ranks(move.main) + attached}
