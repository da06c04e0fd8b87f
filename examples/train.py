"""Trains a small network to play Mexican Train against itself, with numpy alone, and plays it against chance.

    python examples/train.py

It takes less than a minute. The method is the plainest that there is (REINFORCE): play many rounds at once, each seat
by the same network, and make what a seat did likelier where its round went better than others.
`docs/environments.md` explains the environment.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from oxideal.envs import BatchEnv

Array: TypeAlias = npt.NDArray[Any]

GAME = "mexican_train"
RULES = {"players": 2, "set": 6, "hand_size": 7}


class Network:
    """From an observation and what is legal to a probability for each action: one hidden layer."""

    def __init__(self, inputs: int, actions: int, hidden: int = 64, seed: int = 0) -> None:
        chance = np.random.default_rng(seed)
        first = chance.normal(0, inputs**-0.5, (inputs, hidden))
        weights = first, np.zeros(hidden), np.zeros((hidden, actions)), np.zeros(actions)
        self.weights = [each.astype(np.float32) for each in weights]
        self.moments: list[list[Array]] = [[np.zeros_like(each) for each in self.weights] for _ in range(2)]
        self.updates = 0

    def probabilities(self, inputs: Array, masks: Array) -> tuple[Array, Array]:
        """And what the hidden layer says, which learning needs."""
        first, bias, second, last_bias = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        scores = np.where(masks, hidden @ second + last_bias, -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), hidden

    def choose(self, inputs: Array, masks: Array, chance: np.random.Generator) -> Array:
        """An action for each row, drawn by its probability."""
        shares, _ = self.probabilities(inputs, masks)
        waits = chance.standard_exponential(shares.shape, np.float32)  # the shortest wait is the one at a rate
        chosen: Array = np.argmin(np.where(masks, waits / np.maximum(shares, 1e-30), np.inf), axis=1)
        return chosen

    def learn(self, inputs: Array, masks: Array, actions: Array, advantages: Array, rate: float) -> None:
        """One step that makes actions likelier by their advantages (Adam)."""
        shares, hidden = self.probabilities(inputs, masks)
        slope = shares  # of minus the logarithm of the chosen action's probability: the shares less one at that action
        slope[np.arange(len(actions)), actions] -= 1
        slope *= (advantages / np.float32(len(actions)))[:, None]
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self.updates += 1
        for weight, mean, square, each in zip(self.weights, *self.moments, slopes, strict=True):
            mean += 0.1 * (each - mean)
            square += 0.01 * (each**2 - square)
            bias = 1 - 0.9**self.updates, 1 - 0.99**self.updates
            weight -= rate * (mean / bias[0]) / (np.sqrt(square / bias[1]) + 1e-8)


def scaled(envs: BatchEnv, observations: Array) -> Array:
    """Every entry from 0 to 1."""
    inputs: Array = observations / envs.rules.observation_spec().high.astype(np.float32)
    return inputs


def train(updates: int = 100, games: int = 128, steps: int = 64, seed: int = 7, rate: float = 0.02) -> Network:
    """Lets a new network play against itself, and learn from it."""
    envs = BatchEnv(GAME, games, RULES)
    chance = np.random.default_rng(seed)
    network = Network(envs.rules.observation_spec().size, envs.rules.num_actions, seed=seed)
    observations, infos = envs.reset(seed=seed)
    for _ in range(updates):
        played = []
        for _ in range(steps):
            inputs, masks, seats = scaled(envs, observations), envs.action_masks(), infos["current_player"]
            actions = network.choose(inputs, masks, chance)
            observations, _, ends, _, infos = envs.step(actions)
            played.append((inputs, masks, actions, seats, ends, infos["payoffs"]))
        # What each seat has earned by its actions is known when the round is over, so from the end backwards.
        payoffs, known = np.zeros((games, envs.rules.players)), np.zeros(games, np.bool_)
        samples = []
        for inputs, masks, actions, seats, ends, paid in reversed(played):
            payoffs[ends], known = paid[ends], known | ends
            earned = payoffs[np.arange(games), seats]
            samples.append((inputs[known], masks[known], actions[known], earned[known]))
        inputs, masks, actions, earned = map(np.concatenate, zip(*samples, strict=True))
        network.learn(
            inputs, masks, actions, ((earned - earned.mean()) / (earned.std() + 1e-8)).astype(np.float32), rate
        )
    return network


def against_chance(network: Network, rounds: int = 2000, seed: int = 1) -> Array:
    """By how much it beats random play, in each of so many rounds; it has each seat in half of them."""
    games = 200
    envs = BatchEnv(GAME, games, RULES)
    chance = np.random.default_rng(seed)
    own_seat = np.arange(games) % envs.rules.players
    observations, infos = envs.reset(seed=seed)
    leads: list[Array] = []
    left = np.full(games, rounds // games)  # as many in each game: else short rounds would count more often
    while left.any():
        masks = envs.action_masks()
        chosen = network.choose(scaled(envs, observations), masks, chance)
        own = infos["current_player"] == own_seat
        actions = np.where(own, chosen, envs.batch.sample_actions(int(chance.integers(2**32))))
        observations, _, ends, _, infos = envs.step(actions)
        counted = ends & (left > 0)
        left -= counted
        payoffs = infos["payoffs"].astype(np.float64)
        mine = payoffs[np.arange(games), own_seat]
        others = (payoffs.sum(axis=1) - mine) / (envs.rules.players - 1)
        leads.append((mine - others)[counted])
    return np.concatenate(leads)


def main() -> None:
    """Trains, and tells what came of it."""
    for name, updates in (("untrained", 0), ("trained", 100)):
        leads = against_chance(train(updates))
        error = leads.std() / np.sqrt(len(leads))
        print(f"{name}: {leads.mean():+.2f} ± {1.96 * error:.2f} points a round against random play")


if __name__ == "__main__":
    main()
