"""The ladders of levels: `python benches/levels.py ladder rummy`, or `coverage`.

`ladder` plays each level against the two below it, and prints the table of docs/levels.md with the
ratings, which are then entered in the `levels.rs` of the games in rust/bots. `--share 0.1` plays a tenth of the
deals.

`coverage` simulates benchmarks of agents whose rating is known: how often the interval contains it,
and how many deals it takes.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np
from tournaments import play

from oxideal.arena.bradley_terry import ELO, fit
from oxideal.arena.placement import Placement
from oxideal.arena.tournament import share_of
from oxideal.bots import ladder

DEALS: dict[str, tuple[int, ...]] = {
    "doudizhu": (2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000),
    "mexican_train": (1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000),
    "rummy": (400, 400, 400, 400, 400, 500, 1000, 1000, 200),
    "foursquare": (1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 150),
}
"""The deals of levels 2 to 10 against a level below."""

GAMES = tuple(DEALS)


def ladder_table(game: str, share: float, seed: int) -> None:
    """Print the matches of a ladder, and the ratings."""
    levels = ladder(game)
    wins = np.zeros((len(levels), len(levels)))
    rows = []
    for upper in range(1, len(levels)):
        deals = max(2, round(share * DEALS[game][upper - 1]))
        # The highest levels may search, so they play only the one below them.
        for lower in range(max(0, upper - (1 if upper > 7 else 2)), upper):
            played = play(game, [f"level:{upper + 1}", f"level:{lower + 1}"], deals, seed)
            solitaire = played.tally.solitaire
            shares = np.array([share_of(*each, solitaire=solitaire) for each in played.outcomes])
            gains = np.array([one.payment - (other.payment if solitaire else 0) for one, other in played.outcomes])
            wins[upper, lower], wins[lower, upper] = shares.sum(), deals - shares.sum()
            tally = played.tally.bots[0]
            cells = [f"level:{upper + 1}", f"level:{lower + 1}", f"{deals:,}", ranged(100 * shares, 1, "%")]
            rows.append([*cells, ranged(gains, 2), f"{1000 * tally.seconds / tally.timed:.2f}"])
            print("| " + " | ".join(rows[-1]) + " |", flush=True)
    ratings = fit(wins) * ELO
    print()
    for level, rating in zip(levels, ratings - ratings[0], strict=True):
        print(f"{rating:6.0f}  {level.text}")


def ranged(values: np.ndarray[tuple[int], np.dtype[np.float64]], digits: int, unit: str = "") -> str:
    """Return a mean with its 95% margin."""
    return f"{values.mean():.{digits}f}{unit} ± {1.96 * values.std(ddof=1) / sqrt(len(values)):.{digits}f}"


def coverage(runs: int, seed: int) -> None:
    """Print how often the interval of a benchmark contains the rating, for agents that follow the model."""
    rng = np.random.default_rng(seed)
    ratings = [level.rating for level in ladder("doudizhu")]
    print(f"{runs:,} agents a row, rated evenly from 100 below level:1 to 100 above level:10; seed {seed}\n")
    print("| both games of a deal | margin | in the interval | mean deals | 90% need at most | mean error |")
    print("|---|---|---|---|---|---|")
    for text, equal in (("independent", 0.0), ("often equal", 0.5), ("often opposite", -0.5)):
        for within in (30.0, 50.0, 100.0):
            found = []
            for _ in range(runs):
                rating = rng.uniform(ratings[0] - 100, ratings[-1] + 100)
                placement = Placement(ratings)
                while not (placement.is_within(within) or placement.is_outside or placement.deals == 5000):
                    level = placement.next_level()
                    chance = 1 / (1 + np.exp((ratings[level] - rating) / ELO))
                    placement.add(level, drawn(rng, chance, equal))
                distance = placement.rating - rating
                found.append((abs(distance) <= placement.margin, placement.deals, distance))
            hit, deals, distance = np.array(found, float).T
            print(
                f"| {text} | {within:.0f} | {hit.mean():.1%} | {deals.mean():.0f} | {np.quantile(deals, 0.9):.0f} "
                f"| {distance.mean():+.1f} |",
                flush=True,
            )


def drawn(rng: np.random.Generator, chance: float, equal: float) -> float:
    """Return the share of two games, each won with this chance, whose correlation is positive or negative."""
    both = chance * chance + equal * chance * (1 - chance)
    both = min(max(both, 2 * chance - 1, 0.0), chance)
    return float(rng.choice([1.0, 0.5, 0.0], p=[both, 2 * (chance - both), 1 - 2 * chance + both]))


def main() -> None:
    parser = argparse.ArgumentParser(description="The ladders of levels.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("ladder")
    command.add_argument("game", choices=GAMES)
    command.add_argument("--share", type=float, default=1.0, help="play this share of the deals")
    command.add_argument("--seed", type=int, default=1)
    command = commands.add_parser("coverage")
    command.add_argument("--runs", type=int, default=2000)
    command.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.command == "ladder":
        ladder_table(options.game, options.share, options.seed)
    else:
        coverage(options.runs, options.seed)


if __name__ == "__main__":
    main()
