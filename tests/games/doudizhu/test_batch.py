"""Batches of Dou Dizhu: the auction and redeals."""

from __future__ import annotations

from collections import Counter
from typing import Any

from helpers.batches import Twins, case_of, new, same, taken, together
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


def test_sampled_actions_are_equally_likely(dd: Any) -> None:
    """The auction has four actions: a pass, and bids of 1 to 3."""
    batch = dd.Batch(dd.Rules(), 60, seed=1)
    found: Counter[int] = Counter()
    for seed in range(50):
        found.update(batch.sample_actions(seed).tolist())
    assert set(found) == {0, 1, 2, 3}
    assert sum((count - 750) ** 2 / 750 for count in found.values()) < 20
    unlike = {tuple(batch.sample_actions(None).tolist()) for _ in range(5)}
    assert len(unlike) == 5


def test_concurrent_steps_of_one_batch_all_count(backend: str) -> None:
    """In the auction a pass is always legal."""
    n, turns = (1000, 60) if backend == "rust" else (2, 10)
    case = case_of("doudizhu", backend, {})
    batch, other = new(case, n, threads=2), new(case, n)

    def play() -> None:
        for _ in range(turns):
            batch.step([0] * n)
            batch.sample_actions(1)

    together(play)
    for _ in range(2 * turns):
        other.step([0] * n)
    same(taken(batch), taken(other))
