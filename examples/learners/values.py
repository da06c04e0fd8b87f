"""Learn the values of actions in self-play, in one file and without a GPU: Rummy or Dou Dizhu.

pip install oxideal torch; python examples/learners/values.py rummy --minutes 20 --out rummy.pt
oxideal arena rummy 'examples/learners/values.py:Plays("rummy.pt")' rule -n 1000 --seed 1

Dou Dizhu has more than ten thousand actions, but few of them are legal at a time. So the network reads an observation
and the features of one legal action, and returns what the action is worth. It plays all seats of many rounds at once,
the action of the highest value or now and then a random one, and learns from what came of each action it played: the
result of the round, mixed with what it expected later in the round, which chance moves less.
"""

import argparse
import sys
import time
from importlib import import_module
from typing import Any

import numpy as np

from oxideal.arena import arena

RULES: dict[str, dict[str, Any]] = {"rummy": {}, "doudizhu": {"auction": False}}
POINTS = {"rummy": 20, "doudizhu": 60}  # an action is worth twice the chance to win, plus the payment divided by this
GAMES, STEPS, SIZE = 1024, 128, 512  # rounds at once; their actions between trainings; decisions learned from at once
RANDOM, LATER = 0.02, 0.8  # random actions; how much of a target is the result, and not what was expected later


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learn to beat the bot `rule` by playing against oneself.")
    parser.add_argument("game", nargs="?", choices=RULES, default="rummy")
    for name, default in {"minutes": 20.0, "seed": 1, "tests": 5, "deals": 300, "out": "weights.pt"}.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    if __name__ == "__main__":
        parse()  # --help needs no library
    sys.exit(f"{error}: pip install torch")


class Inputs(nn.Module):  # type: ignore[misc]  # torch may be missing
    """Numbers from 0 to 1: for a count up to 4 one for each card there is, which a sum of weights tells apart."""

    def __init__(self, spec: Any) -> None:
        super().__init__()
        high = np.asarray(spec.high, int)
        times = np.where(high <= 4, high, 1)
        self.register_buffer("place", torch.from_numpy(np.repeat(np.arange(len(high)), times)))
        self.register_buffer("less", torch.tensor([float(less) for each in times for less in range(each)]))
        self.register_buffer("scale", torch.tensor(np.repeat(np.where(high <= 4, 1, np.minimum(high, 20)), times)))

    def forward(self, numbers: Any) -> Any:
        return ((torch.from_numpy(numbers)[:, self.place] - self.less) / self.scale).clamp_(0, 1)


class Values(nn.Module):  # type: ignore[misc]
    """What actions are worth, from observations, the features of actions, and how many there are for each."""

    def __init__(self, rules: Any, hidden: int = 256) -> None:
        super().__init__()
        self.see, self.do = Inputs(rules.observation_spec()), Inputs(rules.action_features_spec())
        self.seen, self.done = nn.Linear(len(self.see.place), hidden), nn.Linear(len(self.do.place), hidden)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(hidden, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, observations: Any, features: Any, counts: Any) -> Any:
        seen = self.seen(self.see(observations)).repeat_interleave(torch.as_tensor(counts), 0)
        return self.rest(seen + self.done(self.do(features))).squeeze(-1)


class Plays:
    """The trained player, for the arena."""

    def __init__(self, weights: str = "weights.pt") -> None:
        self.name, self.weights = "values", torch.load(weights)
        self.values: Any = None

    def choose(self, view: Any, limit: Any = None) -> int:  # noqa: ARG002 (all bots have the same arguments)
        if self.values is None:
            self.values = Values(view.rules)
            self.values.load_state_dict(self.weights)
        features = view.action_features()
        with torch.no_grad():
            best = self.values(view.observation()[None], features, [len(features)]).argmax()
        return int(view.legal_actions()[best])


def play(batch: Any, values: Values, points: float, rng: Any) -> tuple[Any, ...]:
    """Play some actions in each round. Return observations, features and worth of those whose round has ended."""
    played = []
    for _ in range(STEPS):
        starts, features, observations = batch.legal_offsets.copy(), batch.action_features(), batch.observations.copy()
        counts, seats = np.diff(starts), batch.current_player.copy()
        with torch.no_grad():
            worth = values(observations, features, counts).numpy()
        expected = np.maximum.reduceat(worth, starts[:-1])
        best = np.flatnonzero(worth == expected.repeat(counts))
        chosen = best[np.searchsorted(best, starts[:-1])]
        tried = rng.random(GAMES) < RANDOM
        chosen = np.where(tried, starts[:-1] + rng.integers(counts), chosen)
        batch.step(batch.legal_ids[chosen])
        won = (batch.rewards == batch.rewards.max(1, keepdims=True)) & batch.rewards.any(1, keepdims=True)
        results = 2 * won + (batch.rewards - batch.rewards.mean(1, keepdims=True)) / points
        kept = np.where(tried, 0, LATER)  # what a random action led to says nothing about those before it
        played.append((observations, features[chosen], seats, expected, kept, batch.terminated.copy(), results))
    found, rows, known = [], np.arange(GAMES), np.zeros(GAMES, bool)
    target = np.zeros((GAMES, batch.rules.players))
    for observations, features, seats, expected, kept, ended, results in reversed(played):
        target[ended], known = results[ended], known | ended
        found.append((observations[known], features[known], target[rows, seats][known].astype(np.float32)))
        target[rows, seats] = kept * target[rows, seats] + (1 - kept) * expected
    return tuple(np.concatenate(column) for column in zip(*found, strict=True))


def test(args: argparse.Namespace, values: Values, rules: Any) -> str:
    """Save the network, and return how it does against the bot in the same deals from every seat."""
    torch.save(values.state_dict(), args.out)
    row = arena(args.game, [Plays(args.out), "rule"], args.deals, seed=args.seed + 1000, rules=rules).rows[0]
    paid, won = row.payment, row.wins
    return f"payment {paid.mean:+.2f} ± {paid.margin:.2f}, won {won.mean:.1%} ± {won.margin:.1%} against rule"


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    module, rng = import_module(f"oxideal.{args.game}"), np.random.default_rng(args.seed)
    rules = module.Rules(**RULES[args.game])
    batch, values = module.Batch(rules, GAMES, seed=args.seed), Values(rules)
    print(f"untrained: {test(args, values, rules)}", flush=True)
    optimizer, start, tested, learned = torch.optim.Adam(values.parameters()), time.time(), 1, 0
    while (share := (time.time() - start) / (60 * args.minutes)) < 1:
        seen, done, worths = play(batch, values, POINTS[args.game], rng)
        optimizer.param_groups[0]["lr"] = 1e-3 * min(1, 3 * (1 - share) + 0.02)
        for each in np.array_split(rng.permutation(len(worths)), max(1, len(worths) // SIZE)):
            optimizer.zero_grad()
            found = values(seen[each], done[each], np.ones(len(each), int))
            nn.functional.mse_loss(found, torch.from_numpy(worths[each])).backward()
            optimizer.step()
        learned += len(worths)
        if tested < args.tests and share > tested / args.tests:
            tested += 1
            print(f"{share * args.minutes:.1f} min: {test(args, values, rules)}, {learned:,} decisions", flush=True)
    print(f"trained: {test(args, values, rules)}, {learned:,} decisions")


if __name__ == "__main__":
    main()
