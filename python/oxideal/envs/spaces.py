"""What can be observed and done, as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete


def observation_box(rules: Any) -> Box:
    """The vector of `view.observation()`, each entry up to the largest value that its field can have."""
    return Box(0, rules.observation_spec().high, dtype=np.uint8)


def masked_observation(rules: Any) -> Dict:
    """The same with a mask of what may be done."""
    mask = Box(0, 1, (rules.num_actions,), np.int8)
    return Dict({"observation": observation_box(rules), "action_mask": mask})


def actions(rules: Any) -> Discrete[Any]:
    return Discrete(rules.num_actions)


def mask(num_actions: int, legal: list[int]) -> npt.NDArray[np.int8]:
    """1 where an action may be played."""
    marked = np.zeros(num_actions, np.int8)
    marked[legal] = 1
    return marked
