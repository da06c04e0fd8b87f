"""The rating of a bot that plays against levels of known rating, and which of them it should play next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .bradley_terry import ELO, MAX_STEP

PRIOR = 8
"""The number of pseudo-observations in the prior: deals of the largest variance, as the first ones may have little."""

OUTSIDE = 0.24
"""A bot that wins less than this against the lowest level, or loses less against the highest, is off the ladder by 200
points or more. Further deals tell hardly anything about it."""

MIN_DEALS = 20
"""With fewer deals, no interval is narrow enough."""


class Placement:
    """The estimate of a rating, updated deal by deal.

    It is the rating of highest likelihood in the model of Bradley and Terry, where a share of the games is a part of a
    win. As in a tournament, one drawn deal is added, here against the middle of the ladder.
    """

    def __init__(self, ratings: Sequence[float]) -> None:
        known = np.array([*ratings, (min(ratings) + max(ratings)) / 2], float) / ELO
        self._known = known
        self._deals = np.zeros(len(known))
        self._wins = np.zeros(len(known))
        self._squares = np.zeros(len(known))
        self._deals[-1], self._wins[-1], self._squares[-1] = 1.0, 0.5, 0.25
        self._rating = float(known[-1])
        self.deals = 0

    def add(self, level: int, share: float) -> None:
        """Add a deal: the share of its games that the bot won against this level, counted from 0."""
        self._deals[level] += 1
        self._wins[level] += share
        self._squares[level] += share * share
        self.deals += 1
        for _ in range(100):
            chances = self._chances()
            weight = (self._deals * chances * (1 - chances)).sum()
            step = float((self._wins - self._deals * chances).sum() / weight)
            self._rating += max(-MAX_STEP, min(MAX_STEP, step))
            if abs(step) < 1e-9:
                break

    @property
    def rating(self) -> float:
        """The estimate in points."""
        return float(ELO * self._rating)

    @property
    def margin(self) -> float:
        """Half the width of its 95% interval, from how far the deals were from what the rating makes likely."""
        chances = self._chances()
        weight = float((self._deals * chances * (1 - chances)).sum())
        distance = self._squares - 2 * chances * self._wins + self._deals * chances * chances
        variance = (float(distance[:-1].sum()) + PRIOR / 4) / (self.deals + PRIOR)
        return float(1.96 * ELO * np.sqrt(variance * max(1, self.deals)) / weight)

    def is_within(self, margin: float) -> bool:
        return self.deals >= MIN_DEALS and self.margin <= margin

    @property
    def is_outside(self) -> bool:
        """Whether the bot is far below or above all levels."""
        won, lost = self._wins[0], self._deals[-2] - self._wins[-2]
        return _is_rare(won, self._deals[0]) or _is_rare(lost, self._deals[-2])

    def next_level(self) -> int:
        """Return the level to play next, counted from 0: of the two nearest ones, that with fewer deals.

        Their deals tell most. Two, so that the rating does not rest on one opponent alone.
        """
        nearest = np.argsort(np.abs(self._known[:-1] - self._rating), kind="stable")[:2]
        return int(min(nearest, key=lambda level: self._deals[level]))

    def _chances(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.asarray(1 / (1 + np.exp(self._known - self._rating)))


def _is_rare(share: float, deals: float) -> bool:
    """Return whether the 95% interval of this share of the deals (Agresti and Coull's) is below OUTSIDE."""
    middle = (share + 2) / (deals + 4)
    return bool(middle + 1.96 * np.sqrt(middle * (1 - middle) / (deals + 4)) < OUTSIDE)
