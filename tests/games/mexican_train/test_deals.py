"""Deals follow the published order of draws."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from helpers.brute import mexican_train as brute
from helpers.mexican_train import LARGE, SMALL, assert_matches_model, dealt, rules_of
from oxideal.random import Stream


@pytest.mark.parametrize("fields", [*LARGE, *SMALL[:6]], ids=str)
def test_deals(mt: Any, backend: str, fields: dict[str, Any]) -> None:
    rules = rules_of(backend, fields)
    options = brute.Options.of(fields)
    starters = Counter()  # type: ignore[var-annotated]
    for seed in range(30):
        for starter in (None, seed % rules.players):
            state = mt.State(rules, seed=seed, stream=5, dealer=starter)
            table = dealt(options, Stream(seed, 5), starter)
            assert_matches_model(state, table)
            assert state.hand_sizes == (rules.hand_size,) * rules.players
        starters[mt.State(rules, seed=seed, stream=5).turn] += 1
    assert len(starters) > 1
