"""How likely counts are where all is left to fair chance: Pearson's chi-square test, and what shuffles need of it."""

from __future__ import annotations

from math import exp, lgamma, log
from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.float64]


def tail(value: float, freedom: int) -> float:
    """How likely a chi-square of so many degrees of freedom is to be this large or larger: the upper regularised
    incomplete gamma function of freedom / 2 and value / 2, by its series below the mean, by Lentz's fraction above.
    """
    a, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while term > total * 1e-16:
            step += 1
            term *= x / step
            total += term
        return 1 - front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction, change, step = d, 0.0, 0
    while abs(change - 1) > 1e-15:
        step += 1
        numerator = -step * (step - a)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        change = c * d
        fraction *= change
    return front * fraction


def of_counts(counts: Any, expected: Any) -> float:
    """Of independent trials: how often each outcome came, and its share. What has no share must not come."""
    counts, expected = np.ravel(counts).astype(float), np.ravel(expected).astype(float)
    if counts[expected == 0].any():
        return 0.0
    counts, expected = counts[expected > 0], expected[expected > 0]
    expected = expected * (counts.sum() / expected.sum())
    return tail(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def of_two(one: Any, other: Any) -> float:
    """Whether two samples come of the same chance: how often each outcome came in the one and in the other."""
    table = np.array([np.ravel(one), np.ravel(other)], float)
    table = table[:, table.sum(axis=0) > 0]
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return tail(float(((table - expected) ** 2 / expected).sum()), table.shape[1] - 1)


def of_shares(counts: Counts, cards: int) -> float:
    """Of shuffles: how often a card of each kind (a column) came to each group of places (a row). The rows and columns
    of one shuffle have fixed sums, so that the chi-square is larger by cards / (cards - 1) than that of trials.
    """
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    expected = np.outer(rows, columns) / counts.sum()
    value = float(((counts - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    return tail(value, (len(rows) - 1) * (len(columns) - 1))
