"""Train a player with MaskablePPO of sb3-contrib.

pip install 'oxideal[envs]' sb3-contrib
python examples/learners/maskable_ppo.py --steps 20000
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import gymnasium

import oxideal.envs  # noqa: F401 (registers the environments)

ID = "oxideal/MexicanTrain-v0"
SETTINGS: dict[str, Any] = {"rules": {"players": 2, "set": 6, "hand_size": 7}, "opponents": "rule"}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train with MaskablePPO.")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=200)
    return parser.parse_args()


try:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.env_util import make_vec_env
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install sb3-contrib")


def main() -> None:
    args = parse()
    envs = make_vec_env(lambda: gymnasium.make(ID, **SETTINGS), n_envs=8, seed=1)
    tests = make_vec_env(lambda: gymnasium.make(ID, **SETTINGS), n_envs=8, seed=1001)
    # The masks come from the environment's action_masks().
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=512, learning_rate=1e-3, gamma=1.0, seed=1)
    print(f"untrained: {evaluate_policy(model, tests, args.rounds, deterministic=False)[0]:+.2f} a round", flush=True)
    model.learn(args.steps)
    print(f"trained: {evaluate_policy(model, tests, args.rounds, deterministic=False)[0]:+.2f} a round")


if __name__ == "__main__":
    main()
