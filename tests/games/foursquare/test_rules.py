"""Fields and bytes of the rules."""

from __future__ import annotations

from typing import Any

from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidRulesError


def test_invalid_rules(fs: Any) -> None:
    for value in (1, 0, None, "yes", 1.0):
        message = says("not_boolean", "diagonal", type(value).__name__)
        refuses(InvalidRulesError, message, fs.Rules, diagonal=value)
        refuses(InvalidRulesError, message, fs.Rules.from_dict, {"diagonal": value})
    assert fs.Rules().diagonal is False
    assert fs.Rules(diagonal=True).diagonal is True
    assert repr(fs.Rules()) == "Rules(diagonal=False)"
