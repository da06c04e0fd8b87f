"""Features of actions: what a move is and what it leaves, against decoders that read only public attributes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers import effort
from helpers.action_features import decode
from helpers.cases import CASES, Case, module_of, rows
from oxideal.differential import GAMES
from oxideal.schemas.observation import ObservationSpec

MOST = 12
"""How many actions of a view are decoded."""


def test_features_match_the_view(case: Case) -> None:
    spec = case.rules.action_features_spec()
    decoded = 0
    for place, state in enumerate(case.states[:: 2 if effort.level else 6]):
        if state.is_over:
            continue
        view = state.view(state.current_player)
        features, moves = view.action_features(), view.legal_moves()
        assert features.shape == (len(moves), spec.size)
        assert features.dtype == np.uint8
        assert (features <= spec.high).all()
        for number in range(place % 3, len(moves), max(len(moves) // MOST, 1)):
            decode(case.game, view, moves[number], spec.split(features[number]))
            decoded += 1
    assert decoded > 5


def test_other_seats_and_ended_rounds_have_no_rows(case: Case) -> None:
    spec = case.rules.action_features_spec()
    for state in case.states[::5]:
        for seat in range(case.rules.players):
            view = state.view(seat)
            if seat != state.current_player:
                assert view.action_features().shape == (0, spec.size)


def test_features_are_new_arrays(case: Case) -> None:
    state = case.midway
    view = state.view(state.current_player)
    found, before = view.action_features(), view.action_features()
    found.fill(77)
    assert np.array_equal(view.action_features(), before)


def test_features_hold_nothing_hidden(case: Case) -> None:
    for state in case.states[::6]:
        if state.is_over:
            continue
        view = state.view(state.current_player)
        for seed in (1, 2):
            assert np.array_equal(view.sample(seed).view(view.seat).action_features(), view.action_features())


def test_backends_agree_on_features() -> None:
    cases = [case for case in CASES if case.backend != "rust"]
    for case in cases[:: 1 if effort.level else 3]:
        for state in case.states[::3]:
            twin = case.other.State.from_bytes(state.to_bytes())
            for seat in range(case.rules.players):
                assert np.array_equal(twin.view(seat).action_features(), state.view(seat).action_features())


def test_batches_have_the_features_of_their_views(case: Case) -> None:
    n = 5 if case.backend != "rust" else 300
    batch = case.module.Batch(case.rules, n, seed=3, threads=2)
    alone = case.module.Batch(case.rules, n, seed=3)
    for step in range(4):
        features, offsets = batch.action_features(), batch.legal_offsets
        assert features.shape == (len(batch.legal_ids), case.rules.action_features_spec().size)
        assert np.array_equal(alone.action_features(), features)
        for game in {0, n // 2, n - 1}:
            own = features[offsets[game] : offsets[game + 1]]
            assert np.array_equal(own, batch.view(game).action_features())
        actions = batch.sample_actions(step)
        batch.step(actions)
        alone.step(actions)


LAYOUTS = [(game, row) for game in GAMES for row in rows(game, "action_features.json")]
"""The tables of `docs/observations.md` with numbers filled in."""


@pytest.mark.parametrize(("game", "layout"), LAYOUTS, ids=lambda value: value if type(value) is str else "")
def test_layout_is_as_published(game: str, layout: dict[str, Any], backend: str) -> None:
    spec = module_of(game, backend).Rules(**layout["rules"]).action_features_spec()
    assert type(spec) is ObservationSpec
    assert [[field.name, list(field.shape), field.high] for field in spec.fields] == layout["fields"]
    assert (spec.size, spec.version, spec.dtype) == (layout["size"], layout.get("version", 1), "uint8")
