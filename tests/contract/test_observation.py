"""Observations compared with independent decoders that read only the attributes of views; also features of actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers import effort
from helpers.cases import CASES, Case
from helpers.observations import check, moments


def arrays(view: Any) -> tuple[Any, Any]:
    return view.observation(), view.action_features()


def test_observations_match_the_view(case: Case) -> None:
    seats = case.rules.players
    for place, state in enumerate(moments(case)):
        for seat in range(seats) if seats < 6 or state.is_over else ((place * 5 + each) % seats for each in range(3)):
            check(case, state.view(seat))


def test_observations_of_samples_and_texts(case: Case) -> None:
    """Samples continue the last actions; texts drop them."""
    for place, state in enumerate(case.states[::5]):
        seat = place % case.rules.players
        check(case, state.view(seat))
        check(case, state.view(seat).sample(place).view((seat + 1) % case.rules.players))
        read = case.module.State.from_text(state.to_text())
        for _ in range(3):
            check(case, read.view(seat))
            if read.is_over:
                break
            read.push(read.legal_actions()[0])
        view = case.module.View.from_text(state.view(seat).to_text())
        check(case, view)


def test_arrays_are_new(case: Case) -> None:
    state = case.midway
    view = state.view(state.current_player)
    for read in (view.observation, view.action_features):
        found, before = read(), read()
        found.fill(77)
        assert np.array_equal(read(), before)
        assert found.flags.writeable
        assert found.flags.c_contiguous


def test_backends_agree() -> None:
    cases = [case for case in CASES if case.backend != "rust"]
    for case in cases[:: 1 if effort.level else 3]:
        for state in case.states[::3]:
            twin = case.other.State.from_bytes(state.to_bytes())
            assert twin.recent == state.recent
            for seat in range(case.rules.players):
                assert all(map(np.array_equal, arrays(twin.view(seat)), arrays(state.view(seat))))
