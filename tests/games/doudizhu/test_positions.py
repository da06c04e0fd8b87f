"""Texts, positions and deals set up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.cases import BACKENDS, module_of
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


ODD: list[dict[str, Any]] = [
    {"to_beat": "3345", "by": 1},
    {"to_beat": "pass", "by": 1},
    {"to_beat": "bid 1", "by": 1},
    {"to_beat": "", "by": 1},
    {"to_beat": 5, "by": 1},
    {"to_beat": "66", "by": 0, "lead": 0},
    {"lead": 0, "by": 0},
    {"passes": 1},
    {"hands": {"3": 1, "4": 1, "5": 1}},
    {"hands": ["3" * 21, "4", "5"]},
    {"hands": ["3333444455556666777788", "9", "T"]},
    {"hands": ["3", "4" * 4 + "5" * 4 + "6" * 4 + "7" * 4 + "88", "5"]},
    {"hands": ["-", "-", "-"]},
    {"kitty": ""},
    {"kitty": []},
    {"plays": ["1", 1, 1]},
    {"played": [5, 5, 5]},
    {"played": ["3", "4", "5"]},
    {"doublings": True},
    {"bid": 2.0},
    {"to_beat": "22", "by": 1, "played": ["3334445556666777788", "889999TTTTJJJJQQ", "QQKKKKAAAA2222BR"]},
    {"to_beat": "2222", "by": 1, "passes": 3},
    {"to_beat": "BR", "by": 1, "hands": ["3R", "4", "5"]},
]


def test_backends_agree_on_unusual_positions() -> None:
    """Both backends give the same answer where the documentation is silent."""
    for odd in ODD:
        answers = []
        for backend in BACKENDS:
            module: Any = module_of("doudizhu", backend)
            args = {"hands": ["3", "4", "5"], "landlord": 0} | odd
            try:
                answers.append(module.State.from_position(rules_of(backend, PLAIN), **args).to_text())
            except (ValueError, TypeError) as error:
                answers.append(f"{type(error).__name__}: {error}")
        assert len(set(answers)) == 1, (odd, answers)
