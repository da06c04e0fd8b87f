"""FourSquare for Gymnasium: Gymnasium's own check, and a state played alongside."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from helpers.environments import IDS
from helpers.messages import says
from helpers.refusal import refuses
from oxideal import foursquare
from oxideal.bots import RuleBot
from oxideal.envs import FourSquareEnv
from oxideal.errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidStateError,
)


@pytest.mark.parametrize("settings", [{}, {"progress": 0.1, "rules": {"diagonal": True}}])
def test_gymnasium_check_env(settings: dict[str, Any]) -> None:
    env = gymnasium.make(IDS["foursquare"], render_mode="ansi", **settings)
    check_env(env.unwrapped)


# FourSquare


def test_foursquare_env_matches_a_state() -> None:
    env = gymnasium.make(IDS["foursquare"])
    chance = random.Random(3)
    for game in range(20):
        observation, info = env.reset(seed=7 if game == 0 else None)
        state = foursquare.State(seed=7, stream=game)
        while True:
            view = state.view(0)
            assert env.unwrapped.view == view  # type: ignore[attr-defined]
            assert np.array_equal(observation, view.observation())
            assert np.flatnonzero(info["action_mask"]).tolist() == state.legal_actions()
            assert np.flatnonzero(env.get_wrapper_attr("action_masks")()).tolist() == state.legal_actions()
            if state.is_over:
                break
            action = chance.choice(state.legal_actions())
            state.push(action)
            observation, reward, terminated, truncated, info = env.step(np.int64(action))
            assert terminated == state.is_over
            assert not truncated
            assert reward == (0 if state.payoffs is None else state.payoffs[0])


def test_gymnasium_vectorizes_single_envs() -> None:
    settings: dict[str, Any] = {"rules": foursquare.Rules(diagonal=True), "num_envs": 2}
    single = gymnasium.make_vec(IDS["foursquare"], vectorization_mode="sync", **settings)
    many = gymnasium.make_vec(IDS["foursquare"], **settings)
    assert single.observation_space == many.observation_space
    assert single.action_space == many.action_space
    single.reset(seed=7)
    many.reset(seed=7)
    for envs in (single, many):
        assert envs.step(np.array([24, 24]))[1].tolist() == [0, 0]


def test_won_foursquare_pays() -> None:
    env = FourSquareEnv(progress=0.5)
    bot = RuleBot()
    won = 0
    env.reset(seed=7)
    for _ in range(30):
        total = 0.0
        while not env.round.is_over:
            total += env.step(bot.choose(env.view))[1]
        state = env.round
        assert state.payoffs is not None
        assert total == state.payoffs[0] + 0.5 * np.count_nonzero(state.grid > 0)
        won += state.is_won
        env.reset()
    assert won > 0


def test_illegal_placements() -> None:
    env = FourSquareEnv()
    env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "[FS-04]" in info["illegal"]
    assert not info["action_mask"].any()
    assert np.array_equal(observation, foursquare.State(seed=7).view(0).observation())
    refuses(InvalidStateError, "the round is over: call reset() to deal the next one", env.step, 24)
    env.reset()
    env.step(24)
    strict = FourSquareEnv(illegal_reward=None)
    strict.reset(seed=7)
    for _ in range(2):
        with pytest.raises(IllegalMoveError, match="FS-04"):
            strict.step(0)
    for each in (env, strict):
        before = each.round
        refuses(InvalidMoveError, says("action_out_of_range", 49, 48), each.step, 49)
        for wrong in (None, 24.0, True, [24]):
            with pytest.raises(TypeError, match="a move must be a Move of this game, its text or its id"):
                each.step(wrong)
        assert each.round == before
    strict.step(24)
    refuses(InvalidStateError, "call reset() first: it deals a round", FourSquareEnv().step, 24)
