"""The last actions of a state and of its views."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from helpers.cases import Case


def test_equal_views_with_the_same_last_actions_observe_the_same(case: Case) -> None:
    for place, state in enumerate(case.states[::3]):
        for seat in range(case.rules.players):
            view = state.view(seat)
            found = view.observation()
            assert (found.dtype, found.shape) == (np.uint8, (case.rules.observation_spec().size,))
            assert np.array_equal(view.sample(place).view(seat).observation(), found)
            read = case.module.View.from_bytes(view.to_bytes())
            assert (read, read.recent) == (view, view.recent)
            assert np.array_equal(read.observation(), found)


def test_recent_holds_the_last_sixteen_actions(case: Case) -> None:
    seen: list[tuple[int | None, int]] = []
    state = case.state(8)
    chance = random.Random(8)
    for ply in range(60):
        assert state.recent == tuple(seen[-16:])
        assert all(state.view(seat).recent == state.recent for seat in range(case.rules.players))
        if state.is_over:
            break
        if ply == 20:  # including those from before the sample
            state = state.view(0).sample(3)
            assert state.recent == tuple(seen[-16:])
        seen.append((state.current_player, chance.choice(state.legal_actions())))
        state.push(seen[-1][1])
