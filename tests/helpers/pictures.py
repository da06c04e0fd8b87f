"""What several tests of pictures use."""

from __future__ import annotations

import random
from typing import Any


def after(state: Any, actions: int, seed: int = 3) -> Any:
    """The state after so many random actions."""
    chance = random.Random(seed)
    for _ in range(actions):
        if not state.is_over:
            state.push(chance.choice(state.legal_actions()))
    return state
