"""Train a player of Dou Dizhu with torch, scoring only the legal actions.

    pip install 'oxideal[envs]' torch
    python examples/learners/legal_ids.py --seconds 60

Dou Dizhu has more than ten thousand actions, but few of them are legal at a time. The network therefore reads an
observation and the features of one action, and returns the action's value, as in DouZero. It is fitted to the payoff
at the end of the round (Monte Carlo), and plays the action with the highest value, or a random one now and then.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np

import oxideal.envs  # noqa: F401 (registers the environments)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train a player of Dou Dizhu on its legal actions.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--rounds", type=int, default=1000)
    return parser.parse_args()


try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install torch")


def make(rows: int, opponents: str) -> Any:
    return gymnasium.make_vec(
        "oxideal/DouDizhu-v0", num_envs=rows, rules={"auction": False}, opponents=opponents, masks="ids"
    )


class Values(nn.Module):  # type: ignore[misc]  # torch may be missing
    """The value of an action, from an observation and the action's features."""

    def __init__(self, envs: Any) -> None:
        super().__init__()
        high = torch.tensor(envs.single_observation_space.high, dtype=torch.float32).clamp(min=1)
        features = torch.from_numpy(envs.unwrapped.rules.action_features()).float()
        self.register_buffer("high", high)
        self.register_buffer("features", features)
        self.seen = nn.Linear(len(high), 256)
        self.action = nn.Linear(features.shape[1], 256)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, observations: Any, ids: Any, rows: Any) -> Any:
        """Return the values of these ids; `rows` has the row of the observation of each."""
        body = self.seen(observations.float() / self.high)  # once for each observation
        return self.rest(body[rows] + self.action(self.features[ids])).squeeze(-1)


def choose(values: Values, observations: Any, infos: dict[str, Any], explore: float, random: Any) -> Any:
    """Return the best legal id of each row, or a random one with the probability `explore`."""
    ids, offsets = infos["legal_ids"], infos["legal_offsets"]
    counts = np.diff(offsets)
    with torch.no_grad():
        rows = torch.from_numpy(np.repeat(np.arange(len(counts)), counts))
        scores = values(torch.from_numpy(observations), torch.from_numpy(ids).long(), rows).numpy()
    best = np.array([a + scores[a:b].argmax() for a, b in pairwise(offsets)])
    drawn = offsets[:-1] + random.integers(counts)
    return ids[np.where(random.random(len(counts)) < explore, drawn, best)]


def test(values: Values, opponents: str, rounds: int) -> float:
    """Return the share of rounds that the learner wins, in all seats."""
    envs, random, won = make(50, opponents), np.random.default_rng(2), []
    observations, infos = envs.reset(seed=1001)
    left = np.full(50, max(rounds // 50, 1))  # as many rounds in each row, or short rounds would count more often
    while left.any():
        actions = choose(values, observations, infos, 0.0, random)
        observations, rewards, terminations, _, infos = envs.step(actions)
        counted = terminations & (left > 0)
        left -= counted
        won += (rewards[counted] > 0).tolist()
    return float(np.mean(won))


def main() -> None:
    args = parse()
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    envs = make(64, args.opponents)
    values = Values(envs)
    optimizer = torch.optim.Adam(values.parameters(), lr=1e-3)
    print(f"untrained: wins {test(values, args.opponents, args.rounds):.1%}", flush=True)
    observations, infos = envs.reset(seed=1)
    playing: list[list[tuple[Any, int]]] = [[] for _ in range(64)]  # the actions of each unfinished round
    batch: list[tuple[Any, int, float]] = []
    start, steps = time.perf_counter(), 0
    while time.perf_counter() - start < args.seconds:
        actions = choose(values, observations, infos, 0.1, random)
        for row, (observation, action) in enumerate(zip(observations, actions.tolist(), strict=True)):
            playing[row].append((observation, action))
        observations, rewards, terminations, _, infos = envs.step(actions)
        steps += 64
        for row in np.flatnonzero(terminations).tolist():
            result = float(np.sign(rewards[row]))
            batch += [(observation, action, result) for observation, action in playing[row]]
            playing[row] = []
        if len(batch) >= 2048:
            seen, ids, results = zip(*batch, strict=True)
            estimates = values(torch.from_numpy(np.stack(seen)), torch.tensor(ids), torch.arange(len(ids)))
            loss = (estimates - torch.tensor(results)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            batch = []
    print(f"{steps:,} steps in {time.perf_counter() - start:.0f} s", flush=True)
    print(f"trained: wins {test(values, args.opponents, args.rounds):.1%}")


if __name__ == "__main__":
    main()
