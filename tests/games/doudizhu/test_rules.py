"""Fields, presets and bytes of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.brute import doudizhu as brute
from helpers.doudizhu import DEFAULTS
from helpers.effort import some_in_quick
from helpers.messages import MESSAGES, says
from helpers.refusal import refuses
from oxideal.errors import InvalidRulesError


def test_invalid_rules(dd: Any) -> None:
    def refused(name: str, value: Any, message: str) -> None:
        refuses(InvalidRulesError, message, dd.Rules, **{name: value})
        refuses(InvalidRulesError, message, dd.Rules.from_dict, {name: value})

    for name, low, high, wanted in (
        ("players", 2, 5, "players must be 3 or 4, {}"),
        ("sequence_max", 4, 13, "sequence_max must be 5 to 12, {}"),
        ("kicker_repeat", 0, 5, "kicker_repeat must be 1 to 4, {}"),
        ("max_redeals", 0, 256, MESSAGES["wrong_max_redeals"]),
        ("max_doublings", -1, 256, MESSAGES["wrong_max_doublings"]),
    ):
        for value in (low, high, -1, 10**30, -(10**30)):
            refused(name, value, wanted.format(f"got {value}"))
        for other in ("4", 4.0, True, [3]):
            refused(name, other, wanted.format(f"not {type(other).__name__}"))
    for name in ("spring", "kicker_both_jokers", "kicker_extends_chain", "quadplex", "doubling", "open_hand"):
        for thing in (1, 0, None, "yes", 1.0):
            refused(name, thing, says("not_boolean", name, type(thing).__name__))
    words = ("redeal", "void", "first")
    for text, shown in (("Bid", "Bid"), ("", ""), ("true", "true"), ("\u00e9" * 41, "?" * 40 + "...")):
        refused("all_pass", text, says("one_of_three_got_text", "all_pass", *words, shown))
        refused("auction", text, says("wrong_auction", f'got "{shown}"'))
    for given in (1, None, 1.0, b"call", ["bid"]):
        refused("all_pass", given, says("one_of_three", "all_pass", *words, type(given).__name__))
        refused("auction", given, says("wrong_auction", f"not {type(given).__name__}"))


def test_rule_fields(dd: Any) -> None:
    rules = dd.Rules()
    assert (rules.players, rules.num_actions, rules.action_table_version) == (3, 12_658, 1)
    assert dd.Rules(players=np.int64(4)).players == 4


def test_auction_can_be_a_flag(dd: Any) -> None:
    assert dd.Rules(auction=True) == dd.Rules() == dd.Rules.from_dict({"auction": True})
    assert dd.Rules.from_json(b'{"auction":true}').auction == "bid"
    assert dd.Rules(auction=False).auction is False


def test_sizes_of_action_tables(dd: Any) -> None:
    """DD-36 to DD-38: what can be said comes after the pass, and the same combinations after it."""
    for fields, said in (
        ({"auction": "call"}, ["pass", "call", "rob"]),
        ({"auction": "call", "doubling": True, "open_hand": True}, ["pass", "call", "rob", "double", "show"]),
        ({"open_hand": True}, ["pass", "bid 1", "bid 2", "bid 3", "show"]),
        ({"auction": False, "doubling": True}, ["pass", "double"]),
    ):
        rules = dd.Rules(**fields)
        assert rules.num_actions == len(said) + 12_654
        assert [str(rules.move(action)) for action in range(len(said) + 1)] == [*said, "3"]
        assert not rules.action_features()[: len(said)].any()


PRESETS: dict[str, dict[str, Any]] = {
    "douzero": {"auction": False, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True},
    "huanle": {"auction": "call", "spring": True, "kicker_repeat": 2, "doubling": True, "open_hand": True},
    "rlcard": {"auction": False, "kicker_repeat": 3},
    "openspiel": {
        "all_pass": "void",
        "spring": True,
        "kicker_repeat": 3,
        "kicker_extends_chain": True,
        "quadplex": False,
    },
}


@pytest.mark.parametrize("name", some_in_quick(PRESETS))
def test_presets(dd: Any, name: str) -> None:
    """DD-34: as many combinations as in the other program, counted its way."""
    rules = dd.Rules.preset(name)
    assert rules.to_dict() == DEFAULTS | PRESETS[name]
    table = brute.table(brute.Options.of(PRESETS[name]))
    assert rules.num_actions == {"openspiel": 4, "huanle": 5}.get(name, 1) + len(table)
    if name == "openspiel":  # 22588 chains of triplets with cards: kAirplaneWithPairActionBase in its sources
        assert sum(each.kind == "sequence_of_triplets_with_cards" for each in table) == 22_588
        assert len(table) == 26_053
    else:
        assert len({each.cards for each in table}) == {"douzero": 29_984, "huanle": 24_639, "rlcard": 27_471}[name]


def test_invalid_presets(dd: Any) -> None:
    for name in ("", "chess", "x" * 41):
        shown = name if len(name) < 41 else "x" * 40 + "..."
        message = f'unknown preset "{shown}"; expected one of "douzero", "huanle", "openspiel", "rlcard"'
        refuses(InvalidRulesError, message, dd.Rules.preset, name)
    for thing in (None, 5):
        with pytest.raises(TypeError):
            dd.Rules.preset(thing)
