"""Playouts of newly dealt rounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.cases import Case, module_of, rows
from helpers.playouts import DEALT
from helpers.splitmix import SplitMix
from oxideal.differential import GAMES
from oxideal.schemas import Playouts

# Playouts


def results(played: Playouts) -> tuple[list[Any], list[Any]]:
    return played.payoffs.tolist(), played.lengths.tolist()


def test_split_playouts_give_the_same_results(case: Case) -> None:
    rules, playouts = case.rules, case.module.playouts
    whole = playouts(rules, 12, 7)
    assert isinstance(whole, Playouts)
    for array, shape in ((whole.payoffs, (12, rules.players)), (whole.lengths, (12,))):
        assert array.dtype == np.int32
        assert array.shape == shape
    assert results(whole) == results(playouts(rules, 12, seed=7, threads=3, first=0))
    assert results(whole) == results(playouts(rules, 12, 7, 16))
    for cuts in ((0, 12), (1, 5, 6), (11, 1)):
        done, parts = 0, []
        for games in cuts:
            parts.append(playouts(rules, games, 7, first=done))
            done += games
        assert np.concatenate([part.payoffs for part in parts]).tolist() == whole.payoffs.tolist()
        assert np.concatenate([part.lengths for part in parts]).tolist() == whole.lengths.tolist()
    assert results(whole) != results(playouts(rules, 12, 8))
    assert results(whole) == results(playouts(rules, 12, (7).to_bytes(32, "little")))
    assert results(whole) == results(case.other.playouts(case.other.Rules.from_dict(case.fields), 12, 7))
    assert len(playouts(rules, 3).lengths) == 3  # without a seed


def test_single_game_of_a_run_can_be_replayed(case: Case) -> None:
    for seed in (7, 2**256 - 1):
        for first in (0, 5, 2**32 - 2, 2**64 - 4):
            run = case.module.playouts(case.rules, 4, seed, first=first)
            alone = [case.module.playouts(case.rules, 1, seed, first=first + k) for k in range(4)]
            assert [each.payoffs[0].tolist() for each in alone] == run.payoffs.tolist()
            assert [each.lengths[0] for each in alone] == run.lengths.tolist()


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
