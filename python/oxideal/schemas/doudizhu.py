"""The dicts of Dou Dizhu."""

from __future__ import annotations

from typing import Any

from ..cards.doudizhu import RANKS

EVENTS = (
    ("dealer", r"dealer (?P<seat>\d+)"),
    ("first", r"first (?P<seat>\d+)"),
    ("face_up", r"face-up (?P<card>\S)(?: by (?P<seat>\d+)| in kitty)"),
    ("hand", r"hand (?P<cards>\S+)"),
    ("kitty", r"kitty (?P<cards>\S+)"),
    ("shown", r"shown (?P<cards>\S+)"),
    ("move", r"(?P<seat>\d+) (?P<move>.+)"),
)


def event_value(rules: Any, name: str, text: str) -> Any:  # noqa: ARG001 (all rules have the same cards)
    """Return the value of a part of an event, or None if the text is not as events have it."""
    if name == "card":
        return text if text in RANKS else None
    ascending = all(rank in RANKS for rank in text) and sorted(text, key=RANKS.index) == list(text)
    return list(text) if ascending else None


def cards(text: str) -> list[str]:
    return [] if text == "-" else list(text)


def of_move(move: Any) -> dict[str, Any]:
    return {
        "kind": move.kind,
        "bid": move.bid,
        "rank": move.rank,
        "length": move.length,
        "cards": cards(move.cards),
        "main": cards(move.main),
        "attached": cards(move.attached),
    }


def of_round(round_: Any) -> dict[str, Any]:
    return {
        "phase": round_.phase,
        "dealer": round_.dealer,
        "first_bidder": round_.first_bidder,
        "face_up": round_.face_up,
        "face_up_seat": round_.face_up_seat,
        "bids": list(round_.bids),
        "redeals": round_.redeals,
        "landlord": round_.landlord,
        "bid": round_.bid,
        "kitty": None if round_.kitty is None else cards(round_.kitty),
        "hand_sizes": list(round_.hand_sizes),
        "played": [cards(text) for text in round_.played],
        "plays": list(round_.plays),
        "doublings": round_.doublings,
        "doubled": list(round_.doubled),
        "shown": round_.shown,
        "stakes": None if round_.stakes is None else list(round_.stakes),
        "to_beat": None if round_.to_beat is None else round_.to_beat.to_dict(),
        "to_beat_seat": round_.to_beat_seat,
        "passes": round_.passes,
    }


def of_view(view: Any) -> dict[str, Any]:
    return {"hand": cards(view.hand), "unseen": cards(view.unseen), "known": [cards(text) for text in view.known]}


def of_state(state: Any) -> dict[str, Any]:
    return {"hands": [cards(hand) for hand in state.hands]}
