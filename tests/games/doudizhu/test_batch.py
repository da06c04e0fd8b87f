"""Batches of Dou Dizhu: the auction and redeals."""

from __future__ import annotations

from helpers.batches import Twins, case_of, new
from helpers.cases import chance_ahead


def test_state_from_a_batch_redeals_like_the_batch(backend: str) -> None:
    """DD-09: after everybody passes, both deal from the same chance, also after an earlier redeal."""
    case = case_of("doudizhu", backend, {})
    batch, twins = new(case, 2), Twins(case, 2)
    for step in range(14):
        state = batch.state(1)
        assert chance_ahead(state)
        assert state == twins.states[1]
        other = twins.states[1].copy()
        for _ in range(4):
            state.push(0)
            other.push(0)
            assert state == other
            assert state.to_text() == other.to_text()
        batch.step([0, 0])
        twins.step([0, 0])
        twins.check(batch)
        assert batch.state(1).recent == ((twins.states[1].recent)[-16:])
        assert len(batch.state(1).recent) == min(step + 1, 16)
