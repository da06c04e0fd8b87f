"""Refused settings and resets, ids, and the learning of a small network."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo  # type: ignore[import-untyped]  # it has no types
import pytest
from gymnasium.utils.env_checker import check_env

from helpers.environments import IDS
from helpers.messages import says
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train
from oxideal.bots import RuleBot
from oxideal.envs import BatchEnv, FourSquareEnv, SeatEnv, doudizhu_v0, rummy_v0
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRulesError,
    InvalidStateError,
)

# Refused settings


MAKERS: list[Callable[..., Any]] = [
    doudizhu_v0.env,
    rummy_v0.raw_env,
    FourSquareEnv,
    lambda **each: BatchEnv("rummy", **each),
    lambda **each: SeatEnv("rummy", **each),
]


@pytest.mark.parametrize("make", MAKERS)
def test_wrong_settings(make: Callable[..., Any]) -> None:
    kinds = "rules must be a Rules object of this game, a dict of options or the name of a preset, not "
    with pytest.raises(TypeError, match=f"{kinds}int"):
        make(rules=7)
    with pytest.raises(TypeError, match="rules must be a Rules object"):
        make(rules=mexican_train.Rules())
    with pytest.raises(InvalidRulesError, match="unknown field"):
        make(rules={"wrong": 1})
    message = 'unknown preset "douzro"' if make is doudizhu_v0.env else 'this game has no presets, got "douzro"'
    with pytest.raises(InvalidRulesError, match=message):
        make(rules="douzro")
    refuses(TypeError, "render_mode must be a str or None, not int", make, render_mode=1)
    with pytest.raises(InvalidArgumentError, match='unknown render_mode "pixels"; expected one of '):
        make(render_mode="pixels")


def test_rules_may_be_the_name_of_a_preset() -> None:
    rules = doudizhu.Rules.preset("rlcard")
    made: list[Any] = [
        gymnasium.make(IDS["doudizhu"], rules="rlcard").unwrapped,
        gymnasium.make_vec(IDS["doudizhu"], rules="rlcard").unwrapped,
        gymnasium.make_vec(IDS["doudizhu"], rules="rlcard", opponents="rule").unwrapped,
    ]
    assert [env.rules for env in made] == 3 * [rules]
    table = doudizhu_v0.env(rules="rlcard")
    table.reset(seed=7)
    assert table.round.rules == rules
    table.reset(options={"rules": doudizhu.Rules(auction=False, kicker_repeat=3, spring=True)})
    assert table.round.rules.spring
    table.reset(options={"rules": "rlcard"})
    assert table.round.rules == rules


@pytest.mark.parametrize(
    ("id_", "settings", "message"),
    [
        ("foursquare", {"opponents": "rule"}, "this game has one seat, so opponents must be None"),
        ("foursquare", {"seat": 0}, "this game has one seat, so seat must be None"),
        ("foursquare", {"progress": 0.5}, 'progress requires vectorization_mode="sync" or "async"'),
        ("foursquare", {"illegal_reward": -1.0}, 'illegal_reward requires vectorization_mode="sync" or "async"'),
        ("rummy", {"seat": 0}, "seat requires opponents: without them, the learner plays all seats"),
        ("rummy", {"max_steps": 9}, "max_steps requires opponents: without them, the learner plays all seats"),
        ("rummy", {"opponents": "rule", "threads": 2}, "threads and opponents are mutually exclusive"),
        ("rummy", {"opponents": "rule", "copy": False}, "copy and opponents are mutually exclusive"),
    ],
)
def test_settings_that_do_not_fit_a_vector_environment(id_: str, settings: dict[str, Any], message: str) -> None:
    refuses(InvalidArgumentError, message, lambda: gymnasium.make_vec(IDS[id_], num_envs=2, **settings))
    if "one seat" in message:
        refuses(InvalidArgumentError, message, lambda: gymnasium.make(IDS[id_], **settings))


@pytest.mark.parametrize("make", [*MAKERS[:3], MAKERS[-1]])
def test_wrong_rewards(make: Callable[..., Any]) -> None:
    for wrong in ("-1", True, 1j, [1]):
        with pytest.raises(TypeError, match="illegal_reward must be a number, not "):
            make(illegal_reward=wrong)
    for infinite in (float("nan"), float("inf"), 10**400, -(10**400)):
        refuses(InvalidArgumentError, "illegal_reward must be a finite number", make, illegal_reward=infinite)


def test_wrong_numbers() -> None:
    refuses(TypeError, "progress must be a number, not NoneType", FourSquareEnv, progress=None)
    refuses(TypeError, says("not_an_integer", "max_steps", "float"), rummy_v0.env, max_steps=1.5)
    with pytest.raises(InvalidArgumentError, match="max_steps must be 1 to"):
        rummy_v0.env(max_steps=0)
    with pytest.raises(InvalidArgumentError, match="seat 2 out of range: this game has seats 0 to 1"):
        rummy_v0.env(dealer=2)
    for wrong in (0, 10_000_001):
        with pytest.raises(InvalidArgumentError, match="num_envs must be 1 to 10000000"):
            BatchEnv("rummy", wrong)
    with pytest.raises(InvalidArgumentError, match="threads must be 1 to 256"):
        BatchEnv("rummy", 1, threads=0)
    with pytest.raises(InvalidArgumentError, match='unknown game "chess"'):
        BatchEnv("chess")
    refuses(TypeError, "copy must be True or False, not int", BatchEnv, "rummy", copy=1)


RESETS: list[Callable[[], Any]] = [
    rummy_v0.raw_env,
    FourSquareEnv,
    lambda: BatchEnv("rummy", 2),
    lambda: SeatEnv("rummy", seat=0),
]


@pytest.mark.parametrize("make", RESETS)
def test_refused_reset_changes_nothing(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=7)

    def position() -> Any:
        return env.batch.observations.tolist() if isinstance(env, BatchEnv) else env.round

    before = position()
    for seed in (1.5, "7", True):
        with pytest.raises(TypeError, match="seed must be 0 to"):
            env.reset(seed=seed)
    for number in (-1, 2**256):
        with pytest.raises(InvalidArgumentError, match="seed must be 0 to"):
            env.reset(seed=number)
    refuses(TypeError, "options must be a dict, not list", lambda: env.reset(options=[1]))
    with pytest.raises(TypeError, match="rules must be a Rules object"):
        env.reset(seed=8, options={"rules": 7})
    with pytest.raises(InvalidRulesError, match="unknown field"):
        env.reset(seed=8, options={"rules": {"wrong": 1}})
    if not isinstance(env, FourSquareEnv):
        with pytest.raises(InvalidRulesError, match="make a new environment"):
            env.reset(seed=8, options={"rules": {"players": 3}})
    if not isinstance(env, BatchEnv):
        with pytest.raises(InvalidArgumentError, match="stream must be 0 to"):
            env.reset(seed=8, options={"stream": -1})
        with pytest.raises(InvalidArgumentError, match="seat 5 out of range"):
            env.reset(seed=8, options={"dealer": 5})
    assert position() == before
    env.reset()
    env.reset(seed=np.int64(7))
    assert position() == before


@pytest.mark.parametrize("make", [*RESETS[:2], RESETS[3]])
def test_environments_can_be_copied_and_pickled_mid_round(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=7)
    env.step(env.round.legal_actions()[0])
    mine, before = env.round, env.round
    mine.push(mine.legal_actions()[0])
    assert env.round == before != mine  # what it returned is a copy
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.round == before
        other.step(other.round.legal_actions()[0])
        assert env.round == before != other.round
        other.reset()
        assert other.round.stream == 1


def test_environment_ids() -> None:
    for name in ("doudizhu", "mexican_train", "rummy"):
        env = pettingzoo.make("aec", f"oxideal/{name}-v0", render_mode="ansi")
        assert env.metadata["name"] == f"{name}_v0"
        assert isinstance(gymnasium.make(IDS[name]).unwrapped, SeatEnv)
    before = len(gymnasium.registry)
    importlib.reload(sys.modules["oxideal.envs"])
    assert len(gymnasium.registry) == before
    code = "import gymnasium; print(gymnasium.make('oxideal.envs:oxideal/FourSquare-v0').unwrapped)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "FourSquareEnv" in found.stdout


# Learning


@pytest.mark.full
def test_small_network_learns_to_beat_random_play() -> None:
    """The example as a user runs it, but with one thread, to leave the other processors to other tests."""
    example = Path(__file__).parent.parent.parent / "examples" / "train.py"
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    found = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True, env=one_thread)
    lines = dict(line.split(": ") for line in found.stdout.splitlines())
    leads = {name: [float(number) for number in re.findall(r"[+-]?\d+\.\d+", text)] for name, text in lines.items()}
    lead, margin = leads["untrained"]
    assert abs(lead) < 2 * margin
    lead, margin = leads["trained"]
    assert lead > 4 * margin > 0


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
