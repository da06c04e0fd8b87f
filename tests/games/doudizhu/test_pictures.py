"""States as text pictures."""

from __future__ import annotations

from typing import Any

from helpers.doudizhu import data

# Pictures


@data("pictures.json")
def test_pictures(dd: Any, row: dict[str, Any]) -> None:
    assert str(getattr(dd, row["reader"]).from_text(row["text"])).split("\n") == row["lines"]
