"""Texts, positions and deals set up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.doudizhu import PLAIN, rules_of
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidArgumentError


def test_positions_accept_cards_in_any_form(dd: Any, backend: str) -> None:
    rules = rules_of(backend, PLAIN)
    move = rules.parse("22")
    args: dict[str, Any] = {"landlord": 0, "by": 2}
    expected = dd.State.from_position(rules, hands=["33", "4", "5"], to_beat="22", **args)
    counts = [2] + [0] * 14
    hands: list[Any] = [["3", "3"], np.array([0, 1] + [0] * 13), "5"]
    assert dd.State.from_position(rules, hands=hands, to_beat=move, **args) == expected
    assert dd.State.from_position(rules, hands=iter([counts, " 4", ("5",)]), to_beat=" 2 2 ", **args) == expected
    message = says("rules_of_other_game", "dict")
    refuses(TypeError, message, dd.State.from_position, {}, hands=5, landlord="x")
    refuses(TypeError, message, dd.State.from_deal, {}, hands=5, kitty=5, first_bidder=5)
    for name, thing in (("hands", [5]), ("landlord", 9), ("bid", 9), ("lead", 9), ("passes", 9), ("doublings", -1)):
        later = {"hands": ["3", "4", "5"], "landlord": 0, "doublings": -1}
        with pytest.raises((InvalidArgumentError, TypeError)) as caught:
            dd.State.from_position(rules, **(later | {name: thing}))
        shown = {"hands": "hands must have", "landlord": "seat", "lead": "seat"}.get(name, name)
        assert str(caught.value).startswith(shown), name
