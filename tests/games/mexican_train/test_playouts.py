"""Playouts replayed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.mexican_train import SMALL, dealt, rules_of
from helpers.splitmix import SplitMix

# Playouts


@pytest.mark.parametrize("fields", [{}, {"players": 2, "set": 9}, *SMALL[2:6]], ids=str)
def test_playouts_match_a_replay_by_hand(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    rules, options = rules_of(backend, fields), brute.Options.of(fields)
    for seed, first in ((7, 0), (2**256 - 1, 2**64 - 3)):
        played = mt.playouts(rules, 3, seed, first=first)
        for k in range(3):
            chance = SplitMix.of_game(seed, first + k)
            table = dealt(options, chance, None)
            while legal := table.legal():
                table.push(legal[chance.below(len(legal))])
            scores = table.scores()
            assert scores is not None
            assert played.payoffs[k].tolist() == [-score for score in scores]
            assert played.lengths[k] == len(table.log)
