"""Playouts replayed by hand."""

from __future__ import annotations

from typing import Any

from helpers.playouts import replayed
from helpers.splitmix import SplitMix

SEED = 7


def test_playouts_redeal(dd: Any) -> None:
    """DD-09: after two of three passes, one action in four is a pass that makes the playout's
    generator redeal.
    """
    rules = dd.Rules()
    state = dd.State(rules, seed=3)
    state.push(0)
    state.push(0)
    run = dd.playouts(state, 24, SEED)
    seat = state.current_player
    views = dd.playouts(state.view(seat), 24, SEED)
    redeals = 0
    for k in range(24):
        chance = SplitMix.of_game(SEED, k)
        assert (run.payoffs[k].tolist(), run.lengths[k]) == replayed(state, chance)
        sample = state.view(seat).sample(SEED, k)
        assert (views.payoffs[k].tolist(), views.lengths[k]) == replayed(sample, SplitMix.of_game(SEED, k))
        redeals += SplitMix.of_game(SEED, k).below(4) == 0
    assert redeals > 1


def test_playouts_end_at_the_last_redeal(dd: Any) -> None:
    """DD-09: a playout of an auction that may not be dealt again ends when everybody passes."""
    rules = dd.Rules(max_redeals=1)
    state = dd.State(rules, seed=3)
    for _ in range(5):
        state.push(0)
    assert state.redeals == 1
    for start in (state, state.view(state.current_player)):
        run = dd.playouts(start, 24, SEED)
        void = [k for k in range(24) if SplitMix.of_game(SEED, k).below(4) == 0]
        assert [k for k in range(24) if run.lengths[k] == 1] == void != []
        assert not run.payoffs[void].any()
