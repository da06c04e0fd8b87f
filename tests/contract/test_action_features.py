"""Features of actions: what a move is and what it leaves, against decoders that read only public attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from helpers import effort
from helpers.action_features import decode

if TYPE_CHECKING:
    from helpers.cases import Case

MOST = 12
"""How many actions of a view are decoded."""


def test_features_match_the_view(case: Case) -> None:
    spec = case.rules.action_features_spec()
    decoded = 0
    for place, state in enumerate(case.states[:: 2 if effort.level else 6]):
        if state.is_over:
            continue
        view = state.view(state.current_player)
        features, moves = view.action_features(), view.legal_moves()
        assert features.shape == (len(moves), spec.size)
        assert features.dtype == np.uint8
        assert (features <= spec.high).all()
        for number in range(place % 3, len(moves), max(len(moves) // MOST, 1)):
            decode(case.game, view, moves[number], spec.split(features[number]))
            decoded += 1
    assert decoded > 5


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
