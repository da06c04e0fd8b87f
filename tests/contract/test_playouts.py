"""Playouts from rules, a state or a view ("Playouts" in `docs/contract.md`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.cases import CASES, Case, chance_ahead, module_of, play, rows
from helpers.playouts import DEALT, replayed
from helpers.refusal import refuses, shown_type
from helpers.splitmix import SplitMix
from oxideal.differential import GAMES
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


def test_split_playouts_give_the_same_results(case: Case) -> None:
    state, other = case.midway, case.other
    seat, playouts = state.current_player, case.module.playouts
    for start, twin in (
        (case.rules, other.Rules.from_dict(case.fields)),
        (state, other.State.from_bytes(state.to_bytes())),
        (state.view(seat), other.View.from_bytes(state.view(seat).to_bytes())),
    ):
        for seed, first in ((SEED, 0), (OTHER_SEED, 2**64 - 5)):
            whole = playouts(start, 5, seed, first=first)
            assert isinstance(whole, Playouts)
            for array, shape in ((whole.payoffs, (5, case.rules.players)), (whole.lengths, (5,))):
                assert array.dtype == np.int32
                assert array.shape == shape
            for threads in (2, 16):
                assert results(playouts(start, 5, seed, threads, first=first)) == results(whole)
            parts = [playouts(start, n, seed, first=first + at) for n, at in ((2, 0), (0, 2), (1, 2), (2, 3))]
            assert np.concatenate([part.payoffs for part in parts]).tolist() == whole.payoffs.tolist()
            assert np.concatenate([part.lengths for part in parts]).tolist() == whole.lengths.tolist()
            assert results(playouts(start=start, n=5, seed=seed.to_bytes(32, "little"), first=first)) == results(whole)
            assert results(other.playouts(twin, 5, seed, first=first)) == results(whole)
        assert len(playouts(start, 1).lengths) == 1  # without a seed
    assert results(playouts(case.rules, 12, SEED)) != results(playouts(case.rules, 12, SEED + 1))


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


def test_playouts_match_a_replay_by_hand(short: Case) -> None:
    """Some of the auctions after game 130 are dealt again."""
    state_type = vars(short.module)["State"]
    for seed, first, games in ((7, 0, 5), (2**256 - 1, 2**64 - 3, 3), (7, 130, 12)):
        played = short.module.playouts(short.rules, games, seed, first=first)
        for k in range(games):
            found = DEALT[short.game](state_type, short.rules, SplitMix.of_game(seed, first + k))
            assert (played.payoffs[k].tolist(), played.lengths[k]) == found


@pytest.mark.parametrize("game", GAMES)
def test_playouts_match_the_published_results(game: str, backend: str) -> None:
    module = module_of(game, backend)
    for row in rows(game, "playouts.json"):
        rules, seed, first = module.Rules.from_dict(row["rules"]), int(row["seed"]), int(row["first"])
        played = module.playouts(rules, len(row["lengths"]), seed, first=first)
        assert results(played) == (row["payoffs"], row["lengths"])
