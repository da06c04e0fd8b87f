"""Fields, presets and bytes of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.brute import doudizhu as brute
from helpers.doudizhu import DEFAULTS
from helpers.effort import some_in_quick
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import (
    InvalidRulesError,
)

# Rules


def test_invalid_rules(dd: Any) -> None:
    numbers = {"players": "players must be 3 or 4", "sequence_max": "sequence_max must be 5 to 12"}
    numbers["kicker_repeat"] = "kicker_repeat must be 1 to 4"
    for name, message in numbers.items():
        for value in (-1, 0, 13, 10**30, -(10**30)):
            refuses(InvalidRulesError, f"{message}, got {value}", dd.Rules, **{name: value})
            refuses(InvalidRulesError, f"{message}, got {value}", dd.Rules.from_dict, {name: value})
        for thing in ("4", 4.0, None, True, [3]):
            refuses(InvalidRulesError, f"{message}, not {type(thing).__name__}", dd.Rules, **{name: thing})
    for value in (-1, 0, 256, 10**30):
        refuses(InvalidRulesError, says("wrong_max_redeals", f"got {value}"), dd.Rules, max_redeals=value)
    for thing in ("4", 4.0, True, [3]):
        message = says("wrong_max_redeals", f"not {type(thing).__name__}")
        refuses(InvalidRulesError, message, dd.Rules.from_dict, {"max_redeals": thing})
    for name in ("auction", "spring", "kicker_both_jokers", "kicker_extends_chain", "quadplex"):
        for thing in (1, 0, None, "yes", 1.0):
            message = says("not_boolean", name, type(thing).__name__)
            refuses(InvalidRulesError, message, dd.Rules, **{name: thing})
    refuses(
        InvalidRulesError,
        says("one_of_two_got_text", "all_pass", "redeal", "void", "never"),
        dd.Rules,
        all_pass="never",
    )
    refuses(
        InvalidRulesError,
        says("one_of_two_got_text", "all_pass", "redeal", "void", "?" * 40 + "..."),
        dd.Rules,
        all_pass="\u00e9" * 41,
    )
    for other in (1, None, True, b"void"):
        message = says("one_of_two", "all_pass", "redeal", "void", type(other).__name__)
        refuses(InvalidRulesError, message, dd.Rules, all_pass=other)


def test_rule_fields(dd: Any) -> None:
    rules = dd.Rules()
    assert (rules.players, rules.num_actions, rules.action_table_version) == (3, 12_658, 1)
    assert dd.Rules(players=np.int64(4)).players == 4


PRESETS: dict[str, dict[str, Any]] = {
    "douzero": {"auction": False, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True},
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
    assert rules.num_actions == (1 if name != "openspiel" else 4) + len(table)
    if name == "openspiel":  # 22588 chains of triplets with cards: kAirplaneWithPairActionBase in its sources
        assert sum(each.kind == "sequence_of_triplets_with_cards" for each in table) == 22_588
        assert len(table) == 26_053
    else:
        assert len({each.cards for each in table}) == {"douzero": 29_984, "rlcard": 27_471}[name]


def test_invalid_presets(dd: Any) -> None:
    for name in ("", "chess", "x" * 41):
        shown = name if len(name) < 41 else "x" * 40 + "..."
        message = f'unknown preset "{shown}"; expected one of "douzero", "openspiel", "rlcard"'
        refuses(InvalidRulesError, message, dd.Rules.preset, name)
    for thing in (None, 5):
        with pytest.raises(TypeError):
            dd.Rules.preset(thing)
