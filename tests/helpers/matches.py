"""Matches played to their ends."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


def finish(state: Any, choices: int = 7) -> None:
    """Play a round to its end, deterministically."""
    chance = random.Random(f"{choices}/{state.stream}")
    while legal := state.legal_actions():
        state.push(chance.choice(legal))


def finished(match: Any) -> Any:
    """Return the match, played to its end."""
    finish(match.state)
    while not match.is_over:
        assert len(match.results) < (match.rounds or 20)
        finish(match.next_round())
    return match


def column_sums(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(int(total) for total in np.array(rows).sum(axis=0))
