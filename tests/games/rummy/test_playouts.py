"""Playouts, played again by hand."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute import rummy as brute
from helpers.rummy import SMALL, rules_of
from helpers.splitmix import SplitMix

# Playouts


@pytest.mark.parametrize("fields", [SMALL[2], SMALL[4], SMALL[8], {"turn_limit": 60}], ids=str)
def test_playouts_can_be_played_again_by_hand(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
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
