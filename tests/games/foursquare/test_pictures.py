"""States as text pictures."""

from __future__ import annotations

from typing import Any

from helpers.foursquare import data


@data("pictures.json")
def test_pictures(fs: Any, row: dict[str, Any]) -> None:
    state = fs.State.from_text(row["text"])
    assert str(state).split("\n") == row["lines"]
    assert str(state.view(0)) == str(state)
