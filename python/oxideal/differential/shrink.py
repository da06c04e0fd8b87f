"""Shrink a difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from . import limits
from .difference import TAKE_BACK, Difference


def shrink(difference: Difference, replay: Callable[[Difference], Difference | None]) -> Difference:
    """Return a difference with fewer actions; see `Pair.shrink`."""
    best = replay(difference)
    if best is None:  # it depends on more than the actions
        return difference
    replays = 1

    def shorter(fewer: Sequence[int]) -> bool:
        nonlocal best, replays
        assert best is not None
        if replays >= limits.MAX_REPLAYS or len(fewer) >= len(best.actions):
            return False
        replays += 1
        found = replay(replace(best, actions=tuple(fewer)))
        if found is None or len(found.actions) >= len(best.actions):
            return False
        best = found
        return True

    # A long game is only compared in parts, so the difference can appear much earlier than it was found.
    length = limits.REPLAY_STEPS
    while length < len(best.actions) and not shorter(best.actions[:length]):
        length *= 2
    shorter(_without_detours(best.actions))
    before = len(best.actions) + 1
    while len(best.actions) < before and replays < limits.MAX_REPLAYS:
        before = len(best.actions)
        size = 1 << before.bit_length() >> 2  # a power of two, so that an action and its take-back are removed together
        while size:
            start = 0
            while start < len(best.actions) and replays < limits.MAX_REPLAYS:
                if not shorter(best.actions[:start] + best.actions[start + size :]):
                    # Overlapping windows would be too many for a long game.
                    start += size if len(best.actions) > limits.REPLAY_STEPS else 1
            size //= 2
    return best


def _without_detours(actions: Sequence[int]) -> list[int]:
    """Return the actions that were not taken back."""
    kept: list[int] = []
    for action in actions:
        if action == TAKE_BACK:
            kept.pop()
        else:
            kept.append(action)
    return kept
