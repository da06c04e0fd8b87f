"""Playouts replayed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.foursquare import DECK
from helpers.splitmix import BASES, SplitMix


@pytest.mark.parametrize("seed", BASES)
@pytest.mark.parametrize("diagonal", [False, True])
def test_playouts_match_a_replay_by_hand(fs: Any, seed: int, diagonal: bool) -> None:
    rules = fs.Rules(diagonal=diagonal)
    for first in (0, 2**64 - 5):
        played = fs.playouts(rules, 5, seed, first=first)
        for k in range(5):
            chance = SplitMix.of_game(seed, first + k)
            state = fs.State.from_deal(rules, [DECK[place] for place in chance.shuffled(40)])
            while legal := state.legal_actions():
                state.push(legal[chance.below(len(legal))])
            assert tuple(played.payoffs[k]) == state.payoffs
            assert played.lengths[k] == len(state.history)
