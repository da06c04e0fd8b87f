"""Learn to beat a bot by policy improvement, on two cores and in one file: Rummy or Dou Dizhu.

pip install oxideal torch
python examples/learners/improve.py rummy --minutes 30 --out rummy.pt
oxideal arena rummy "examples/learners/improve.py:Plays(weights=rummy.pt)" rule -n 1000 --seed 1

A network values each legal action from the observation and the features of the action. It learns what rounds pay in
which all seats play as the bot, but for random moves now and then. To play the action of the highest value is then
better than the bot. From there on the network plays one seat of each round, so that it goes on to improve.
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
TARGET: dict[str, Callable[[Any], Any]] = {"rummy": lambda payoffs: payoffs / 30, "doudizhu": np.sign}
"""What is learned: the payoff, or whether the round was won."""


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learn to beat the bot `rule`.")
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--bot-share", type=float, default=0.3, help="share of the time in which only the bot plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=256, help="rounds that are played at the same time")
    parser.add_argument("--steps", type=int, default=128, help="steps of all rounds before each training")
    parser.add_argument("--buffer", type=int, default=300_000, help="decisions that are kept")
    parser.add_argument(
        "--keep", type=float, default=0.25, help="share of decisions to learn from: those of a round are alike"
    )
    parser.add_argument("--random", type=float, default=0.1, help="share of random moves")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--tests", type=int, default=4)
    parser.add_argument("--test-deals", type=int, default=300)
    parser.add_argument("--out", default="weights.pt")
    return parser.parse_args()


try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install torch")


class Values(nn.Module):  # type: ignore[misc]  # torch may be missing
    """The value of actions. What the seat sees is read once for all actions of a decision."""

    def __init__(self, rules: Any, hidden: int = 256) -> None:
        super().__init__()
        specs = rules.observation_spec(), rules.action_features_spec()
        for name, spec in zip(("seen", "done"), specs, strict=True):
            self.register_buffer(f"{name}_high", torch.tensor(spec.high, dtype=torch.float32).clamp(1, 20))
            setattr(self, name, nn.Linear(spec.size, hidden))
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, observations: Any, features: Any, counts: Any = None) -> Any:
        """`counts` has the number of actions of each observation; None if each has one."""
        seen = self.seen(torch.from_numpy(observations) / self.seen_high)
        if counts is not None:
            seen = seen.repeat_interleave(torch.from_numpy(counts), 0)
        return self.rest(seen + self.done(torch.from_numpy(features) / self.done_high)).squeeze(-1)


class Plays:
    """The trained player, for the arena."""

    def __init__(self, weights: str = "weights.pt") -> None:
        self.name = "improved"
        self.weights = torch.load(weights)
        self.values: Values | None = None

    def choose(self, view: Any, limit: Any = None) -> int:
        if self.values is None:
            self.values = Values(view.rules)
            self.values.load_state_dict(self.weights)
        with torch.no_grad():
            found = self.values(view.observation()[None], view.action_features(), np.array([len(view.legal_actions())]))
        return int(view.legal_actions()[int(found.argmax())])


class Play:
    """Rounds under way, and the decisions of those that have ended."""

    def __init__(self, args: argparse.Namespace, values: Values, rules: Any) -> None:
        self.args, self.values, self.rng = args, values, np.random.default_rng(args.seed)
        self.batch = import_module(f"oxideal.{args.game}").Batch(rules, args.games, seed=args.seed)
        self.observations = np.zeros((args.buffer, rules.observation_spec().size), np.uint8)
        self.features = np.zeros((args.buffer, rules.action_features_spec().size), np.uint8)
        self.targets = np.full(args.buffer, np.nan, np.float32)  # unknown until the round is over
        self.open: list[list[tuple[int, int]]] = [[] for _ in range(args.games)]
        self.own = self.rng.integers(0, rules.players, args.games)  # the seat that the network plays
        self.next = 0

    def step(self, learned: bool) -> None:
        """Play one action in each round: the network's, the bot's or a random one."""
        batch, games = self.batch, self.args.games
        features, players = batch.action_features(), batch.current_player
        offsets, ids = batch.legal_offsets, batch.legal_ids
        places = offsets[:-1] + self.rng.integers(0, 1 << 30, games) % np.diff(offsets)
        chosen = self.rng.random(games) >= self.args.random
        mine = chosen & (players == self.own) if learned else np.zeros(games, bool)
        if mine.any():
            with torch.no_grad():
                found = self.values(batch.observations, features, np.diff(offsets)).numpy()
            for game in np.flatnonzero(mine):
                places[game] = offsets[game] + found[offsets[game] : offsets[game + 1]].argmax()
        for game in np.flatnonzero(chosen & ~mine):
            action = int(RuleBot().choose(batch.view(game)))
            places[game] = offsets[game] + np.searchsorted(ids[offsets[game] : offsets[game + 1]], action)
        kept = np.flatnonzero((self.rng.random(games) < self.args.keep) & ((players == self.own) | (not learned)))
        rows = (self.next + np.arange(len(kept))) % self.args.buffer
        self.next += len(kept)
        self.observations[rows], self.features[rows] = batch.observations[kept], features[places[kept]]
        self.targets[rows] = np.nan
        for game, row, player in zip(kept.tolist(), rows.tolist(), players[kept].tolist(), strict=True):
            self.open[game].append((row, player))
        batch.step(ids[places])
        for game in np.flatnonzero(batch.terminated):
            paid = TARGET[self.args.game](batch.rewards[game])
            for row, player in self.open[game]:
                self.targets[row] = paid[player]
            self.open[game].clear()
            self.own[game] = self.rng.integers(0, len(paid))

    def sample(self, size: int) -> tuple[Any, Any, Any]:
        rows = np.flatnonzero(~np.isnan(self.targets))
        rows = rows[self.rng.integers(0, len(rows), size)]
        return self.observations[rows], self.features[rows], torch.from_numpy(self.targets[rows])


def test(args: argparse.Namespace, rules: Any) -> str:
    """Return how the saved network does against the bot: the same deals from every seat."""
    row = arena(args.game, [Plays(args.out), "rule"], games=args.test_deals, seed=args.seed + 1000, rules=rules).rows[0]
    paid, won = row.payment, row.wins
    return f"won {won.mean:.1%} ± {won.margin:.1%}, payment {paid.mean:+.2f} ± {paid.margin:.2f}"


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    rules = import_module(f"oxideal.{args.game}").Rules(**RULES[args.game])
    values = Values(rules)
    play = Play(args, values, rules)
    optimizer = torch.optim.Adam(values.parameters(), lr=args.learning_rate)
    start, tested, losses = time.perf_counter(), 0, [1.0]
    while (share := (time.perf_counter() - start) / (60 * args.minutes)) < 1:
        before = play.next
        for _ in range(args.steps):
            play.step(learned=share > args.bot_share)
        optimizer.param_groups[0]["lr"] = args.learning_rate * max(1 - share, 0.02)
        for _ in range((play.next - before) // 512):  # each decision about once
            observations, features, targets = play.sample(512)
            loss = nn.functional.mse_loss(values(observations, features), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(0.99 * losses[-1] + 0.01 * loss.item())
        if share * args.tests > tested + 1:
            tested += 1
            torch.save(values.state_dict(), args.out)
            done = f"{60 * args.minutes * share:5.0f} s, {play.next:,} decisions, loss {losses[-1]:.3f}"
            print(f"{done}: {test(args, rules)}", flush=True)
    torch.save(values.state_dict(), args.out)
    print(f"after {args.minutes:g} minutes: {test(args, rules)}")


if __name__ == "__main__":
    main()
