"""Playouts replayed by hand."""

from __future__ import annotations

from typing import Any

from helpers.batches import drawing
from helpers.effort import times
from helpers.playouts import rummy_replayed
from helpers.splitmix import SplitMix

SEED = 7


def test_playouts_reshuffle(rummy: Any) -> None:
    """RM-07, from a state and from a view with an empty stock."""
    state = rummy.State(rummy.Rules(players=3, hand_size=15, turn_limit=60), seed=5)
    found, n = 0, times(4, quick=1)
    while not state.is_over:
        if state.stock_size < 2 and not state.drew:
            found += 1
            for start in (state, state.view(found % 3)):
                run = rummy.playouts(start, n, SEED, first=found)
                for k in range(n):
                    here = start if start is state else start.sample(SEED, found + k)
                    expected = rummy_replayed(here, SplitMix.of_game(SEED, found + k))
                    assert (run.payoffs[k].tolist(), run.lengths[k]) == expected
        state.push(drawing(state))
    assert found > 2
