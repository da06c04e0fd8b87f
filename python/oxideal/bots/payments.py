"""Payments and wins of many rounds as arrays, and their weighted means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


def payments(payoffs: npt.NDArray[Any]) -> Floats:
    """Return what seats gain on the average of all seats, or, with one seat, its payoff. The last axis is the seat."""
    gains: Floats = payoffs.astype(np.float64)
    return gains if gains.shape[-1] == 1 else gains - gains.mean(axis=-1, keepdims=True)


def wins(payoffs: npt.NDArray[Any]) -> Floats:
    """Return 1 for each seat that wins, as `State.winners` has it, and 0 for each other. The last axis is the seat."""
    best = payoffs == payoffs.max(axis=-1, keepdims=True)
    found: Floats = (best & payoffs.any(axis=-1, keepdims=True)).astype(np.float64)
    return found


def effective(weights: Floats) -> int:
    """Return the number of deals that would tell as much as these if all counted equally."""
    # A little more, as equal weights do not add up exactly.
    return int(weights.sum() ** 2 / (weights @ weights) + 1e-6)


def means_and_errors(columns: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the weighted mean of each column, and its standard error; the weights of the rows add up to 1."""
    means, deals = weights @ columns, effective(weights)
    return means, np.sqrt(weights @ (columns - means) ** 2 / (deals - 1)) if deals > 1 else np.zeros(len(means))
