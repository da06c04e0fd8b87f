"""Events and samples of views."""

from __future__ import annotations

from collections import Counter
from typing import Any

from helpers.cases import rows


def test_events_of_a_game(fs: Any) -> None:
    events = ["card 7S", "place 0,0 ", "card   9H", "place   +0 , 1", "card ac   "]
    view = fs.View.from_events(fs.Rules(), 0, events)
    assert view.to_text() == "foursquare; 0,0: (7S); 0,1: 9H; card AC"
    on = fs.View.from_events(fs.Rules(), 0, [f"position {view.to_text()}", "place 0,1", "card 10h"])
    assert on.to_text() == "foursquare; 0,0: 7S; 0,1: 9H AC; card TH"
    assert view.current_player == 0
    assert len(view.unseen.split()) == 37


def test_view_renders_like_its_state(fs: Any) -> None:
    """The rendering shows only the size of the stock."""
    for row in rows("foursquare", "pictures.json"):
        state = fs.State.from_text(row["text"])
        assert str(state.view(0)) == str(state)


def test_samples_are_uniform(fs: Any) -> None:
    """With three cards in the stock, each of their six orders is equally likely."""
    text = next(row["text"] for row in rows("foursquare", "pictures.json") if "1 card in the stock" in row["lines"][0])
    under, last = text.replace(": 2D 2H 2S AC", ": AC", 1), "stock 2D 2H 2S "
    assert under != text
    state = fs.State.from_text(under.replace("stock ", last))
    assert len(state.stock.split()) == 4
    counts = Counter(state.view(0).sample(3, stream).stock for stream in range(2400))
    assert len(counts) == 24
    assert min(counts.values()) > 60  # 100 on average, with a standard deviation of 10
    assert max(counts.values()) < 145
    assert set(counts) == {sample.stock for sample in (state.view(0).sample(seed) for seed in range(400))}
