"""Ratings by the model of Bradley and Terry: i beats j with probability 1 / (1 + exp(rating j - rating i)).

A draw counts as half a win of each. One drawn deal between all pairs is added to those played, so that a bot that wins
all its deals has a finite rating.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

ELO = 400 / np.log(10)
"""Points of a unit of the model: 400 points more are ten times the wins."""

REPLICATES = 1000
MAX_BUNDLES = 4000
"""With more deals, the bootstrap draws bundles of consecutive deals."""

MAX_STEP = 1.0
"""The farthest a rating moves in one step of Newton's method."""


def fit(wins: Array) -> Array:
    """Return the ratings of highest likelihood, with mean 0. `wins[i, j]` is how often i beat j, above 0 if they met.

    >>> np.round(fit(np.array([[0, 3], [1, 0]])) * ELO)
    array([ 95., -95.])
    """
    games = wins + wins.T
    ratings = np.zeros(len(wins))
    for _ in range(1000):
        chances = 1 / (1 + np.exp(ratings[np.newaxis, :] - ratings[:, np.newaxis]))
        gradient = (wins - games * chances).sum(axis=1)
        weights = games * chances * (1 - chances)
        # The sum of all ratings is free; the constant fixes it.
        hessian = np.diag(weights.sum(axis=1)) - weights + weights.sum() / len(wins)
        step = np.linalg.solve(hessian, gradient)
        largest = np.abs(step).max()
        ratings += step * min(1.0, MAX_STEP / max(largest, 1e-300))
        if largest < 1e-10:
            break
    centred: Array = ratings - ratings.mean()
    return centred


def estimated(
    pairs: Sequence[tuple[int, int]], bots: int, shares: Array, anchor: int | None = None
) -> tuple[Array, Array, Array]:
    """Return the ratings in points, and the lower and upper ends of their 95% intervals.

    `shares` has a row for each deal: the share of the wins of the first bot of each pair. The anchor is the bot rated
    0; None: the average is 0.

    The intervals are of a Bayesian bootstrap over deals: each deal gets a random weight from an exponential
    distribution, the same for all pairs, since they play the same cards.
    """
    rng = np.random.default_rng(0)
    bundle = max(1, -(-len(shares) // MAX_BUNDLES))
    starts = np.arange(0, len(shares), bundle)
    sums = np.add.reduceat(shares, starts, axis=0) if len(shares) else shares
    counts = np.diff([*starts, len(shares)])
    # The added draw.
    sums = np.vstack([sums, np.full((1, len(pairs)), 0.5)])
    counts = np.append(counts, 1)

    def rated(weights: Array) -> Array:
        ratings: Array = ELO * fit(_wins(pairs, bots, weights @ sums, weights @ counts))
        return ratings if anchor is None else ratings - ratings[anchor]

    found = [rated(rng.exponential(size=len(counts))) for _ in range(REPLICATES)]
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    return rated(np.ones(len(counts))), low, high


def _wins(pairs: Sequence[tuple[int, int]], bots: int, sums: Array, count: float) -> Array:
    wins = np.zeros((bots, bots))
    for (first, second), total in zip(pairs, sums, strict=True):
        wins[first, second] = total
        wins[second, first] = count - total
    return wins
