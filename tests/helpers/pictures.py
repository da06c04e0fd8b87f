"""Helpers for tests of pictures."""

from __future__ import annotations

import random
from typing import Any


def after(state: Any, actions: int, seed: int = 3) -> Any:
    """Return the state after this many random actions."""
    chance = random.Random(seed)
    for _ in range(actions):
        if not state.is_over:
            state.push(chance.choice(state.legal_actions()))
    return state
