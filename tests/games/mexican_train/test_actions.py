"""The action table."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.mexican_train import LARGE, SMALL, rules_of


@pytest.mark.parametrize("fields", [*SMALL, *LARGE], ids=str)
def test_action_table(backend: str, fields: dict[str, Any]) -> None:
    """Pass, draw, then every tile on the own train, on the Mexican train, and on each seat's train."""
    rules = rules_of(backend, fields)
    texts = ["pass", "draw"]
    for where in ("me", "mexican", *map(str, range(rules.players))):
        texts += [f"{brute.shown(tile)}@{where}" for tile in brute.tiles_of(rules.set)]
    assert rules.num_actions == len(texts) == 2 + (rules.players + 2) * len(rules.tiles)
    assert [str(rules.move(action)) for action in range(rules.num_actions)] == texts
    for action in (*range(5), *range(5, len(texts), 37), len(texts) - 1):
        move = rules.move(action)
        assert repr(move) == f"Move({texts[action]!r})"
        tile, _, train = texts[action].partition("@")
        assert (move.kind, move.tile, move.train) == (("play", tile, train) if train else (tile, None, None))
