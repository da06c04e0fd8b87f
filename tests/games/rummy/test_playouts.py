"""Playouts replayed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.batches import drawing
from helpers.brute import rummy as brute
from helpers.effort import times
from helpers.playouts import rummy_replayed
from helpers.rummy import SMALL, rules_of
from helpers.splitmix import SplitMix

SEED = 7

# Playouts


@pytest.mark.parametrize("fields", [SMALL[2], SMALL[4], SMALL[8], {"turn_limit": 60}], ids=str)
def test_playouts_match_a_replay_by_hand(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    rules, options = rules_of(backend, fields), brute.Options.of(fields)
    for seed, first in ((7, 0), (2**256 - 1, 2**64 - 3)):
        played = rummy.playouts(rules, 3, seed, first=first)
        for k in range(3):
            chance = SplitMix.of_game(seed, first + k)
            table = brute.dealt(options, chance, None)
            while legal := table.legal():
                table.push(legal[chance.below(len(legal))])
            assert played.payoffs[k].tolist() == table.scores()
            assert played.lengths[k] == len(table.log)


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
