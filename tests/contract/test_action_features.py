"""Features of actions: their shape and range, and those of batches. Their values are compared between the engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from helpers import effort

if TYPE_CHECKING:
    from helpers.cases import Case


def test_features_are_in_the_range_of_their_spec(case: Case) -> None:
    spec = case.rules.action_features_spec()
    for state in case.states[:: 2 if effort.level else 6]:
        if state.is_over:
            continue
        features = state.view(state.current_player).action_features()
        assert features.shape == (len(state.legal_moves()), spec.size)
        assert features.dtype == np.uint8
        assert (features <= spec.high).all()


def test_other_seats_and_ended_rounds_have_no_rows(case: Case) -> None:
    spec = case.rules.action_features_spec()
    for state in case.states[::5]:
        for seat in range(case.rules.players):
            view = state.view(seat)
            if seat != state.current_player:
                assert view.action_features().shape == (0, spec.size)


def test_batches_have_the_features_of_their_views(case: Case) -> None:
    n = 5 if case.backend != "rust" else 300
    batch = case.module.Batch(case.rules, n, seed=3, threads=2)
    alone = case.module.Batch(case.rules, n, seed=3)
    for step in range(4):
        features, offsets = batch.action_features(), batch.legal_offsets
        assert features.shape == (len(batch.legal_ids), case.rules.action_features_spec().size)
        assert np.array_equal(alone.action_features(), features)
        for game in {0, n // 2, n - 1}:
            own = features[offsets[game] : offsets[game + 1]]
            assert np.array_equal(own, batch.view(game).action_features())
        actions = batch.sample_actions(step)
        batch.step(actions)
        alone.step(actions)
