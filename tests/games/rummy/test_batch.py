"""Batches of Rummy: reshuffled piles."""

from __future__ import annotations

from helpers.batches import Twins, case_of, drawing, new


def test_state_from_a_batch_reshuffles_like_the_batch(backend: str) -> None:
    """RM-07: three players who only draw and discard exhaust the stock twice."""
    case = case_of("rummy", backend, {"players": 3, "hand_size": 15, "turn_limit": 60})
    batch, twins = new(case, 2), Twins(case, 2)
    shuffled = 0
    for _ in range(90):
        state, other = batch.state(0), twins.states[0].copy()
        if state.stock_size < 2 and not state.drew:
            shuffled += state.stock_size == 0
            for _ in range(7):
                assert state == other
                action = drawing(state)
                state.push(action)
                other.push(action)
            assert state == other
            assert state.stock == other.stock
        actions = [drawing(each) for each in twins.states]
        batch.step(actions)
        twins.step(actions)
        twins.check(batch)
        assert batch.state(0) == twins.states[0]
    assert shuffled > 1
