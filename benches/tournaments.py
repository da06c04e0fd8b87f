"""What the arena's questions promise and save: `python benches/tournaments.py error`, `ratings` or
`variance`.

`error` plays real deals of two bots of each game, changes the frequencies of their blocks so that
the mean gain is as wanted, and draws 10,000 arenas from them. It prints how often each answer was
given, and how many deals it took, compared with a fixed number of deals.

`ratings` does the same for the intervals of a tournament of four bots: how often they contain the
rating.

`variance` compares the variance of independent games, games with a control variate, and blocks.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from oxideal.arena.bradley_terry import ELO, estimated
from oxideal.arena.plan import Plan
from oxideal.arena.tally import Tally
from oxideal.arena.until import MAX_STAKE, PRIOR, THRESHOLD, Outcome, Until

if TYPE_CHECKING:
    from oxideal.arena.runner import Block

Array = npt.NDArray[np.float64]

PAIRS: dict[str, tuple[str, str]] = {
    "doudizhu": ("net", "rule"),
    "mexican_train": ("net", "rule"),
    "rummy": ("net", "rule"),
    "foursquare": ("net", "search:20it"),
}

LONGEST = 4
"""The deals after which a drawn arena ends, as a multiple of the fixed number."""

ANSWERS = ("better", "worse", "equal", "undecided")


@dataclass
class Games:
    """The blocks of two bots, as an arena adds them up."""

    tally: Tally
    blocks: int = 0
    is_decided: bool = False

    def __post_init__(self) -> None:
        self.outcomes: list[list[Outcome]] = []
        self.played: list[Block] = []

    def add(self, block: Block) -> None:
        self.outcomes.append(self.tally.add(block))
        self.played.append(block)
        self.blocks += 1


def play(game: str, bots: list[str], deals: int, seed: int) -> Games:
    """Return the blocks of these bots."""
    plan = Plan.of(
        game,
        bots,
        deals,
        seed,
        lambda _rules, count: (tuple(range(count)),),
        rules=None,
        jobs=1,
        grace=10.0,
        progress=None,
        records=None,
        resume=False,
        errors="raise",
    )
    games = Games(Tally(plan.task.lineups[0], solitaire=plan.task.rules.players == 1))
    plan.play(games)
    return games


def tilted(values: Array, mean: float) -> Array:
    """Return probabilities of the values with this mean, as near to equal ones as possible."""
    low, high = -1000.0, 1000.0
    for _ in range(200):
        middle = (low + high) / 2
        weights = np.exp(middle * values - np.max(middle * values))
        weights /= weights.sum()
        low, high = (middle, high) if weights @ values < mean else (low, middle)
    return weights


def answers(until: str, values: Array, shares: Array, most: int, runs: int, seed: int) -> tuple[Array, Array]:
    """Draw arenas of two bots: return the number of each answer, and the deals of each arena.

    This is `Until` for many arenas at once.
    """
    question = Until.parse(until, 2)
    rng = np.random.default_rng(seed)
    total, squares = np.zeros(runs), np.zeros(runs)
    evidence = np.zeros((4, runs))
    rejected = np.zeros((4, runs), bool)
    found, deals = np.full(runs, ANSWERS.index("undecided")), np.full(runs, most)
    alive = np.arange(runs)
    for count in range(most):
        gain = rng.choice(values, size=len(alive), p=shares)
        weight = count + PRIOR
        mean = total[alive] / weight
        variance = squares[alive] - 2 * mean * total[alive] + count * mean * mean
        variance = (variance + PRIOR * question.largest**2) / weight
        for place, each in enumerate(question.hypotheses):
            hoped = np.maximum(question.delta, each.sign * (mean - each.bound))
            stake = np.minimum(hoped / (variance + hoped * hoped), MAX_STAKE / (question.largest + abs(each.bound)))
            evidence[place, alive] += np.log1p(stake * each.sign * (gain - each.bound))
        rejected[:, alive] |= evidence[:, alive] >= THRESHOLD
        total[alive] += gain
        squares[alive] += gain * gain
        better, worse, below, above = rejected[:, alive]
        now = np.where(better & above, 0, np.where(worse & below, 1, np.where(below & above, 2, 3)))
        ended = now < 3
        found[alive[ended]], deals[alive[ended]] = now[ended], count + 1
        alive = alive[~ended]
        if not len(alive):
            break
    return np.bincount(found, minlength=4).astype(float), deals.astype(float)


def check(until: str, values: Array, shares: Array) -> None:
    """Compare some drawn arenas with the package's own test."""
    most = 300
    for seed in range(5):
        rng = np.random.default_rng(seed)
        question = Until.parse(until, 2)
        while question.answer == "undecided" and question.count < most:
            gain = rng.choice(values, size=1, p=shares)[0]
            question.add([Outcome(0.5 + gain, 0.0), Outcome(0.5 - gain, 0.0)])
        counts, deals = answers(until, values, shares, most, 1, seed)
        assert counts[ANSWERS.index(question.answer)] == 1
        assert deals[0] == question.count


def error(deals: int, runs: int, seed: int) -> None:
    """Print how often the answers are wrong, and the deals they take."""
    print(f"{runs:,} arenas for each row, of blocks of {deals:,} deals; seed {seed}\n")
    print("| game | until | true gain | " + " | ".join(ANSWERS) + " | wrong | deals | fixed | saved |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for game, bots in PAIRS.items():
        blocks = play(game, list(bots), deals, seed).outcomes
        wins = [(first.wins, second.wins) for first, second in blocks]
        values = np.array([first - (first + second) / 2 for first, second in wins])
        kinds, counts = np.unique(np.round(values, 9), return_counts=True)
        # As often won as lost, as of two equal bots.
        kinds = np.concatenate([kinds, -kinds])
        kinds, where = np.unique(kinds, return_inverse=True)
        base = np.bincount(where, weights=np.concatenate([counts, counts])) / (2 * counts.sum())
        every = np.repeat(kinds, np.maximum(1, np.round(base * 2000)).astype(int))
        for until, delta in (("better:0.05", 0.05), ("equal:0.05", 0.05)):
            for times in (0.0, 0.5, 1.0, 2.0, 4.0):
                chances = tilted(every, times * delta)
                shares = np.array([chances[every == kind].sum() for kind in kinds])
                shares /= shares.sum()
                check(until, kinds, shares)
                variance = shares @ kinds**2 - (shares @ kinds) ** 2
                fixed = (1.96 + 1.645) ** 2 * variance / delta**2
                given, took = answers(until, kinds, shares, round(LONGEST * fixed), runs, seed)
                wrong = given[[ANSWERS.index(each) for each in wrong_answers(until, times)]].sum()
                cells = [game, until, f"{times * delta:g}", *(f"{each / runs:.1%}" for each in given)]
                cells += [f"{wrong / runs:.1%}", f"{took.mean():.0f}", f"{fixed:.0f}", f"{1 - took.mean() / fixed:.0%}"]
                print("| " + " | ".join(cells) + " |", flush=True)


def wrong_answers(until: str, times: float) -> list[str]:
    """Return the wrong answers for a gain of this multiple of delta."""
    goal = until.split(":")[0]
    wrong = ["worse"]
    if times <= (1 if goal == "equal" else 0):
        wrong.append("better")
    if times >= 1:
        wrong.append("equal")
    return wrong


def ratings(runs: int, seed: int) -> None:
    """Print how often the intervals of a tournament contain the ratings."""
    rng = np.random.default_rng(seed)
    strength = np.array([1.5, 0.2, 0.0, -1.7])
    strength -= strength.mean()
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    chances = np.array([1 / (1 + np.exp(strength[j] - strength[i])) for i, j in pairs])
    print(f"{runs:,} tournaments of four bots rated {', '.join(f'{ELO * each:+.0f}' for each in strength)}\n")
    print("| deals | rating in the interval | mean width |")
    print("|---|---|---|")
    for deals in (20, 100, 500):
        hit, width = np.zeros(4), 0.0
        for _ in range(runs):
            # Half of all games are decided by luck that all pairs share in a deal.
            luck = np.where(rng.random((deals, 1)) < 0.5, rng.random((deals, 1)), rng.random((deals, 6)))
            shares = ((luck < chances).astype(float) + (rng.random((deals, 6)) < chances)) / 2
            _, low, high = estimated(pairs, 4, shares)
            hit += (low <= ELO * strength) & (ELO * strength <= high)
            width += (high - low).mean()
        print(f"| {deals} | {', '.join(f'{each / runs:.1%}' for each in hit)} | {width / runs:.0f} |", flush=True)


def variance(deals: int, seed: int) -> None:
    """Print how many times fewer games give the same interval."""
    print(f"Payments of {deals:,} deals, seed {seed}\n")
    print("| game | control variate | deals in all seatings | both |")
    print("|---|---|---|---|")
    for game, bots in PAIRS.items():
        games = play(game, list(bots), deals, seed)
        alone = play(game, ["rule"], deals, seed)
        solitaire = games.tally.solitaire
        own: list[list[float]] = [[], []]
        controls: list[list[float]] = [[], []]
        for block, (rule,) in zip(games.played, alone.played, strict=True):
            for seating, each in enumerate(block):
                assert each.payoffs is not None
                assert rule.payoffs is not None
                # In a solitaire the bots are compared; else the first bot is paid for its seats.
                seats = [0] if solitaire else [seat for seat, number in enumerate(each.seats) if number == 0]
                sign = -1.0 if solitaire and seating == 1 else 1.0
                mean = 0.0 if solitaire else sum(each.payoffs) / len(each.payoffs)
                level = 0.0 if solitaire else sum(rule.payoffs) / len(rule.payoffs)
                own[seating].append(sign * sum(each.payoffs[seat] - mean for seat in seats))
                controls[seating].append(sign * sum(rule.payoffs[seat] - level for seat in seats))
        values, control = np.array(own), np.array(controls)
        single = values.var(axis=1).sum() / 4
        controlled = sum(left(values[seating], control[seating]) for seating in (0, 1)) / 4
        block_values = values.mean(axis=0)
        # Over all seatings the controls of the first bot add up to 0, so the value of the seat that begins is used.
        assert np.abs(control.mean(axis=0)).max() < 1e-9
        both = left(block_values, control[0])
        cells = [single / controlled, single / block_values.var(), single / both]
        print(f"| {game} | " + " | ".join(f"{each:.2f}" for each in cells) + " |", flush=True)


def left(values: Array, control: Array) -> float:
    """Return the variance that the best multiple of the control leaves."""
    if control.var() < 1e-12:
        return float(values.var())
    return float(values.var() * (1 - np.corrcoef(values, control)[0, 1] ** 2))


def main() -> None:
    """Measure what the arguments name."""
    parser = argparse.ArgumentParser(description="What the arena's questions promise and save.")
    parser.add_argument("what", choices=["error", "ratings", "variance"])
    parser.add_argument("--deals", type=int, default=1000, help="real deals of each game")
    parser.add_argument("--runs", type=int, help="arenas or tournaments for each row (10,000; ratings: 300)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "error":
        error(options.deals, options.runs or 10_000, options.seed)
    elif options.what == "ratings":
        ratings(options.runs or 300, options.seed)
    else:
        variance(options.deals, options.seed)


if __name__ == "__main__":
    main()
