"""The training programs run and learn: `make learners`. They need torch, sb3-contrib and RLlib."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch

import oxideal.envs  # noqa: F401 (registers the environments)
from oxideal._registry import GAMES

PROGRAMS = Path(__file__).parent.parent.parent / "examples" / "learners"


def numbers(*command: str) -> list[float]:
    """Run a program and return the first number after the colon of each line of results."""
    found = subprocess.run(
        [sys.executable, PROGRAMS / command[0], *command[1:]],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert found.returncode == 0, found.stderr
    return [float(each) for each in re.findall(r"^[\w ]+: \D*?([+-]?\d+\.\d+)", found.stdout, re.MULTILINE)]


def test_ppo() -> None:
    before, after = numbers("ppo.py", "--seconds", "30")
    assert after > before + 2


@pytest.mark.parametrize("game", ["rummy", "doudizhu"])
def test_improve(game: str, tmp_path: Path) -> None:
    """A minute is too short to beat the bot, but not to learn something of what actions are worth in new rounds."""
    weights = tmp_path / "weights.pt"
    out = ("--processes", "1", "--tests", "2", "--test-deals", "50", "--out", str(weights))
    before, after = numbers("improve.py", game, "--minutes", "1", *out)
    assert before == 0  # untrained, it plays as the bot
    assert after > -5
    improve: Any = SimpleNamespace(**runpy.run_path(str(PROGRAMS / "improve.py")))
    rng, rules = np.random.default_rng(7), improve.rules_of(game)
    values = improve.Values(rules)
    values.load_state_dict(torch.load(weights))
    batch = import_module(f"oxideal.{game}").Batch(rules, improve.GAMES, seed=7)
    new = [each for _ in range(20) for each in improve.step(game, batch, np.zeros(improve.GAMES), values, rng)]
    with torch.no_grad():
        found = values([decision for decision, *_ in new])
    worth = torch.from_numpy(np.concatenate([each for _, each, *_ in new]))
    assert ((found - worth) ** 2).mean() < 0.98 * (worth**2).mean()


def test_legal_ids() -> None:
    before, after = numbers("legal_ids.py", "--seconds", "30")
    assert after > before + 10  # percent of rounds


def test_maskable_ppo() -> None:
    before, after = numbers("maskable_ppo.py", "--steps", "20000")
    assert after > before + 1


def test_rllib() -> None:
    assert len(numbers("rllib.py", "--iterations", "2")) == 2


@pytest.mark.parametrize("name", [game.class_name for game in GAMES.values()])
def test_videos(name: str, tmp_path: Path) -> None:
    env: Any = gymnasium.make(f"oxideal/{name}-v0", render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda _: True)
    env.reset(seed=7)
    for _ in range(5):
        env.step(int(env.get_wrapper_attr("action_masks")().argmax()))
    env.close()
    assert [path.suffix for path in (tmp_path / "videos").iterdir()] == [".mp4"]
    assert next((tmp_path / "videos").iterdir()).stat().st_size > 1000
