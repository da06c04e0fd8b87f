"""Seed, stream and dealer determine the deal."""

from __future__ import annotations

import numpy as np

from helpers import codec
from helpers.cases import Case, play
from helpers.contract import COPIES, Index


def test_seed_and_stream_determine_the_deal(case: Case) -> None:
    state_type, rules = case.module.State, case.rules
    for seed, stream in ((0, 0), (2**256 - 1, 2**96 - 1), (2**64, 2**32)):
        state = state_type(rules, seed=seed, stream=stream)
        assert (state.seed, state.stream) == (seed, stream)
        assert state == state_type(rules, seed=seed.to_bytes(32, "little"), stream=Index(stream))
        assert (
            state.to_text()
            == case.other.State(case.other.Rules.from_dict(case.fields), seed=seed, stream=stream).to_text()
        )
    assert state_type(rules, seed=1) != state_type(rules, seed=1, stream=1)
    assert state_type(seed=1) == state_type(None, seed=1) == state_type(case.module.Rules(), seed=1)
    drawn = state_type(rules)
    assert drawn.seed is not None
    assert drawn == state_type(rules, seed=drawn.seed, stream=0)
    assert drawn.seed != state_type(rules).seed
    assert case.state().view(0).sample() is not None


def test_dealer_is_drawn_or_given(case: Case) -> None:
    """The dealer is drawn first, unless it is given or there is only one seat."""
    state_type, rules, players = case.module.State, case.rules, case.rules.players
    drawn_state = case.state(7, 3)
    assert state_type(rules, seed=7, stream=3, dealer=None) == drawn_state
    states = [state_type(rules, seed=7, stream=3, dealer=seat) for seat in range(players)]
    for seat, state in enumerate(states):
        assert (state.seed, state.stream, state.history) == (7, 3, ())
        assert state == state_type(rules, seed=7, stream=Index(3), dealer=Index(seat)) == case.state(7, 3, seat)
        assert (state == drawn_state) is (players == 1)
        assert [state == other for other in states] == [seat == other for other in range(players)]
        twin = case.other.State(case.other.Rules.from_dict(case.fields), seed=7, stream=3, dealer=np.uint8(seat))
        assert twin.to_text() == state.to_text()
        text = state.to_text()
        moments = list(play(state, seat))
        assert moments[0].to_text() == text
        for moment in (moments[0], moments[len(moments) // 2], moments[-1]):
            data = moment.to_bytes()
            head = codec.header("S", case.game, codec.rules_of(data, case.game))
            assert data == head + codec.dealt(7, 3, seat) + codec.history(moment.history)
            assert case.other.State.from_bytes(data).to_bytes() == data
            for way in COPIES:
                copied = COPIES[way](moment)
                assert copied == moment
                assert copied.to_bytes() == data
                while copied.history:
                    copied.pop()
                assert copied.to_text() == text
            for view in range(players):
                assert case.module.View.from_events(rules, view, moment.events(view)) == moment.view(view)
