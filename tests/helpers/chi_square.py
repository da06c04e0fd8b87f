"""The likelihood of counts under fair chance: Pearson's chi-square test, and variants for shuffles."""

from __future__ import annotations

from math import exp, lgamma, log
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

Counts = npt.NDArray[np.float64]


def tail(value: float, freedom: int) -> float:
    """Return the probability that chi-square with these degrees of freedom is at least this large:
    the upper regularised incomplete gamma function of freedom / 2 and value / 2, by its series
    below the mean and Lentz's fraction above.
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
    """Test independent trials: counts of the outcomes against their shares. Outcomes without a
    share must not occur.
    """
    counts, expected = np.ravel(counts).astype(float), np.ravel(expected).astype(float)
    if counts[expected == 0].any():
        return 0.0
    counts, expected = counts[expected > 0], expected[expected > 0]
    expected = expected * (counts.sum() / expected.sum())
    return tail(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def check_uniform(found: Mapping[Any, int], expected: Mapping[Any, int]) -> None:
    """Check the counts of samples against the weights. Seeds are fixed, so the result never changes."""
    assert set(found) <= set(expected)
    count, total = sum(found.values()), sum(expected.values())
    chi = sum(
        (found.get(deal, 0) - count * ways / total) ** 2 / (count * ways / total) for deal, ways in expected.items()
    )
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


def of_shares(counts: Counts, cards: int) -> float:
    """Test shuffles: how often a card of each kind (column) came to each group of places (row).
    Rows and columns of one shuffle have fixed sums, so chi-square is larger than that of trials
    by cards / (cards - 1).
    """
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    expected = np.outer(rows, columns) / counts.sum()
    value = float(((counts - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    return tail(value, (len(rows) - 1) * (len(columns) - 1))
