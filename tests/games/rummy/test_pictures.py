"""States as text pictures."""

from __future__ import annotations

from typing import Any

from helpers.rummy import data

# Pictures


@data("pictures.json")
def test_pictures(rummy: Any, row: dict[str, Any]) -> None:
    assert str(getattr(rummy, row["reader"]).from_text(row["text"])).split("\n") == row["lines"]
