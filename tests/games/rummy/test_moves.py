"""Texts of moves."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from helpers.refusal import refuses
from helpers.rummy import rules_of
from oxideal.errors import (
    InvalidMoveError,
)


def test_equality_of_moves_across_rules(rummy: Any, backend: str) -> None:
    low, both = rules_of(backend, {}), rules_of(backend, {"ace": "both"})
    assert low.parse("meld 7C 7D 7H") == both.parse("meld 7C 7D 7H")
    assert hash(low.parse("meld 7C 7D 7H")) == hash(both.parse("meld 7C 7D 7H"))
    assert low.parse("discard 7C") != both.parse("discard 7C")  # a different id
    assert low.parse("discard 7C") == rules_of(backend, {"players": 3}).parse("discard 7C")
    assert both.action(low.parse("discard 7C")) == int(both.parse("discard 7C"))
    for move in (low.parse("take"), both.parse("AS@high"), both.parse("meld QS KS AS")):
        again = pickle.loads(pickle.dumps(move))
        assert (again, str(again)) == (move, str(move))
    message = "AS@high is not a move under these rules"
    refuses(InvalidMoveError, message, low.action, both.parse("AS@high"))
    refuses(InvalidMoveError, message, rummy.State(low, seed=1).push, both.parse("AS@high"))
    with pytest.raises(TypeError) as caught:
        rummy.Move()
    assert str(caught.value) == "a Move comes from Rules.move(), Rules.parse() or legal_moves()"
