"""Train a small network to play Mexican Train by self-play, with numpy alone, and test it against random play.

    python examples/train.py
    python examples/train.py --curve curve.png

Takes less than a minute. The method is REINFORCE: play many rounds at once, all seats with the same network, and make
an action more likely if its round went better for its seat than rounds go on average. `docs/tutorials/train.md`
explains a smaller version step by step, `docs/environments.md` the environment.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from oxideal.envs import BatchEnv

Array: TypeAlias = npt.NDArray[Any]

GAME = "mexican_train"
RULES = {"players": 2, "set": 6, "hand_size": 7}


class Network:
    """A policy with one hidden layer: from observations and masks of legal actions to probabilities."""

    def __init__(self, inputs: int, actions: int, hidden: int = 64, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        first = random.normal(0, inputs**-0.5, (inputs, hidden))
        weights = first, np.zeros(hidden), np.zeros((hidden, actions)), np.zeros(actions)
        self.weights = [each.astype(np.float32) for each in weights]
        self.moments: list[list[Array]] = [[np.zeros_like(each) for each in self.weights] for _ in range(2)]
        self.updates = 0

    def probabilities(self, inputs: Array, masks: Array) -> tuple[Array, Array]:
        """Return the probabilities of the actions and the hidden layer, which `learn` needs."""
        first, bias, second, last_bias = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        logits = np.where(masks, hidden @ second + last_bias, -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), hidden

    def choose(self, inputs: Array, masks: Array, random: np.random.Generator) -> Array:
        """Draw an action for each row."""
        probabilities, _ = self.probabilities(inputs, masks)
        # Of exponential variables with these rates, each is the smallest with its probability.
        noise = random.standard_exponential(probabilities.shape, np.float32)
        chosen: Array = np.argmin(np.where(masks, noise / np.maximum(probabilities, 1e-30), np.inf), axis=1)
        return chosen

    def learn(self, inputs: Array, masks: Array, actions: Array, advantages: Array, rate: float) -> None:
        """Make actions more likely in proportion to their advantages: one step of Adam."""
        probabilities, hidden = self.probabilities(inputs, masks)
        # The gradient of -log(probability of the action) by the logits: the probabilities, less 1 at the action.
        gradient = probabilities
        gradient[np.arange(len(actions)), actions] -= 1
        gradient *= (advantages / np.float32(len(actions)))[:, None]
        back = (gradient @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ gradient, gradient.sum(axis=0)]
        self.updates += 1
        for weight, mean, square, each in zip(self.weights, *self.moments, gradients, strict=True):
            mean += 0.1 * (each - mean)
            square += 0.01 * (each**2 - square)
            correction = 1 - 0.9**self.updates, 1 - 0.99**self.updates
            weight -= rate * (mean / correction[0]) / (np.sqrt(square / correction[1]) + 1e-8)


def scaled(envs: BatchEnv, observations: Array) -> Array:
    """Return the observations with every entry from 0 to 1."""
    inputs: Array = observations / envs.rules.observation_spec().high.astype(np.float32)
    return inputs


Curve: TypeAlias = list[tuple[int, float]]
"""The steps so far and the mean payoff of the rounds that ended, for each update."""


def train(
    updates: int = 100, games: int = 128, steps: int = 64, seed: int = 7, rate: float = 0.02
) -> tuple[Network, Curve]:
    """Train a new network by self-play, and return it with its learning curve."""
    envs = BatchEnv(GAME, games, RULES)
    random = np.random.default_rng(seed)
    network = Network(envs.rules.observation_spec().size, envs.rules.num_actions, seed=seed)
    observations, infos = envs.reset(seed=seed)
    curve: Curve = []
    for update in range(1, updates + 1):
        played = []
        for _ in range(steps):
            inputs, masks, seats = scaled(envs, observations), envs.action_masks(), infos["current_player"]
            actions = network.choose(inputs, masks, random)
            observations, _, ended, _, infos = envs.step(actions)
            played.append((inputs, masks, actions, seats, ended, infos["payoffs"]))
        # The payoff of an action is known when its round is over, so go backwards.
        payoffs, known = np.zeros((games, envs.rules.players)), np.zeros(games, np.bool_)
        samples = []
        for inputs, masks, actions, seats, ended, paid in reversed(played):
            payoffs[ended], known = paid[ended], known | ended
            earned = payoffs[np.arange(games), seats]
            samples.append((inputs[known], masks[known], actions[known], earned[known]))
        inputs, masks, actions, earned = map(np.concatenate, zip(*samples, strict=True))
        advantages = ((earned - earned.mean()) / (earned.std() + 1e-8)).astype(np.float32)
        network.learn(inputs, masks, actions, advantages, rate)
        results = np.concatenate([paid[ended] for *_, ended, paid in played])
        curve.append((update * games * steps, float(results.mean())))
    return network, curve


def save(curve: Curve, file: Path) -> None:
    """Write a learning curve as a table (.csv) or as a plot, e.g. curve.png."""
    if file.suffix == ".csv":
        with file.open("w", newline="") as out:
            csv.writer(out).writerows([("steps", "mean payoff"), *curve])
        return
    from matplotlib import pyplot

    figure, ax = pyplot.subplots(layout="constrained")
    ax.plot(*zip(*curve, strict=True))
    ax.set_xlabel("steps")
    ax.set_ylabel("mean payoff of a round")
    figure.savefig(file)


def against_random(network: Network, rounds: int = 2000, seed: int = 1) -> Array:
    """Return by how much the network beats random play in each round. It has each seat in half of the games."""
    games = 200
    envs = BatchEnv(GAME, games, RULES)
    random = np.random.default_rng(seed)
    own_seat = np.arange(games) % envs.rules.players
    observations, infos = envs.reset(seed=seed)
    leads: list[Array] = []
    left = np.full(games, rounds // games)  # as many rounds in each game, or short rounds would count more often
    while left.any():
        masks = envs.action_masks()
        chosen = network.choose(scaled(envs, observations), masks, random)
        own = infos["current_player"] == own_seat
        actions = np.where(own, chosen, envs.batch.sample_actions(int(random.integers(2**32))))
        observations, _, ended, _, infos = envs.step(actions)
        counted = ended & (left > 0)
        left -= counted
        payoffs = infos["payoffs"].astype(np.float64)
        mine = payoffs[np.arange(games), own_seat]
        others = (payoffs.sum(axis=1) - mine) / (envs.rules.players - 1)
        leads.append((mine - others)[counted])
    return np.concatenate(leads)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network to play Mexican Train and test it.")
    parser.add_argument(
        "--curve", type=Path, metavar="FILE", help="write the learning curve: a table (.csv) or a plot (.png, .svg)"
    )
    options = parser.parse_args()
    print("Mexican Train, 2 players, double-6: points a round more than random play")
    for name, updates in (("untrained", 0), ("trained", 100)):
        network, curve = train(updates)
        leads = against_random(network)
        margin = 1.96 * leads.std() / np.sqrt(len(leads))  # half of a 95 % interval
        print(f"{name}: {leads.mean():+.2f} ± {margin:.2f}", flush=True)
    if options.curve is not None:
        save(curve, options.curve)


if __name__ == "__main__":
    main()
