"""The training programs run and learn: `make learners`. They need torch, sb3-contrib and RLlib."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import oxideal.envs  # noqa: F401 (registers the environments)
from oxideal._registry import GAMES
from oxideal.arena import arena

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


RULES: dict[str, dict[str, Any]] = {"rummy": {}, "doudizhu": {"auction": False}}


@pytest.mark.parametrize("game", RULES)
def test_values(game: str, tmp_path: Path) -> None:
    """In a minute on a busy core it does not beat the bot yet."""
    weights = tmp_path / "weights.pt"
    options = ("--minutes", "1", "--tests", "1", "--deals", "100", "--out", str(weights))
    before, after = numbers("values.py", game, *options)
    assert after > before + 0.3
    bot = runpy.run_path(str(PROGRAMS / "values.py"))["Plays"](str(weights))
    result = arena(game, [bot, "random"], 50, seed=5, rules=GAMES[game].module().Rules(**RULES[game]))
    assert result.rows[0].wins.mean > 0.8


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
