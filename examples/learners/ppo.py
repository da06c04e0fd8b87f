"""Train a player with PPO in a single file, in the manner of CleanRL, and test it against the same opponents.

pip install 'oxideal[envs]' torch
python examples/learners/ppo.py --game MexicanTrain --opponents rule --seconds 60
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import gymnasium
import numpy as np

import oxideal.envs  # noqa: F401 (registers the environments)

RULES = {
    "DouDizhu": {"auction": False},
    "MexicanTrain": {"players": 2, "set": 6, "hand_size": 7},
    "Rummy": {"players": 2, "hand_size": 7},
}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train with PPO against bots.")
    parser.add_argument("--game", choices=RULES, default="MexicanTrain")
    parser.add_argument("--opponents", default="rule")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--num-steps", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--test-rounds", type=int, default=1000)
    return parser.parse_args()


try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install torch")


class Agent(nn.Module):  # type: ignore[misc]  # torch may be missing
    """A policy and a value on one body. Illegal actions get a logit that they are never drawn with."""

    def __init__(self, envs: Any, hidden: int = 128) -> None:
        super().__init__()
        size, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
        self.register_buffer("high", torch.tensor(envs.single_observation_space.high, dtype=torch.float32).clamp(min=1))
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.actor = nn.Linear(hidden, actions)
        self.critic = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        body = self.body(observations.float() / self.high)
        logits = self.actor(body).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(body).squeeze(-1)


def mask_of(infos: dict[str, Any]) -> Any:
    return torch.from_numpy(infos["action_mask"]).bool()


def test(agent: Agent, args: argparse.Namespace, rounds: int) -> str:
    """Return what a round pays against the opponents, and how many are won, with 95 % intervals.

    The payment is the payoff minus the average of all seats.
    """
    envs = gymnasium.make_vec(f"oxideal/{args.game}-v0", num_envs=50, rules=RULES[args.game], opponents=args.opponents)
    observations, infos = envs.reset(seed=args.seed + 1000)
    paid: list[float] = []
    won: list[bool] = []
    left = np.full(50, max(rounds // 50, 1))  # as many rounds in each row, or short rounds would count more often
    while left.any():
        with torch.no_grad():
            actions = agent(torch.from_numpy(observations), mask_of(infos))[0].sample()
        observations, rewards, terminations, truncations, infos = envs.step(actions.numpy())
        counted = (terminations | truncations) & (left > 0)
        left -= counted
        payoffs = infos["payoffs"][counted]
        paid += (rewards[counted] - payoffs.mean(axis=1)).tolist()
        won += (payoffs.any(axis=1) & (rewards[counted] == payoffs.max(axis=1))).tolist()
    margins = [1.96 * float(np.std(each)) / len(each) ** 0.5 for each in (paid, won)]
    return (
        f"payment {np.mean(paid):+.2f} ± {margins[0]:.2f}, won {np.mean(won):.1%} ± {margins[1]:.1%} "
        f"of {len(paid)} rounds against {args.opponents}"
    )


def train(args: argparse.Namespace) -> Agent:
    torch.manual_seed(args.seed)
    envs = gymnasium.make_vec(
        f"oxideal/{args.game}-v0", num_envs=args.num_envs, rules=RULES[args.game], opponents=args.opponents
    )
    agent = Agent(envs)
    print(f"untrained: {test(agent, args, args.test_rounds)}", flush=True)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    start, steps, scale = time.perf_counter(), 0, None
    given, infos = envs.reset(seed=args.seed)
    observation, mask = torch.from_numpy(given), mask_of(infos)
    while time.perf_counter() - start < args.seconds:
        rows: list[tuple[Any, ...]] = []
        for _ in range(args.num_steps):
            with torch.no_grad():
                policy, value = agent(observation, mask)
                action = policy.sample()
            given, reward, terminations, truncations, infos = envs.step(action.numpy())
            ended = torch.from_numpy(terminations | truncations).float()
            rows.append((observation, mask, action, policy.log_prob(action), value, torch.from_numpy(reward), ended))
            observation, mask = torch.from_numpy(given), mask_of(infos)
            steps += args.num_envs
        observations, masks, actions, logs, values, rewards, dones = map(torch.stack, zip(*rows, strict=True))
        paid = rewards[dones.bool()]
        if len(paid):
            size = float(paid.abs().mean())
            scale = size if scale is None else 0.9 * scale + 0.1 * size
        rewards = rewards / (scale or 1.0)  # payoffs are whole points
        with torch.no_grad():
            value = agent(observation, mask)[1]
        advantages, last = torch.zeros_like(rewards), torch.zeros(args.num_envs)
        for step in reversed(
            range(args.num_steps)
        ):  # generalized advantage estimation; rounds are short, so gamma is 1
            going = 1 - dones[step]
            last = rewards[step] + going * value - values[step] + 0.95 * going * last
            advantages[step], value = last, values[step]
        flat = [each.flatten(0, 1) for each in (observations, masks, actions, logs, advantages, advantages + values)]
        for _ in range(args.epochs):
            for rows_of in torch.randperm(len(flat[0])).split(args.minibatch):
                seen, legal, chosen, old, advantage, target = (each[rows_of] for each in flat)
                policy, estimate = agent(seen, legal)
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                ratio = (policy.log_prob(chosen) - old).exp()
                gain = torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
                loss = -gain + 0.5 * (estimate - target).square().mean() - args.entropy * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    print(f"{steps:,} steps in {time.perf_counter() - start:.0f} s", flush=True)
    return agent


def main() -> None:
    args = parse()
    agent = train(args)
    print(f"trained: {test(agent, args, args.test_rounds)}")


if __name__ == "__main__":
    main()
