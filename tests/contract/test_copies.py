"""Copies and pickles are equal and independent; equality does not depend on the history."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from helpers.cases import Case, chance_ahead
from helpers.contract import COPIES, drawn, fingerprint


@pytest.mark.parametrize("way", COPIES)
def test_copies_are_equal_and_independent(case: Case, way: str) -> None:
    for state in case.states[::3]:
        before = fingerprint(state)
        twin = COPIES[way](state)
        assert type(twin) is type(state)
        assert twin == state
        assert fingerprint(twin) == before
        if state.legal_actions():
            action = state.legal_actions()[-1]
            twin.push(action)
            assert twin != state
            assert fingerprint(state) == before
            state.push(action)
            assert fingerprint(state) == fingerprint(twin)
            assert twin.pop() == action
            assert twin != state
            assert fingerprint(twin) == before
            state.pop()
        while twin.history:  # the history is copied as well
            twin.pop()
        assert fingerprint(state) == before


def test_copies_of_views_and_rules(case: Case) -> None:
    for state in case.states[::4]:
        view = state.view(0)
        for thing in (view, state.rules):
            twins = [copy.copy(thing), copy.deepcopy(thing)]
            twins += [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
            for twin in twins:
                assert type(twin) is type(thing)
                assert twin == thing
                assert hash(twin) == hash(thing)
                if thing is view:
                    assert twin.recent == view.recent
                    assert np.array_equal(twin.observation(), view.observation())
        for twin in (type(view).from_bytes(view.to_bytes()), type(view).from_text(view.to_text())):
            assert twin == view
            assert hash(twin) == hash(view)
            assert (twin.to_text(), twin.rules) == (view.to_text(), view.rules)
        assert type(view).from_bytes(view.to_bytes()).to_bytes() == view.to_bytes()


def test_equality_ignores_history(case: Case) -> None:
    for place, state in enumerate(case.states):
        detour, straight = (case.module.State.from_text(state.to_text(), seed=7) for _ in range(2))
        for action in drawn(state.legal_actions(), place):
            detour.push(action)
            detour.pop()
        assert detour == straight
        assert hash(detour) == hash(straight)
        assert (detour == state) is (straight == state)
        assert chance_ahead(state) or detour == state
        assert state != case.state(seed=1234)
        assert state != state.view(0)
        assert state != state.to_text()
    assert case.state(1) != case.state(2)
