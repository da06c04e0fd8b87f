"""Hands worked out by hand, and random hands checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from helpers.brute import rummy as brute
from helpers.cases import module_of, plain
from helpers.rummy import LARGE, SMALL, assert_matches_model, hands_of
from oxideal.bots import RuleBot


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_random_hands_match_independent_bookkeeping(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """RM-02 to RM-17, RM-19: legal moves and their effects."""
    met: Counter[str] = Counter()
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(6))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 5 and not table.is_over and not table.laid:
            continue
        assert_matches_model(state, table)
        met["void"] += table.is_over and table.went_out is None
        met["out"] += table.went_out is not None
        met["rummy"] += table.went_out is not None and table.rummy()
        met["laid"] += table.laid
        met["took"] += table.took is not None
        met["earlier"] += bool(table.earlier())
        met["reshuffled"] += table.shuffles > 0
        assert sorted(brute.PACK) == sorted(
            [
                *table.stock,
                *table.discards,
                *(card for hand in table.hands for card in hand),
                *(card for meld in table.table for card in meld),
            ]
        )
    assert met["took"] > 0
    assert met["out"] + met["void"] == 6
    if fields["hand_size"] > 2:
        assert met["laid"] > 0
    if fields["hand_size"] in (8, 11, 15):
        assert min(met["earlier"], met["reshuffled"]) > 0


@pytest.mark.parametrize("fields", LARGE, ids=str)
def test_random_hands_with_default_rules(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(2))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 17 == 0 or table.is_over:
            assert_matches_model(state, table)


def test_round_at_the_turn_limit_is_void(backend: str) -> None:
    """RM-17."""
    rummy: Any = module_of("rummy", backend)
    state = rummy.State(rummy.Rules(turn_limit=3), seed=7)
    while not state.is_over:
        assert state.is_void is state.view(1).is_void is False
        state.push(state.legal_actions()[0])
    assert state.is_void is state.view(0).is_void is state.view(1).is_void is True
    state.pop()
    assert state.is_void is False
    played: Any = module_of("rummy", "rust").State(seed=7)
    while not played.is_over:
        played.push(RuleBot().choose(played.view(played.current_player)))
    won = rummy.State.from_bytes(played.to_bytes())
    assert (any(won.payoffs), won.is_void, won.view(1).is_void) == (True, False, False)
