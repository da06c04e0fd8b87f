"""The dicts of Rummy."""

from __future__ import annotations

from typing import Any

from ..cards.standard import deck

_CARDS = deck()

EVENTS = (
    ("dealer", r"dealer (?P<seat>\d+)"),
    ("hand", r"hand (?P<cards>.+)"),
    ("upcard", r"upcard (?P<card>\S+)"),
    ("holds", r"(?P<seat>\d+) holds (?P<cards>.+)"),
    ("draw", r"(?P<seat>\d+) (?P<move>draw)(?: (?P<card>\S+))?"),
    ("move", r"(?P<seat>\d+) (?P<move>.+)"),
)


def event_value(rules: Any, name: str, text: str) -> Any:  # noqa: ARG001 (all rules have the same cards)
    """Return the value of a part of an event, or None if the text is not as events have it."""
    if name == "card":
        return text if text in _CARDS else None
    found = cards(text)
    return found if found == [card for card in _CARDS if card in found] else None


def cards(text: str) -> list[str]:
    return [] if text == "-" else text.split(" ")


def of_move(move: Any) -> dict[str, Any]:
    return {"kind": move.kind, "cards": None if move.cards is None else cards(move.cards), "place": move.place}


def of_round(round_: Any) -> dict[str, Any]:
    return {
        "dealer": round_.dealer,
        "turn": round_.turn,
        "drew": round_.drew,
        "took": round_.took,
        "laid": round_.laid,
        "turns": round_.turns,
        "hand_sizes": list(round_.hand_sizes),
        "table": [cards(meld) for meld in round_.table],
        "discards": cards(round_.discards),
        "stock_size": round_.stock_size,
        "opened": list(round_.opened),
        "went_out": round_.went_out,
        "went_rummy": round_.went_rummy,
        "taken": [cards(text) for text in round_.taken],
        "earlier": [{"cards": cards(text), "held": list(held)} for text, held in round_.earlier],
        "hands": [None if hand is None else cards(hand) for hand in round_.hands],
    }


def of_view(view: Any) -> dict[str, Any]:
    return {
        "hand": cards(view.hand),
        "unseen": cards(view.unseen),
        "drawable": cards(view.drawable),
        "known": [cards(text) for text in view.known],
    }


def of_state(state: Any) -> dict[str, Any]:
    return {"stock": cards(state.stock)}
