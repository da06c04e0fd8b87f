"""Perft compared with counting by playing and with the published numbers."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import effort
from helpers.cases import Case, module_of, rows
from helpers.contract import count, fingerprint
from oxideal.differential import GAMES

SEQUENCES = 2_500
"""The approximate limit up to which action sequences are counted by playing."""


def countable(state: Any, most: int) -> range:
    """Return the depths that are cheap to count by playing. Few legal actions now can still lead to many."""
    branches = len(state.legal_actions())
    return range(next((depth for depth in range(2, most + 1) if branches**depth > SEQUENCES), most + 1))


def test_perft_matches_counting_by_playing(case: Case) -> None:
    for state in [*case.states[::9], case.game_over()]:
        before = fingerprint(state)
        for depth in countable(state, 2):
            assert state.perft(depth) == count(state, depth)
        assert fingerprint(state) == before
    for depth in countable(case.state(), 3):
        assert case.state().perft(depth) == count(case.state(), depth)


@pytest.mark.parametrize("game", GAMES)
def test_perft_matches_the_published_numbers(game: str, backend: str) -> None:
    for row in rows(game, "perft.json")[:: 1 if effort.level else 3]:
        state = module_of(game, backend).State.from_text(row["text"], seed=0)
        assert [state.perft(depth) for depth in range(len(row["counts"]))] == row["counts"], row["why"]
