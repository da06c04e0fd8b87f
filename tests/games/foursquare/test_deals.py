"""Deals follow the published order of draws."""

from __future__ import annotations

from typing import Any

from helpers.foursquare import DECK, data


@data("decks.json")
def test_deals(fs: Any, row: dict[str, Any]) -> None:
    """FS-01. Another ChaCha20 implementation (OpenSSL's) shuffled these decks."""
    cards = row["stock"].split()
    assert sorted(cards) == sorted(DECK)
    for diagonal in (False, True):
        state = fs.State(fs.Rules(diagonal=diagonal), seed=int(row["seed"]), stream=int(row["stream"]))
        assert (state.card, *state.stock.split()) == tuple(cards)
        for deck in (cards, tuple(cards), row["stock"], f"  {row['stock'].lower().replace('t', '10')} "):
            by_hand = fs.State.from_deal(fs.Rules(diagonal=diagonal), deck)
            assert by_hand == state
            assert (by_hand.seed, by_hand.stream, by_hand.history) == (None, None, ())
        assert state.piles == {}
        assert state.stock_size == 39
        assert state.view(0).unseen == " ".join(card for card in DECK if card != state.card)
        assert state.events(0) == [f"card {state.card}"]
        name = "foursquare diagonal" if diagonal else "foursquare"
        assert by_hand.events(0) == [f"position {name}; card {state.card}"]
