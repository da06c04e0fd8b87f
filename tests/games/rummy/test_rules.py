"""Fields, default hand sizes and bytes of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.brute import rummy as brute

# Rules objects (RM-01, RM-02, RM-12, RM-15, RM-17)


def test_rule_fields(rummy: Any) -> None:
    rules = rummy.Rules()
    assert (rules.num_actions, rules.action_table_version) == (515, 1)
    assert rummy.Rules(ace="both").num_actions == 567
    assert rummy.Rules(hand_size=None) == rules == rummy.Rules(hand_size=10)
    assert rummy.Rules(players=np.uint8(3), turn_limit=np.int64(7)).to_dict() == rules.to_dict() | {
        "players": 3,
        "hand_size": 7,
        "turn_limit": 7,
    }
    assert rules.next_round() == rules  # RM-16: all hands of a match have the same rules


def test_default_hand_sizes(rummy: Any) -> None:
    """RM-01, RM-02."""
    usual = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
    assert usual == brute.USUAL
    for players, size in usual.items():
        rules = rummy.Rules(players=players)
        assert rules.hand_size == rules.to_dict()["hand_size"] == size
        state = rummy.State(rules, seed=3)
        assert state.hand_sizes == (size,) * players
        assert state.stock_size == 51 - players * size
        for other in (1, 51 // players):
            assert rummy.Rules(players=players, hand_size=other).hand_size == other
