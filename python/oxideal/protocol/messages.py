"""The messages that tell a seat about a round.

They are made from what the seat knows, its view and its events. Nothing in here ever gets a state, so no message can
contain a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _registry

if TYPE_CHECKING:
    from ..clock import TimeControl
    from ..interface import Rules, View

WANTS = ("legal", "view")
"""What a bot can ask for in its hello."""

MAX_EVENTS = 1000
"""The maximum number of events in a message."""

MIN_GRACE = 0.1

Message = dict[str, Any]


def grace_for(time: float, least: float = MIN_GRACE) -> float:
    """Return how many seconds late an answer may be, for this time for a decision."""
    return max(least, time / 10)


def new_round(
    rules: Rules[Any],
    seat: int,
    names: Sequence[str],
    clock: tuple[TimeControl, float] | None,
    totals: Sequence[int] | None,
) -> Message:
    """Return the message that begins a round; the clock has the times and the seconds of grace."""
    found = _registry.home_of(type(rules))
    assert found is not None
    return {
        "kind": "new_round",
        "game": found[0].name,
        "rules": rules.to_dict(),
        "seat": seat,
        "names": list(names),
        "clock": None if clock is None else {**clock[0].to_dict(), "grace": milliseconds(clock[1])},
        "totals": None if totals is None else list(totals),
    }


def events(rules: Rules[Any], texts: Sequence[str]) -> list[Message]:
    """Return the messages that tell these events; none if there are none."""
    made = [rules.event_to_dict(text) for text in texts]
    return [{"kind": "events", "events": made[k : k + MAX_EVENTS]} for k in range(0, len(made), MAX_EVENTS)]


def milliseconds(seconds: float) -> int:
    """Return a time for a message, rounded down, so that a bot that uses all of it is not late."""
    return int(seconds * 1000 + 1e-6)


def question(view: View[Any, Any, Any], number: int, time: float | None, bank: float, wants: Sequence[str]) -> Message:
    """Return the question for a move.

    `time` is the number of seconds left for it, None without a clock. `bank` is the part of `time` that comes from the
    bank, so what is used of it is missing later.
    """
    left, kept = (None, None) if time is None else (milliseconds(time), milliseconds(min(bank, time)))
    message: Message = {"kind": "question", "id": number, "time": left, "bank": kept}
    if "legal" in wants:
        message["legal"] = [{"id": int(move), "text": str(move)} for move in view.legal_moves()]
    if "view" in wants:
        message["view"] = view.to_dict()
    return message


def end_round(view: View[Any, Any, Any] | None, wants: Sequence[str]) -> Message:
    """Return the message that ends a round; without a view, the round was not played to its end."""
    message: Message = {"kind": "end_round", "payoffs": None, "winners": None, "scores": None}
    if view is not None and view.is_over:
        for name in ("payoffs", "winners", "scores"):
            message[name] = list(getattr(view, name))
        if "view" in wants:
            message["view"] = view.to_dict()
    return message


def end_match(totals: Sequence[int], winners: Sequence[int]) -> Message:
    return {"kind": "end_match", "totals": list(totals), "winners": list(winners)}


def bye(reason: str) -> Message:
    """Return the message with which a server of tables leaves a client; the schema has the reasons."""
    return {"kind": "bye", "reason": reason}


def error(text: str) -> Message:
    """Return the message about something that is wrong, but not a move."""
    return {"kind": "error", "rule": None, "text": text}


def refusal(error: Exception) -> Message:
    """Return the message about a move that is not legal."""
    return {"kind": "error", "rule": getattr(error, "rule", None), "text": str(error)}
