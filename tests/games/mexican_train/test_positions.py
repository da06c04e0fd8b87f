"""Texts, positions and deals set up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.brute import mexican_train as brute
from helpers.messages import says
from helpers.mexican_train import rules_of
from helpers.refusal import refuses
from oxideal.random import Stream


def test_boneyard_of_a_position_is_shuffled(mt: Any, backend: str) -> None:
    """All remaining tiles, ascending, are shuffled by the stream."""
    rules = rules_of(backend, {"players": 2, "set": 4, "hand_size": 2})
    trains = ["4-2 2-3", "-"]
    rest = brute.tiles_from("1-2 2-2 1-3 3-3 0-4 1-4 3-4")
    for seed, stream in ((0, 0), (5, 0), (2**255, 2**90)):
        order = [rest[place] for place in Stream(seed, stream).shuffled(len(rest))]
        state = mt.State.from_position(
            rules, hands=["0-0 0-1 1-1", "0-2 0-3"], turn=1, trains=trains, seed=seed, stream=stream
        )
        assert state.boneyard == brute.text_of(order)
        assert (state.seed, state.stream) == (None, None)
        assert state == mt.State.from_text(state.to_text())
    rest = [tile for tile in brute.tiles_of(4) if tile not in [(0, 0), (0, 1), (1, 1), (0, 2), (4, 4)]]
    for seed in (0, 7):
        order = [rest[place] for place in Stream(seed, 3).shuffled(len(rest))]
        state = mt.State.from_deal(rules, hands=["0-0 0-1", "0-2 1-1"], dealer=0, seed=seed, stream=3)
        assert state.boneyard == brute.text_of(order)
    hands = ["0-0 0-1", "0-2 1-1"]
    assert len({mt.State.from_deal(rules, hands=hands, dealer=0).boneyard for _ in range(9)}) == 9  # without a seed
    assert len({mt.State.from_position(rules, hands=hands, turn=0).boneyard for _ in range(9)}) == 9


def test_positions_accept_tiles_in_any_form(mt: Any, backend: str) -> None:
    rules = rules_of(backend, {"players": 2, "set": 3, "hand_size": 1})
    expected = mt.State.from_position(
        rules,
        hands=["0-1", "0-2"],
        turn=0,
        trains=["3-2 2-2", "-"],
        mexican="3-1",
        open_doubles=[2],
        marked=[1],
        seed=0,
    )
    found = mt.State.from_position(
        rules,
        hands=iter([[(1, 0)], ("2-0",)]),
        turn=np.int64(0),
        trains=([(np.int64(2), 3), "2-2"], []),
        mexican=iter(["1-3"]),
        marked=iter([np.int8(1)]),
        open_doubles=np.array([2]),
        seed=0,
    )
    assert found == expected
    message = says("rules_of_other_game", "dict")
    refuses(TypeError, message, mt.State.from_position, {}, hands=5, turn="x")
    refuses(TypeError, message, mt.State.from_deal, {}, hands=5, dealer="x")
