"""States as text pictures."""

from __future__ import annotations

from typing import Any

from helpers.mexican_train import data

# Pictures


@data("pictures.json")
def test_pictures(mt: Any, row: dict[str, Any]) -> None:
    assert str(getattr(mt, row["reader"]).from_text(row["text"])).split("\n") == row["lines"]
