"""Playouts replayed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.doudizhu import dealt, rules_from
from helpers.playouts import replayed
from helpers.splitmix import SplitMix

SEED = 7

# Playouts


@pytest.mark.parametrize("fields", [{}, {"players": 4, "spring": True}, {"auction": False}, {"all_pass": "void"}])
def test_playouts_match_a_replay_by_hand(dd: Any, backend: str, fields: dict[str, Any]) -> None:
    rules = rules_from(backend, {"rules": fields})
    redeals = 0
    dealt_anew = 138 if rules.players == 3 else 244  # everybody passes at first
    for seed, first in ((7, 0), (2**256 - 1, 2**64 - 3), (7, dealt_anew - 1)):
        played = dd.playouts(rules, 3, seed, first=first)
        for k in range(3):
            chance = SplitMix.of_game(seed, first + k)
            dealer, length = None, 0
            while True:
                deal = dealt(chance, rules.players, dealer)
                dealer = deal["dealer"]
                state = dd.State.from_deal(
                    rules, hands=deal["hands"], kitty=deal["kitty"], first_bidder=deal["first_bidder"], dealer=dealer
                )
                last_pass = (0,) * (rules.players - 1)
                while legal := state.legal_actions():
                    action = legal[chance.below(len(legal))]
                    length += 1
                    if rules.auction and rules.all_pass == "redeal" and (*state.bids, action) == (*last_pass, 0):
                        break  # redealt by the playout's generator, not the state's
                    state.push(action)
                if state.is_over:
                    break
                redeals += 1
            assert tuple(played.payoffs[k]) == state.payoffs
            assert played.lengths[k] == length
    assert (redeals > 0) is (rules.auction and rules.all_pass == "redeal")


def test_playouts_redeal(dd: Any) -> None:
    """DD-09: after two of three passes, one action in four is a pass that makes the playout's
    generator redeal.
    """
    rules = dd.Rules()
    state = dd.State(rules, seed=3)
    state.push(0)
    state.push(0)
    run = dd.playouts(state, 24, SEED)
    seat = state.current_player
    views = dd.playouts(state.view(seat), 24, SEED)
    redeals = 0
    for k in range(24):
        chance = SplitMix.of_game(SEED, k)
        assert (run.payoffs[k].tolist(), run.lengths[k]) == replayed(state, chance)
        sample = state.view(seat).sample(SEED, k)
        assert (views.payoffs[k].tolist(), views.lengths[k]) == replayed(sample, SplitMix.of_game(SEED, k))
        redeals += SplitMix.of_game(SEED, k).below(4) == 0
    assert redeals > 1


def test_playouts_end_at_the_last_redeal(dd: Any) -> None:
    """DD-09: a playout of an auction that may not be dealt again ends when everybody passes."""
    rules = dd.Rules(max_redeals=1)
    state = dd.State(rules, seed=3)
    for _ in range(5):
        state.push(0)
    assert state.redeals == 1
    for start in (state, state.view(state.current_player)):
        run = dd.playouts(start, 24, SEED)
        void = [k for k in range(24) if SplitMix.of_game(SEED, k).below(4) == 0]
        assert [k for k in range(24) if run.lengths[k] == 1] == void != []
        assert not run.payoffs[void].any()
