"""Refused settings and resets, ids, and the learning of a small network."""

from __future__ import annotations

import importlib
import os
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

from helpers.environments import IDS
from helpers.messages import says
from helpers.refusal import refuses
from oxideal import mexican_train
from oxideal.envs import BatchEnv, FourSquareEnv, SeatEnv, doudizhu_v0, rummy_v0
from oxideal.errors import (
    InvalidArgumentError,
    InvalidRulesError,
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
    with pytest.raises(TypeError, match="rules must be a Rules object of this game or a dict of options, not str"):
        make(rules="douzero")
    with pytest.raises(TypeError, match="rules must be a Rules object"):
        make(rules=mexican_train.Rules())
    with pytest.raises(InvalidRulesError, match="unknown field"):
        make(rules={"wrong": 1})
    refuses(TypeError, "render_mode must be a str or None, not int", make, render_mode=1)
    with pytest.raises(InvalidArgumentError, match='unknown render_mode "pixels"; expected one of '):
        make(render_mode="pixels")


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


def test_missing_extra_is_named_on_import() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import oxideal.envs"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "ImportError: oxideal.envs needs Gymnasium and PettingZoo" in found.stderr
    assert "pip install 'oxideal[envs]'" in found.stderr
    code = "import sys, oxideal, oxideal.doudizhu; assert not {'gymnasium', 'pettingzoo'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


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
