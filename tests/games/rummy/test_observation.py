"""Observations of Rummy in rare positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.brute import rummy as brute
from helpers.cases import Case
from helpers.observations import cards, check, marks, push, shown


def test_rare_values_are_observed(rummy: Any, backend: str) -> None:
    """Runs with high and low aces, a card taken in this turn, a distant limit."""
    rules = rummy.Rules(players=3, hand_size=9, ace="both", turn_limit=1000)
    case = Case("rummy", backend, rules.to_dict())
    state = rummy.State.from_position(
        rules,
        hands=["2C 3C 4D 9D 9H", "4C 4H 5H 9S 7D 7H", "2H 2S 6S"],
        turn=1,
        discards="5D 6D 5S TC TD",
        table=["8C 8D 8H 8S", "QS KS AS", "JC QC KC AC", "AD 2D 3D"],
        drew=True,
        took="7H",
        turns=700,
    )
    for seat in range(3):
        check(case, state.view(seat))
    assert np.flatnonzero(shown(state, 2, "run_ends")).tolist() == [9, 52, 55]
    assert np.flatnonzero(shown(state, 2, "run_starts")).tolist() == [1, 40, 47]
    assert np.flatnonzero(shown(state, 2, "took")).tolist() == [26]
    assert shown(state, 2, "turns_left") == [255]
    late = rummy.State.from_text(state.to_text().replace("turns 700", "turns 745"))
    assert shown(late, 0, "turns_left") == [255]
    late = rummy.State.from_text(state.to_text().replace("turns 700", "turns 746"))
    assert shown(late, 0, "turns_left") == [254]


def test_only_the_stock_is_hidden_after_the_end(rummy: Any, backend: str) -> None:
    stock = " ".join(card for card in brute.PACK if card not in ["7S", "8H", "9H", "6C", "6D", "6H", "6S", "4C"])
    text = (
        f"rummy hand_size=3; hand 0 7S; hand 1 8H 9H; stock {stock}; table 6C 6D 6H 6S; discards 4C; "
        "turn 0 drew; turns 40; earlier 7S 8H 9H by 1 2"
    )
    state = rummy.State.from_text(text)
    case = Case("rummy", backend, state.rules.to_dict())
    for seat in (0, 1):
        check(case, state.view(seat))
    assert [each for each in shown(state, 0, "hidden") if each > 1] == [2, 2]
    push(state, "discard 7S")
    for seat in (0, 1):
        check(case, state.view(seat))
        assert np.array_equal(shown(state, seat, "hidden"), marks(cards(stock)))
        assert shown(state, seat, "held")[1] == [[0, 2], [2, 0]][seat]
