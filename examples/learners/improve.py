"""Learn to beat a bot by policy improvement, on two cores and in one file: Rummy or Dou Dizhu.

pip install oxideal torch
python examples/learners/improve.py rummy --minutes 60 --out rummy.pt
oxideal arena rummy "examples/learners/improve.py:Plays(weights=rummy.pt)" rule -n 1000 --seed 1

A network values each legal action by the observation and the features of the action. First it learns what rounds pay
in which all seats play as the bot, but for some random moves: the action of the highest value is then often better than
the bot's. After that it plays one seat of each round, and goes on learning from it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from oxideal.arena import arena
from oxideal.bots import RuleBot

RULES: dict[str, dict[str, Any]] = {"rummy": {}, "doudizhu": {"auction": False}}
TARGETS: dict[str, Callable[[Any], Any]] = {"rummy": lambda payoffs: payoffs / 30, "doudizhu": np.sign}
"""What is learned: the payoff, or whether the round was won."""

GAMES, STEPS, KEPT = 256, 128, 300_000
"""Rounds that are played at the same time, steps before each training, and decisions that are kept."""

RANDOM, SHARE = 0.1, 0.25
"""Share of random moves, and of the decisions to learn from: those of a round are alike."""


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learn to beat the bot `rule`.")
    parser.add_argument("game", nargs="?", choices=RULES, default="rummy")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--bot-share", type=float, default=0.2, help="share of the time in which only the bot plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--tests", type=int, default=6)
    parser.add_argument("--test-deals", type=int, default=300)
    parser.add_argument("--start", help="weights to go on with, usually with --bot-share 0")
    parser.add_argument("--out", default="weights.pt")
    return parser.parse_args()


try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install torch")


class Values(nn.Module):  # type: ignore[misc]  # torch may be missing
    """The values of actions. What the seat sees is read once for all actions of a decision."""

    def __init__(self, rules: Any, hidden: int = 256) -> None:
        super().__init__()
        for name, spec in (("seen", rules.observation_spec()), ("done", rules.action_features_spec())):
            self.register_buffer(f"{name}_high", torch.tensor(spec.high, dtype=torch.float32).clamp(1, 20))
            setattr(self, name, nn.Linear(spec.size, hidden))
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, observations: Any, features: Any, counts: Any) -> Any:
        """`counts` has the number of actions of each observation."""
        seen = self.seen(torch.from_numpy(observations) / self.seen_high)
        done = self.done(torch.from_numpy(features) / self.done_high)
        return self.rest(seen.repeat_interleave(torch.from_numpy(counts), 0) + done).squeeze(-1)


class Plays:
    """The trained player, for the arena."""

    def __init__(self, weights: str = "weights.pt") -> None:
        self.name, self.weights = "improved", torch.load(weights)
        self.values: Any = None

    def choose(self, view: Any, limit: Any = None) -> int:  # noqa: ARG002 (all bots have the same arguments)
        if self.values is None:
            self.values = Values(view.rules)
            self.values.load_state_dict(self.weights)
        legal = view.legal_actions()
        with torch.no_grad():
            found = self.values(view.observation()[None], view.action_features(), np.array([len(legal)]))
        return int(legal[int(found.argmax())])


class Rounds:
    """Rounds under way, and the decisions of those that have ended."""

    def __init__(self, args: argparse.Namespace, values: Values, rules: Any) -> None:
        self.values, self.paid, self.rng = values, TARGETS[args.game], np.random.default_rng(args.seed)
        self.batch = import_module(f"oxideal.{args.game}").Batch(rules, GAMES, seed=args.seed)
        self.observations = np.zeros((KEPT, rules.observation_spec().size), np.uint8)
        self.features = np.zeros((KEPT, rules.action_features_spec().size), np.uint8)
        self.targets = np.full(KEPT, np.nan, np.float32)  # unknown until the round is over
        self.open: list[list[tuple[int, int]]] = [[] for _ in range(GAMES)]
        self.own = self.rng.integers(0, rules.players, GAMES)  # the seat that the network plays
        self.count = 0

    def step(self, learned: bool) -> None:
        """Play one action in each round: the network's, the bot's or a random one."""
        batch, features, players = self.batch, self.batch.action_features(), self.batch.current_player
        offsets, ids = batch.legal_offsets, batch.legal_ids
        places = offsets[:-1] + self.rng.integers(0, 1 << 30, GAMES) % np.diff(offsets)
        chosen, mine = self.rng.random(GAMES) >= RANDOM, (players == self.own) & learned
        if learned:
            with torch.no_grad():
                found = self.values(batch.observations, features, np.diff(offsets)).numpy()
            for game in np.flatnonzero(chosen & mine).tolist():
                places[game] = offsets[game] + found[offsets[game] : offsets[game + 1]].argmax()
        for game in np.flatnonzero(chosen & ~mine).tolist():
            action = int(RuleBot().choose(batch.view(game)))
            places[game] = offsets[game] + np.searchsorted(ids[offsets[game] : offsets[game + 1]], action)
        kept = np.flatnonzero((self.rng.random(GAMES) < SHARE) & (mine | (not learned)))
        rows = (self.count + np.arange(len(kept))) % KEPT
        self.count += len(kept)
        self.observations[rows], self.features[rows] = batch.observations[kept], features[places[kept]]
        self.targets[rows] = np.nan
        for game, row, player in zip(kept.tolist(), rows.tolist(), players[kept].tolist(), strict=True):
            self.open[game].append((row, player))
        batch.step(ids[places])
        for game in np.flatnonzero(batch.terminated).tolist():
            paid = self.paid(batch.rewards[game])
            for row, player in self.open[game]:
                self.targets[row] = paid[player]
            self.open[game].clear()
            self.own[game] = self.rng.integers(0, len(paid))

    def loss(self, size: int) -> Any:
        """Return the loss in some of the decisions of rounds that are over."""
        rows = self.rng.choice(np.flatnonzero(~np.isnan(self.targets)), size)
        values = self.values(self.observations[rows], self.features[rows], np.ones(size, int))
        return nn.functional.mse_loss(values, torch.from_numpy(self.targets[rows]))


def test(args: argparse.Namespace, values: Values, rules: Any) -> str:
    """Save the network, and return how it does against the bot in the same deals from every seat."""
    torch.save(values.state_dict(), args.out)
    row = arena(args.game, [Plays(args.out), "rule"], games=args.test_deals, seed=args.seed + 1000, rules=rules).rows[0]
    paid, won = row.payment, row.wins
    return f"payment {paid.mean:+.2f} ± {paid.margin:.2f}, won {won.mean:.1%} ± {won.margin:.1%} against rule"


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    rules = import_module(f"oxideal.{args.game}").Rules(**RULES[args.game])
    values = Values(rules)
    if args.start:
        values.load_state_dict(torch.load(args.start))
    rounds, optimizer = Rounds(args, values, rules), torch.optim.Adam(values.parameters())
    print(f"untrained: {test(args, values, rules)}", flush=True)
    start, tested = time.perf_counter(), 0
    while (share := (time.perf_counter() - start) / (60 * args.minutes)) < 1:
        before = rounds.count
        for _ in range(STEPS):
            rounds.step(learned=share > args.bot_share)
        optimizer.param_groups[0]["lr"] = args.learning_rate * max(1 - share, 0.02)
        for _ in range((rounds.count - before) // 512):  # each decision about once
            optimizer.zero_grad()
            rounds.loss(512).backward()
            optimizer.step()
        if share * args.tests > tested + 1:
            tested += 1
            print(f"{share * args.minutes:.0f} min, {rounds.count:,}: {test(args, values, rules)}", flush=True)
    print(f"trained: {test(args, values, rules)}")


if __name__ == "__main__":
    main()
