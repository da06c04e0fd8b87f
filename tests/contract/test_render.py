"""Terminal rendering of states and views."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.cases import module_of, rows
from oxideal.differential import GAMES

DRAWINGS = [(game, number) for game in GAMES for number in range(len(rows(game, "pictures.json")))]


@pytest.mark.parametrize(("game", "number"), DRAWINGS)
def test_render(game: str, number: int, backend: str) -> None:
    row: dict[str, Any] = rows(game, "pictures.json")[number]
    reader = getattr(module_of(game, backend), row["reader"])
    assert str(reader.from_text(row["text"])).split("\n") == row["lines"]
