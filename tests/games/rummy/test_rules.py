"""Fields, default hand sizes and bytes of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers import codec
from helpers.brute import rummy as brute
from helpers.messages import message_of, says
from helpers.refusal import refuses
from helpers.rummy import data
from oxideal.errors import (
    InvalidRulesError,
    InvalidStateError,
)

DEFAULTS: dict[str, Any] = {
    "players": 2,
    "hand_size": 10,
    "ace": "low",
    "must_discard_out": False,
    "turn_limit": 1000,
}


# Rules objects (RM-01, RM-02, RM-12, RM-15, RM-17)


@data("bad_rules.json")
def test_invalid_rules(rummy: Any, row: dict[str, Any]) -> None:
    refuses(InvalidRulesError, message_of(row), rummy.Rules, **row["fields"])
    refuses(InvalidRulesError, message_of(row), rummy.Rules.from_dict, row["fields"])


def test_rule_fields_are_checked_in_order(rummy: Any) -> None:
    wrong: dict[str, Any] = {"players": 1, "hand_size": 0, "ace": "x", "must_discard_out": 1, "turn_limit": 0}
    assert list(wrong) == list(DEFAULTS)
    while wrong:
        with pytest.raises(InvalidRulesError) as caught:
            rummy.Rules.from_dict(dict(reversed(wrong.items())))
        first = next(iter(wrong))
        assert str(caught.value).startswith(f"{first} must be "), first
        del wrong[first]


def test_rule_fields(rummy: Any) -> None:
    rules = rummy.Rules()
    assert rules.to_dict() == DEFAULTS
    assert list(rules.to_dict()) == list(DEFAULTS)
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS
    assert (rules.num_actions, rules.action_table_version) == (515, 1)
    assert rummy.Rules(ace="both").num_actions == 567
    assert rummy.Rules(hand_size=None) == rules == rummy.Rules(hand_size=10)
    assert rummy.Rules(players=np.uint8(3), turn_limit=np.int64(7)).to_dict() == DEFAULTS | {
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


def test_rules_in_bytes(rummy: Any) -> None:
    usual = b"\x02\x0a\x00\xe8\x03"
    for fields, content in (
        ({}, usual),
        ({"players": 6}, b"\x06\x06\x00\xe8\x03"),
        ({"ace": "both"}, b"\x02\x0a\x01\xe8\x03"),
        ({"must_discard_out": True}, b"\x02\x0a\x02\xe8\x03"),
        (
            {"players": 3, "hand_size": 17, "ace": "both", "must_discard_out": True, "turn_limit": 10000},
            b"\x03\x11\x03\x10\x27",
        ),
        ({"turn_limit": 1}, b"\x02\x0a\x00\x01\x00"),
    ):
        rules = rummy.Rules(**fields)
        state = rummy.State(rules, seed=258, stream=772, dealer=1)
        assert state.to_bytes() == codec.header("S", "rummy", content) + codec.dealt(258, 772, 1) + codec.history(())
        assert rummy.State.from_bytes(state.to_bytes()).rules == rules
    wrong_contents = [b"", usual[:4], usual + b"\0"]
    for place, byte in ((0, 1), (0, 7), (1, 0), (1, 26), (2, 4), (2, 255), (4, 40)):
        wrong_contents.append(usual[:place] + bytes([byte]) + usual[place + 1 :])
    wrong_contents.append(usual[:3] + b"\0\0")
    for wrong in wrong_contents:
        head = codec.header("S", "rummy", wrong) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, says("invalid_rules_in_bytes"), rummy.State.from_bytes, head)
