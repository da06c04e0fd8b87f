"""Statistics of many shuffles: each row of an array is one, with the number of the card in each place."""

from __future__ import annotations

from math import factorial

import numpy as np
import numpy.typing as npt

from helpers import chi_square

Orders = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]

FEW = 6
"""Up to this many cards, all orders are counted individually."""


def likelihoods(orders: Orders) -> dict[str, float]:
    """Return the likelihood of each statistic under fair shuffles, by name."""
    cards = orders.shape[1]
    found = {"each card in each place": chi_square.of_shares(shares(orders, np.arange(cards), np.arange(cards)), cards)}
    if cards <= FEW:
        counts = np.bincount(numbered(orders), minlength=factorial(cards))
        found["all orders"] = chi_square.of_counts(counts, np.ones(len(counts)))
    for first, second in {(0, 1), (cards // 2 - 1, cards // 2), (cards - 2, cards - 1), (0, cards - 1)}:
        table = crossed(orders[:, first], orders[:, second], cards)
        found[f"places {first} and {second}"] = chi_square.of_counts(table, 1 - np.eye(cards))
    return found


def shares(orders: Orders, groups: npt.NDArray[np.intp], kinds: npt.NDArray[np.intp]) -> Shares:
    """Count the cards of each kind (columns) in each group of places (rows). `groups` has the group
    of each place, `kinds` the kind of each card.
    """
    found = np.zeros((groups.max() + 1, kinds.max() + 1))
    for place, group in enumerate(groups):
        found[group] += np.bincount(kinds, np.bincount(orders[:, place], minlength=len(kinds)))
    return found


def crossed(one: npt.NDArray[np.intp], other: npt.NDArray[np.intp], kinds: int) -> Shares:
    """Count how often each value of one array occurs with each value of the other."""
    return np.bincount(one * kinds + other, minlength=kinds * kinds).reshape(kinds, kinds).astype(float)


def numbered(orders: Orders) -> npt.NDArray[np.intp]:
    """Number the orders of the cards, from 0 to their factorial."""
    cards = orders.shape[1]
    numbers = np.zeros(len(orders), np.intp)
    for place in range(cards):
        larger = (orders[:, place : place + 1] > orders[:, place + 1 :]).sum(axis=1)
        numbers = numbers * (cards - place) + larger
    return numbers


def between(orders: Orders, others: Orders) -> Orders:
    """Return the permutation from one shuffle to the other, row by row: uniform if they are uniform
    and independent.
    """
    where = np.argsort(orders, axis=1)
    return np.take_along_axis(where, others, 1)
