"""Events and knowledge of views."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute import rummy as brute
from helpers.cases import shows
from helpers.rummy import SMALL, as_shown, data, hands_of
from oxideal.random import Stream


def events_of(table: brute.Round, start: brute.Round, seat: int) -> list[str]:
    """Return the events since the deal."""
    dealer = (start.seat - 1) % start.options.players
    first = [f"dealer {dealer}", f"hand {brute.ascending(start.hands[seat])}", f"upcard {start.discards[0]}"]
    return first + brute.events_of(table, start, seat)


def seen_by(table: brute.Round, seat: int) -> dict[str, Any]:
    """Return what a view shows."""
    shown = as_shown(table)
    del shown["stock"]
    return shown | {
        "legal": shown["legal"] if seat == table.seat else [],
        "seat": seat,
        "hand": brute.ascending(table.hands[seat]),
        "hands": [
            brute.ascending(hand) if other == seat or table.went_out is not None else None
            for other, hand in enumerate(table.hands)
        ],
        "unseen": table.unseen(seat),
        "drawable": table.drawable(seat),
        "known": table.known(seat),
    }


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_view_from_events_matches_bookkeeping(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """RM-19: events, views, and what is known after takes and reshuffles."""
    start = None
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(20, 23))):
        if not table.log:
            start = table.copy()
        if place % 7 and not table.is_over:
            continue
        assert start is not None
        for seat in range(table.options.players) if table.is_over else [place % table.options.players]:
            view = state.view(seat)
            assert view.to_text() == table.to_text(seat)
            shows(view, seen_by(table, seat), view.to_text())
            events = events_of(table, start, seat)
            assert state.events(seat) == events
            assert rummy.View.from_events(state.rules, seat, events) == view


@data("views.json")
def test_knowledge_matches_brute_force(row: dict[str, Any]) -> None:
    """The brute-force model agrees with the views worked out by hand."""
    table = brute.from_text(row["text"], Stream(0, 0))
    for move in row["moves"]:
        table.push(move)
    found = seen_by(table, row["seat"])
    assert {name: found[name] for name in row["expect"]} == row["expect"], row["why"]
