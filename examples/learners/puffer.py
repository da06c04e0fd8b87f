"""Step environments in PufferLib's vectorization.

    pip install 'oxideal[envs]' pufferlib
    python examples/learners/puffer.py

PufferLib does not pass on `infos` at each step, so the wrapper puts the legal actions in front of the observation.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import gymnasium
import numpy as np

import oxideal.envs  # noqa: F401 (registers the environments)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Step environments in PufferLib's vectorization.")
    parser.add_argument("--steps", type=int, default=500)
    return parser.parse_args()


try:
    import pufferlib.emulation
    import pufferlib.vector
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install pufferlib")


class MaskInFront(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Observations that begin with the action mask, one byte for each action."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        box: Any = env.observation_space
        high = np.concatenate([np.ones(env.action_space.n, np.uint8), box.high])  # type: ignore[attr-defined]
        self.observation_space = gymnasium.spaces.Box(0, high, dtype=np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        return np.concatenate([info.pop("action_mask").view(np.uint8), observation]), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        observation = np.concatenate([info.pop("action_mask").view(np.uint8), observation])
        return observation, reward, terminated, truncated, {}


def creator(**settings: Any) -> Any:
    def make() -> Any:
        return MaskInFront(gymnasium.make("oxideal/MexicanTrain-v0", **settings))

    return pufferlib.emulation.GymnasiumPufferEnv(env_creator=make)


def main() -> None:
    args = parse()
    settings = {"rules": {"players": 2, "set": 6, "hand_size": 7}, "opponents": "rule"}
    envs = pufferlib.vector.make(creator, env_kwargs=settings, backend=pufferlib.vector.Serial, num_envs=16)
    random = np.random.default_rng(1)
    actions = envs.single_action_space.n
    observations, _ = envs.reset(seed=1)
    start, returns = time.perf_counter(), []
    for _ in range(args.steps):
        masks = observations[:, :actions]  # here a network would choose
        chosen = (random.random(masks.shape) * masks).argmax(axis=1)
        observations, rewards, terminations, _, _ = envs.step(chosen)
        returns += rewards[terminations].tolist()
    print(f"{16 * args.steps / (time.perf_counter() - start):,.0f} steps a second")
    print(f"{len(returns)} rounds, {np.mean(returns):+.2f} a round")


if __name__ == "__main__":
    main()
