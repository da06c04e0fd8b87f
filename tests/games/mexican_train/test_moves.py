"""Texts of moves."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from helpers.mexican_train import SMALL, rules_of
from helpers.refusal import refuses
from oxideal.errors import (
    InvalidMoveError,
)


def test_equality_of_moves_across_rules(mt: Any, backend: str) -> None:
    """Moves are equal if id and text are; they are pickled with their rules."""
    rules, other = rules_of(backend, {}), rules_of(backend, {"follow_up": "double"})
    assert rules.parse("9-12@me") == other.parse("9-12@me")
    assert hash(rules.parse("9-12@me")) == hash(other.parse("9-12@me"))
    small = rules_of(backend, SMALL[1])
    assert rules.parse("0-3@me") == small.parse("0-3@me")  # the tiles have the same numbers
    assert rules.parse("0-3@mexican") != small.parse("0-3@mexican")  # a different id
    assert rules.move(12) != small.move(12)  # the same id, a different text
    assert small.action(rules.parse("0-3@mexican")) == int(small.parse("0-3@mexican"))
    for move in (rules.parse("9-12@3"), small.parse("pass"), small.parse("1-3@1")):
        again = pickle.loads(pickle.dumps(move))
        assert (again, str(again)) == (move, str(move))
    message = "9-12@3 is not a move under these rules"
    refuses(InvalidMoveError, message, small.action, rules.parse("9-12@3"))
    refuses(InvalidMoveError, message, mt.State(small, seed=1).push, rules.parse("9-12@3"))
    with pytest.raises(TypeError) as caught:
        mt.Move()
    assert str(caught.value) == "a Move comes from Rules.move(), Rules.parse() or legal_moves()"
