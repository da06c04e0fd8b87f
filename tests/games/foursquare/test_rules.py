"""Fields and bytes of the rules."""

from __future__ import annotations

from typing import Any

from helpers import codec
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import (
    InvalidRulesError,
    InvalidStateError,
)


def test_invalid_rules(fs: Any) -> None:
    for value in (1, 0, None, "yes", 1.0):
        message = says("not_boolean", "diagonal", type(value).__name__)
        refuses(InvalidRulesError, message, fs.Rules, diagonal=value)
        refuses(InvalidRulesError, message, fs.Rules.from_dict, {"diagonal": value})
    assert fs.Rules().diagonal is False
    assert fs.Rules(diagonal=True).diagonal is True
    assert repr(fs.Rules()) == "Rules(diagonal=False)"


def test_rules_in_bytes(fs: Any) -> None:
    for diagonal in (False, True):
        state = fs.State(fs.Rules(diagonal=diagonal), seed=258, stream=772)
        state.push(24)
        content = b"OXID\x01S\x0afoursquare\x01" + bytes([diagonal])
        assert state.to_bytes() == content + b"\0\x02\x01" + bytes(30) + b"\x04\x03" + bytes(10) + b"\0\x01\x18"
    for rules in (b"", b"\x02", b"\0\0", b"\x01\x01"):
        head = codec.header("S", "foursquare", rules) + codec.dealt(1, 0) + codec.history(())
        refuses(InvalidStateError, says("invalid_rules_in_bytes"), fs.State.from_bytes, head)
