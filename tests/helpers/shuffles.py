"""Statistics of many shuffles: each row of an array is one, with the number of the card in each place."""

from __future__ import annotations

from math import comb, factorial

import numpy as np
import numpy.typing as npt

from helpers import chi_square

Orders = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]

FEW = 6
"""Up to this many cards, all orders are counted individually."""

CLASSES = 25
"""The number of classes with about equal shares for numbers like that of inversions."""

RARE = 5
"""The minimum expected count of a class: with fewer, chi-square is inaccurate."""


class Tally:
    """Statistics of independent shuffles of this many cards."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.count = 0
        self._places = np.zeros((cards, cards))
        self._orders = np.zeros(factorial(cards) if cards <= FEW else 0)
        self._pairs = {
            (first % cards, second % cards): np.zeros((cards, cards))
            for first, second in ((0, 1), (cards // 2 - 1, cards // 2), (-2, -1), (0, -1))
        }
        self._numbers = {
            "neighbours left together": (together, np.zeros(cards), successions(cards)),
            "inversions": (inversions, np.zeros(cards * (cards - 1) // 2 + 1), mahonian(cards)),
            "cycles": (cycles, np.zeros(cards + 1), stirling(cards)),
        }

    def add(self, orders: Orders) -> None:
        self.count += len(orders)
        self._places += shares(orders, np.arange(self.cards), np.arange(self.cards))
        if len(self._orders):
            self._orders += np.bincount(numbered(orders), minlength=len(self._orders))
        for (first, second), table in self._pairs.items():
            table += crossed(orders[:, first], orders[:, second], self.cards)
        for count, found, _ in self._numbers.values():
            found += np.bincount(count(orders), minlength=len(found))

    def likelihoods(self) -> dict[str, float]:
        """Return the likelihood of each statistic under fair shuffles, by name."""
        found = {"each card in each place": chi_square.of_shares(self._places, self.cards)}
        if len(self._orders):
            found["all orders"] = chi_square.of_counts(self._orders, np.ones(len(self._orders)))
        for (first, second), table in self._pairs.items():
            found[f"places {first} and {second}"] = chi_square.of_counts(table, 1 - np.eye(self.cards))
        for name, (_, counts, chances) in self._numbers.items():
            found[name] = of_numbers(counts, chances)
        return found


def likelihoods(orders: Orders) -> dict[str, float]:
    """Return the likelihoods for one array of shuffles."""
    tally = Tally(orders.shape[1])
    tally.add(orders)
    return tally.likelihoods()


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


def of_numbers(counts: Shares, chances: Shares) -> float:
    """Test independent numbers from 0 on: counts and probabilities. Rare ones are pooled with their
    neighbours.
    """
    classes = np.minimum((np.cumsum(chances) - chances) / chances.sum() * CLASSES, CLASSES - 1).astype(np.intp)
    _, classes = np.unique(classes, return_inverse=True)
    expected = np.bincount(classes, chances) / chances.sum() * counts.sum()
    common = np.maximum.accumulate(np.where(expected >= RARE, np.arange(len(expected)), 0))
    classes = common[classes]
    _, classes = np.unique(classes, return_inverse=True)
    return chi_square.of_counts(np.bincount(classes, counts), np.bincount(classes, chances))


def together(orders: Orders) -> npt.NDArray[np.intp]:
    """Count the cards that directly follow their predecessor in the deck."""
    found: npt.NDArray[np.intp] = (orders[:, 1:] - orders[:, :-1] == 1).sum(axis=1)
    return found


def inversions(orders: Orders) -> npt.NDArray[np.intp]:
    """Count the inverted pairs."""
    small = orders.astype(np.uint8)
    found = np.zeros(len(small), np.intp)
    for place in range(small.shape[1] - 1):
        found += (small[:, place : place + 1] > small[:, place + 1 :]).sum(axis=1)
    return found


def cycles(orders: Orders) -> npt.NDArray[np.intp]:
    """Count the cycles of each permutation: each has one place that is its lowest."""
    lowest = np.broadcast_to(np.arange(orders.shape[1]), orders.shape)
    ahead = orders
    for _ in range(orders.shape[1].bit_length()):
        lowest = np.minimum(lowest, np.take_along_axis(lowest, ahead, 1))
        ahead = np.take_along_axis(ahead, ahead, 1)
    found: npt.NDArray[np.intp] = (lowest == np.arange(orders.shape[1])).sum(axis=1)
    return found


def mahonian(cards: int) -> Shares:
    """Return the probabilities of 0, 1, 2, ... inversions: each card goes behind or before any
    number of earlier ones.
    """
    found = np.ones(1)
    for earlier in range(1, cards):
        found = np.convolve(found, np.full(earlier + 1, 1 / (earlier + 1)))
    return found


def stirling(cards: int) -> Shares:
    """Return the probabilities of 0, 1, 2, ... cycles: each card closes one or goes between two earlier ones."""
    found = np.ones(1)
    for earlier in range(cards):
        found = np.convolve(found, np.array([earlier, 1]) / (earlier + 1))
    return found


def successions(cards: int) -> Shares:
    """Return the probabilities that 0, 1, 2, ... cards directly follow their predecessor: those
    that do are glued to it, and the orders of the pieces without further ones are counted by
    derangements of two lengths.
    """
    deranged = [1, 0]
    for length in range(2, cards + 1):
        deranged.append((length - 1) * (deranged[-1] + deranged[-2]))
    ways = [comb(cards - 1, glued) * (deranged[cards - glued] + deranged[cards - glued - 1]) for glued in range(cards)]
    return np.array([way / factorial(cards) for way in ways])


def between(orders: Orders, others: Orders) -> Orders:
    """Return the permutation from one shuffle to the other, row by row: uniform if they are uniform
    and independent.
    """
    where = np.argsort(orders, axis=1)
    return np.take_along_axis(where, others, 1)
