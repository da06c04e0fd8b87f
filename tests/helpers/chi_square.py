"""The likelihood of counts under fair chance: Pearson's chi-square test, and variants for shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping

Counts = npt.NDArray[np.float64]


def tail(value: float, freedom: int) -> float:
    """Return the probability that chi-square with these degrees of freedom is at least this large."""
    from scipy.special import chdtrc  # importing it takes half a second

    return float(chdtrc(freedom, value))


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
