"""The moves and events of Rummy in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import card


def shown(cards: Iterable[str]) -> str:
    return " ".join(map(card, cards))


def values(move: Any) -> dict[str, Any]:
    """Return what the sentences about a move need."""
    cards = None if move.cards is None else shown(move.cards.split())
    return {"cards": cards, "meld": move.place, "top": None}


def event_key(move: Any) -> str:
    return str(move.kind)


def event_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the sentence about an event needs, beside the values of its move."""
    found: dict[str, Any] = {"card": None if fields.get("card") is None else card(fields["card"])}
    return found if "move" in fields else {**found, "cards": shown(fields.get("cards", ()))}
