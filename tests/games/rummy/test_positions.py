"""Texts, positions and deals set up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.brute import rummy as brute
from helpers.messages import says
from helpers.refusal import refuses
from helpers.rummy import rules_of
from oxideal.random import Stream


def test_stock_of_a_position_is_shuffled(rummy: Any, backend: str) -> None:
    """All remaining cards, ascending, are shuffled by the stream, which reshuffles continue."""
    rules = rules_of(backend, {"hand_size": 2})
    rest = [card for card in brute.PACK if card not in ("5D", "6D", "KC", "QC", "7H")]
    for seed, stream in ((0, 0), (5, 0), (2**255, 2**90)):
        order = brute.text_of([rest[place] for place in Stream(seed, stream).shuffled(len(rest))])
        hands = ["5D 6D", "KC QC"]
        state = rummy.State.from_position(rules, hands=hands, turn=1, discards="7H", seed=seed, stream=stream)
        assert state.stock == order
        assert (state.seed, state.stream) == (None, None)
        deal = rummy.State.from_deal(rules, hands=hands, dealer=0, upcard="7H", seed=seed, stream=stream)
        assert deal.stock == order
        assert deal == state
    deals = {rummy.State.from_deal(rules, hands=hands, dealer=0, upcard="7H").stock for _ in range(9)}
    assert len(deals) == 9  # without a seed
    positions = {rummy.State.from_position(rules, hands=hands, turn=1, discards="7H").stock for _ in range(9)}
    assert len(positions) == 9


def test_positions_accept_cards_in_any_form(rummy: Any, backend: str) -> None:
    rules = rules_of(backend, {"hand_size": 2})
    expected = rummy.State.from_position(
        rules, hands=["5D 6D 8S", "KC QC"], turn=0, discards="7H", drew=True, took="8S", seed=0
    )
    found = rummy.State.from_position(
        rules,
        hands=iter([iter(["8s", "5\u2666", "6D"]), ("kc", "QC")]),
        turn=np.int64(0),
        discards=iter(["7\u2665"]),
        table=iter([]),
        drew=True,
        took="8\u2660",
        turns=np.uint8(0),
        taken=iter(["", ()]),
        seed=0,
    )
    assert found == expected
    assert found.taken == ("8S", "-")
    message = says("rules_of_other_game", "dict")
    refuses(TypeError, message, rummy.State.from_position, {}, hands=5, turn="x", discards=5)
    refuses(TypeError, message, rummy.State.from_deal, {}, hands=5, dealer="x", upcard=5)
