"""Fields, presets and bytes of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers import codec
from helpers.brute import doudizhu as brute
from helpers.doudizhu import DEFAULTS, rules_from
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import (
    InvalidRulesError,
    InvalidStateError,
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


def test_rule_fields_are_checked_in_order(dd: Any) -> None:
    wrong: dict[str, Any] = {"players": 5, "auction": 1, "all_pass": "x", "max_redeals": 0, "sequence_max": 4}
    wrong["spring"] = 1
    wrong |= {"kicker_repeat": 5, "kicker_both_jokers": 1, "kicker_extends_chain": 1, "quadplex": 1}
    assert list(wrong) == list(DEFAULTS)
    while wrong:
        with pytest.raises(InvalidRulesError) as caught:
            dd.Rules.from_dict(dict(reversed(wrong.items())))
        first = next(iter(wrong))
        assert str(caught.value).startswith(f"{first} must be "), first
        del wrong[first]


def test_rule_fields(dd: Any) -> None:
    rules = dd.Rules()
    assert rules.to_dict() == DEFAULTS
    assert list(rules.to_dict()) == list(DEFAULTS)
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS
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


@pytest.mark.parametrize("name", PRESETS)
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


def test_rules_in_bytes(dd: Any, backend: str) -> None:
    for fields, content in (
        ({}, b"\x03\x21\x0c\x01\x64"),
        ({"players": 4}, b"\x04\x21\x0c\x01\x64"),
        ({"auction": False}, b"\x03\x20\x0c\x01\x64"),
        ({"all_pass": "void"}, b"\x03\x23\x0c\x01\x64"),
        ({"max_redeals": None}, b"\x03\x21\x0c\x01\x00"),
        ({"max_redeals": 255}, b"\x03\x21\x0c\x01\xff"),
        ({"spring": True}, b"\x03\x25\x0c\x01\x64"),
        ({"kicker_both_jokers": True}, b"\x03\x29\x0c\x01\x64"),
        ({"kicker_extends_chain": True}, b"\x03\x31\x0c\x01\x64"),
        ({"quadplex": False}, b"\x03\x01\x0c\x01\x64"),
        ({"sequence_max": 5, "kicker_repeat": 4}, b"\x03\x21\x05\x04\x64"),
    ):
        rules = rules_from(backend, {"rules": fields})
        state = dd.State(rules, seed=258, stream=772)
        begin = b"OXID\x01S\x08doudizhu\x05" + content
        assert state.to_bytes() == begin + b"\0\x02\x01" + bytes(30) + b"\x04\x03" + bytes(10) + b"\0\0"
        assert dd.State.from_bytes(state.to_bytes()).rules == rules
    plain_content = b"\x03\x21\x0c\x01\x64"
    wrong_contents = [b"", plain_content[:4], plain_content + b"\0"]
    for place, byte in ((0, 2), (0, 5), (1, 0x41), (1, 0xA1), (2, 4), (2, 13), (3, 0), (3, 5)):
        wrong_contents.append(plain_content[:place] + bytes([byte]) + plain_content[place + 1 :])
    for wrong in wrong_contents:
        head = codec.header("S", "doudizhu", wrong) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, says("invalid_rules_in_bytes"), dd.State.from_bytes, head)
