"""Learn to beat a bot by policy improvement, in one file and without a GPU: Rummy or Dou Dizhu.

pip install oxideal torch
python examples/learners/improve.py rummy --minutes 60 --processes 2 --out rummy.pt
oxideal arena rummy "examples/learners/improve.py:Plays(weights=rummy.pt)" rule -n 1000 --seed 1

A network plays one seat of each round, the bot the others. In half of its decisions each legal action is played to the
end of the round, by the bot in all seats, in the real deal and in some that the seat cannot tell from it. The network
learns how much more it pays than the bot's own. It leaves the bot's action only for one that it finds better by a
margin, which is chosen so that this has paid in the real deals of decisions that it had not learned from. All processes
play rounds of their own, and learn into the same weights.
"""

import argparse
import math
import sys
import time
from importlib import import_module
from typing import Any

import numpy as np

from oxideal.arena import arena
from oxideal.bots import RuleBot, compare

RULES: dict[str, dict[str, Any]] = {"rummy": {}, "doudizhu": {"auction": False}}
POINTS = {"rummy": 20, "doudizhu": 60}  # an action is worth twice the chance to win, plus the payment divided by this
GAMES, STEPS, SHARE, RANDOM = 256, 64, 0.5, 0.05  # rounds; steps between trainings; learned from; random actions
KEPT, PASSES, SIZE, CHECKED, DEALS = 50_000, 4, 64, 100_000, 8  # decisions to train with, and to choose the margin by


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learn to beat the bot `rule`.")
    parser.add_argument("game", nargs="?", choices=RULES, default="rummy")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=2, help="one for each core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=6)
    parser.add_argument("--test-deals", type=int, default=300)
    parser.add_argument("--out", default="weights.pt")
    return parser.parse_args()


try:
    import torch
    from torch import multiprocessing, nn
except ModuleNotFoundError as error:
    parse()  # --help needs no library
    sys.exit(f"{error}: pip install torch")


class Values(nn.Module):  # type: ignore[misc]  # torch may be missing
    """How much better actions are than the bot's. A decision is (observation, features of actions, the bot's place)."""

    def __init__(self, rules: Any, hidden: int = 256) -> None:
        super().__init__()
        for name, high in (("seen", rules.observation_spec().high), ("done", rules.action_features_spec().high)):
            self.register_buffer(f"{name}_high", torch.tensor(high, dtype=torch.float32).clamp(1, 20))
            setattr(self, name, nn.Linear(len(high), hidden))
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.register_buffer("margin", torch.tensor(math.inf))

    def forward(self, decisions: Any) -> Any:
        observations, actions, bots = (list(column) for column in zip(*decisions, strict=True))
        counts = torch.tensor([len(each) for each in actions])
        seen = self.seen(torch.from_numpy(np.stack(observations)) / self.seen_high)
        done = self.done(torch.from_numpy(np.concatenate(actions)) / self.done_high)
        values = self.rest(seen.repeat_interleave(counts, 0) + done).squeeze(-1)
        return values - values[counts.cumsum(0) - counts + torch.tensor(bots)].repeat_interleave(counts)

    def best(self, decisions: Any) -> list[tuple[float, int]]:
        """Return the highest value of each decision, and its place."""
        with torch.no_grad():
            values = self(decisions).split([len(actions) for _, actions, _ in decisions]) if decisions else []
        return [(float(each.max()), int(each.argmax())) for each in values]


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
        bot = legal.index(int(RuleBot().choose(view)))
        ((value, place),) = self.values.best([(view.observation(), view.action_features(), bot)])
        return int(legal[place if value > self.values.margin else bot])


def rules_of(game: str) -> Any:
    return import_module(f"oxideal.{game}").Rules(**RULES[game])


def step(game: str, batch: Any, own: Any, values: Values, rng: Any) -> list[Any]:
    """Play one action in each round. Return decisions, their actions' worth, the highest value and what it paid."""
    ids, starts, features, margin = batch.legal_ids, batch.legal_offsets, batch.action_features(), float(values.margin)
    slices = [slice(*starts[each : each + 2]) for each in range(GAMES)]
    bots = [int(np.searchsorted(ids[slices[each]], int(RuleBot().choose(batch.view(each))))) for each in range(GAMES)]
    mine = np.flatnonzero((batch.current_player == own) & (np.diff(starts) > 1))
    decisions = [(batch.observations[each].copy(), features[slices[each]], bots[each]) for each in mine]
    places, learned = starts[:-1] + bots, []
    for each, decision, (value, best) in zip(mine, decisions, values.best(decisions), strict=True):
        if rng.random() < SHARE:
            view, sampled = batch.view(each), int(rng.integers(1 << 30))
            deals = [batch.state(each), *(view.sample(sampled, stream) for stream in range(1, DEALS))]
            found = compare(view, deals=deals, policy="rule", seed=0)
            paid = found.payoffs[:, np.argsort([int(move.move) for move in found.moves])]  # by deal, action and seat
            own_paid = paid[..., view.seat]
            worth = 2 * ((own_paid == paid.max(-1)) & paid.any(-1)) + (own_paid - paid.mean(-1)) / POINTS[game]
            worth = (worth - worth[:, [bots[each]]]).astype(np.float32)
            learned.append((decision, worth.mean(0), value, worth[0, best]))
        if value > margin:
            places[each] = starts[each] + best
        if rng.random() < RANDOM:
            places[each] = starts[each] + rng.integers(len(decision[1]))
    batch.step(ids[places])
    own[batch.terminated] = rng.integers(0, batch.rules.players, int(batch.terminated.sum()))
    return learned


def learn(process: int, args: argparse.Namespace, values: Values, start: float) -> None:
    torch.set_num_threads(1)
    seed, module = args.seed + process, import_module(f"oxideal.{args.game}")
    rng, batch = np.random.default_rng(seed), module.Batch(rules_of(args.game), GAMES, seed=seed)
    own = rng.integers(0, batch.rules.players, GAMES)  # the seat that the network plays
    optimizer, checked = torch.optim.Adam(values.parameters()), np.zeros((0, 2))
    kept: list[Any] = []
    while (share := (time.time() - start) / (60 * args.minutes)) < 1:
        new = [learned for _ in range(STEPS) for learned in step(args.game, batch, own, values, rng)]
        kept = [*kept, *new][-KEPT:]
        checked = np.vstack([checked, [(value, paid) for *_, value, paid in new]])[-CHECKED:]
        found, paid = checked[np.argsort(-checked[:, 0])].T
        sure = paid.cumsum() - 2 * np.sqrt((paid**2).cumsum())  # what each margin has paid, less two standard errors
        values.margin.fill_(found[sure.argmax()] if sure.max() > 0 else math.inf)
        optimizer.param_groups[0]["lr"] = 1e-3 * max(1 - share, 0.02)
        for _ in range(len(new) * PASSES // SIZE):
            decisions, worths, *_ = zip(*(kept[each] for each in rng.integers(0, len(kept), SIZE)), strict=True)
            optimizer.zero_grad()
            nn.functional.mse_loss(values(decisions), torch.from_numpy(np.concatenate(worths))).backward()
            optimizer.step()


def test(args: argparse.Namespace, values: Values) -> str:
    """Save the network, and return how it does against the bot in the same deals from every seat."""
    torch.save(values.state_dict(), args.out)
    bots: list[Any] = [Plays(args.out), "rule"]
    deals, seed, rules = args.test_deals, args.seed + 1000, rules_of(args.game)
    row = arena(args.game, bots, games=deals, seed=seed, rules=rules).rows[0]
    paid, won = row.payment, row.wins
    return f"payment {paid.mean:+.2f} ± {paid.margin:.2f}, won {won.mean:.1%} ± {won.margin:.1%} against rule"


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    values = Values(rules_of(args.game)).share_memory()
    print(f"untrained: {test(args, values)}", flush=True)
    start, tested = time.time(), 1
    workers = multiprocessing.spawn(learn, (args, values, start), args.processes, join=False)
    while not workers.join(1):
        if tested < args.tests and time.time() - start > 60 * args.minutes * tested / args.tests:
            print(f"{(time.time() - start) / 60:.1f} min: {test(args, values)}", flush=True)
            tested += 1
    print(f"trained: {test(args, values)}")


if __name__ == "__main__":
    main()
