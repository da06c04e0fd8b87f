"""Train a player with PPO of RLlib, with action masks.

pip install 'oxideal[envs]' 'ray[rllib]' torch
python examples/learners/rllib.py --iterations 5
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import gymnasium
import numpy as np

import oxideal.envs  # noqa: F401 (registers the environments)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train with RLlib.")
    parser.add_argument("--iterations", type=int, default=5)
    return parser.parse_args()


try:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install 'ray[rllib]' torch")


class MaskedObservation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Observations as RLlib's masking module wants them: a dict of the mask and the observation, in float32."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        box: Any = env.observation_space
        self.high = np.maximum(box.high, 1).astype(np.float32)
        mask = gymnasium.spaces.Box(0, 1, (int(env.action_space.n),), np.float32)  # type: ignore[attr-defined]
        seen = gymnasium.spaces.Box(0, 1, box.shape, np.float32)
        self.observation_space = gymnasium.spaces.Dict({"action_mask": mask, "observations": seen})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        return self._dict(observation, info), {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._dict(observation, info), reward, terminated, truncated, {}

    def _dict(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {"action_mask": info["action_mask"].astype(np.float32), "observations": observation / self.high}


def main() -> None:
    args = parse()
    rules = {"players": 2, "set": 6, "hand_size": 7}
    register_env(
        "mexican_train",
        lambda _: MaskedObservation(gymnasium.make("oxideal/MexicanTrain-v0", rules=rules, opponents="rule")),
    )
    config = (
        PPOConfig()
        .environment("mexican_train")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(train_batch_size=4000, minibatch_size=500, lr=1e-3, gamma=1.0, num_epochs=4)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128, 128], "head_fcnet_activation": "relu"},
            )
        )
    )
    algorithm = config.build_algo()
    for iteration in range(args.iterations):
        result = algorithm.train()["env_runners"]["episode_return_mean"]
        print(f"iteration {iteration + 1}: {result:+.2f} a round", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
