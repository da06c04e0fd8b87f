"""Playouts from a state or a view ("Playouts" in `docs/contract.md`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.cases import CASES, Case, chance_ahead, play
from helpers.playouts import replayed
from helpers.refusal import refuses, shown_type
from helpers.splitmix import SplitMix
from oxideal.schemas import Playouts

SEED = 7
"""A seed whose base is known to `splitmix`, like the other one."""

OTHER_SEED = 2**256 - 1


def results(played: Playouts) -> tuple[list[Any], list[Any]]:
    return played.payoffs.tolist(), played.lengths.tolist()


def starts(case: Case) -> list[Any]:
    """Return a few states of a round, from start to end."""
    moments = list(play(case.state(4), 4))
    return [moments[place * (len(moments) - 1) // 3] for place in range(4)]


def test_playouts_from_a_state(case: Case) -> None:
    for state in starts(case):
        before = (state.to_bytes(), state.legal_actions())
        for seed, first in ((SEED, 0), (OTHER_SEED, 2**64 - 2)):
            run = case.module.playouts(state, 2, seed, first=first)
            assert isinstance(run, Playouts)
            for array, shape in ((run.payoffs, (2, case.rules.players)), (run.lengths, (2,))):
                assert array.dtype == np.int32
                assert array.shape == shape
            for k in range(2):
                expected = replayed(state, SplitMix.of_game(seed, first + k))
                assert (run.payoffs[k].tolist(), run.lengths[k]) == expected
        assert (state.to_bytes(), state.legal_actions()) == before


def test_playouts_from_a_view_start_at_its_samples(case: Case) -> None:
    for place, state in enumerate(starts(case)):
        view = state.view(place % case.rules.players)
        before = view.to_bytes()
        for seed, first in ((SEED, 0), (OTHER_SEED, 2**64 - 2)):
            run = case.module.playouts(view, 2, seed, first=first)
            for k in range(2):
                sample = view.sample(seed, stream=first + k)
                expected = replayed(sample, SplitMix.of_game(seed, first + k))
                assert (run.payoffs[k].tolist(), run.lengths[k]) == expected
        assert view.to_bytes() == before


def test_playouts_of_a_finished_round_are_empty(case: Case) -> None:
    state = case.game_over()
    for start in (state, *(state.view(seat) for seat in range(case.rules.players))):
        for n, threads in ((0, 1), (1, 1), (5, 3)):
            run = case.module.playouts(start, n, 1, threads=threads)
            assert run.lengths.tolist() == [0] * n
            assert run.payoffs.tolist() == [list(state.payoffs)] * n
            assert run.payoffs.shape == (n, case.rules.players)


def test_split_playouts_from_a_position_give_the_same_results(case: Case) -> None:
    state = case.midway
    seat = state.current_player
    for start, twin in (
        (state, case.other.State.from_bytes(state.to_bytes())),
        (state.view(seat), case.other.View.from_bytes(state.view(seat).to_bytes())),
    ):
        playouts = case.module.playouts
        whole = playouts(start, 5, SEED)
        for threads in (2, 16):
            assert results(playouts(start, 5, SEED, threads)) == results(whole)
        parts = [playouts(start, n, SEED, first=first) for n, first in ((2, 0), (0, 2), (3, 2))]
        assert np.concatenate([part.payoffs for part in parts]).tolist() == whole.payoffs.tolist()
        assert np.concatenate([part.lengths for part in parts]).tolist() == whole.lengths.tolist()
        assert results(playouts(start=start, n=5, seed=SEED.to_bytes(32, "little"))) == results(whole)
        assert results(case.other.playouts(twin, 5, SEED)) == results(whole)
        assert len(playouts(start, 1).lengths) == 1  # without a seed


@pytest.mark.parametrize("case", [each for each in CASES if each.backend == "rust"], ids=str)
def test_playouts_on_many_threads(case: Case) -> None:
    state = case.midway
    for start in (state, state.view(0)):
        one = case.module.playouts(start, 400, 3)
        for threads in (2, 8, 64):
            assert results(case.module.playouts(start, 400, 3, threads=threads)) == results(one)


def test_playouts_ignore_the_chance_of_the_state(case: Case) -> None:
    """States that differ only in chance ahead have the same playouts."""
    found = 0
    for state in [*starts(case), *case.states[:2]]:
        text = state.to_text()
        one, other = (case.module.State.from_text(text, seed=seed, stream=seed) for seed in (1, 2))
        found += one != other
        run = results(case.module.playouts(one, 2, SEED))
        assert run == results(case.module.playouts(other, 2, SEED)) == results(case.module.playouts(state, 2, SEED))
    assert found or not chance_ahead(case.state())


def test_playouts_ignore_the_last_actions(case: Case) -> None:
    state = case.midway
    view = state.view(0)
    assert results(case.module.playouts(view, 3, SEED)) == results(
        case.module.playouts(case.module.View.from_text(view.to_text()), 3, SEED)
    )


def test_start_of_playouts_is_checked(case: Case) -> None:
    playouts, state = case.module.playouts, case.state()
    things: list[Any] = [
        5,
        "text",
        {},
        case.fields,
        state.to_text(),
        state.to_bytes(),
        state.rules.move(0),
        case.module.Rules,
        case.module.State,
        case.other.Rules(),
        case.other.State(seed=1),
        case.other.State(seed=1).view(0),
    ]
    other_game = next(each for each in CASES if each.game != case.game and each.backend == case.backend)
    things += [other_game.rules, other_game.state(), other_game.state().view(0)]
    for thing in things:
        message = f"start must be Rules, a State or a View of this game, not {shown_type(thing)}"
        refuses(TypeError, message, playouts, thing, 1)
        refuses(TypeError, message, playouts, start=thing, n=1, seed=1)
