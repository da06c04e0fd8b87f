"""Events and knowledge of views."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.cases import shows
from helpers.mexican_train import SMALL, as_shown, rounds_of


def events_of(table: brute.Round, start: brute.Round, seat: int) -> list[str]:
    """Return the events of MT-30 and MT-15: the own tiles, all moves, and announcements of a last tile."""
    found = [f"start {start.seat}", f"hand {brute.ascending(start.hands[seat])}"]
    sizes = [len(hand) for hand in start.hands]
    for who, move, drawn in table.log:
        found.append(f"{who} {move}" + (f" {brute.shown(drawn)}" if drawn is not None and who == seat else ""))
        sizes[who] += {"draw": 1, "pass": 0}.get(move, -1)
        if "@" in move and sizes[who] == 1:
            found.append(f"{who} one tile left")
    if table.is_over:
        others = [other for other in range(table.options.players) if other != seat]
        found += [f"{other} holds {brute.ascending(table.hands[other])}" for other in others]
    return found


@pytest.mark.parametrize("fields", SMALL[1:], ids=str)
def test_view_from_events_matches_bookkeeping(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    """MT-15, MT-30 at every ply: events, views, and what passes and draws have proved."""
    start = None
    for place, (state, table) in enumerate(rounds_of(mt, backend, fields, range(8))):
        if not table.log:
            start = table.copy()
        assert start is not None
        known = brute.proved(start, table.log)
        parts = [part for seat, each in enumerate(known) if (part := each.text(seat)) is not None]
        assert [part for part in state.to_text().split("; ") if part.startswith("known")] == parts
        lacks = tuple(tuple(n for n in sorted(each.lacks) if each.lacks[n] > each.kept) for each in known)
        seat = place % table.options.players
        view = state.view(seat)
        assert state.lacks == view.lacks == lacks
        for other, numbers in enumerate(lacks):
            held = {n for tile in table.hands[other] if not brute.is_double(tile) for n in tile}
            assert not held & set(numbers)
        events = events_of(table, start, seat)
        assert state.events(seat) == events
        assert mt.View.from_events(state.rules, seat, events) == view
        hidden = list(table.boneyard)
        if not table.is_over:
            hidden += [tile for other, hand in enumerate(table.hands) if other != seat for tile in hand]
        assert view.unseen == brute.ascending(hidden)
        assert (view.hand, view.seat) == (brute.ascending(table.hands[seat]), seat)
        seen = [
            brute.ascending(hand) if other == seat or table.is_over else None for other, hand in enumerate(table.hands)
        ]
        assert view.hands == tuple(seen)
        public = as_shown(table)
        for name in ("hands", "boneyard", "legal"):
            del public[name]
        shows(view, public, "what all see")
