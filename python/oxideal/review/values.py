"""What moves lead to, in the same deals: payments and wins, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _native

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..bots import Limit, NetBot

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


class Sample:
    """Weighted numbers that come in parts, with their mean and its standard error."""

    def __init__(self) -> None:
        self._parts: list[Floats] = []
        self._weights: list[Floats] = []

    def add(self, part: Floats, weights: Floats | None = None) -> None:
        self._parts.append(part)
        self._weights.append(np.ones(len(part)) if weights is None else weights)

    @property
    def deals(self) -> int:
        """The number of deals that would tell as much if all counted equally."""
        weights = self._all(self._weights)
        return int(weights.sum() ** 2 / (weights @ weights)) if len(self) else 0

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    @property
    def mean(self) -> float:
        return float(np.average(self._all(self._parts), weights=self._all(self._weights))) if len(self) else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation."""
        if self.deals < 2:
            return 0.0
        squares = (self._all(self._parts) - self.mean) ** 2
        variance = np.average(squares, weights=self._all(self._weights))
        return float(np.sqrt(variance * self.deals / (self.deals - 1)))

    @property
    def error(self) -> float:
        return self.spread / sqrt(self.deals) if self.deals > 1 else 0.0

    def _all(self, parts: list[Floats]) -> Floats:
        return np.concatenate(parts) if parts else np.zeros(0)


@dataclass
class Budget:
    """Counts the work of a review and compares it with a limit."""

    limit: Limit
    started: float = field(default_factory=monotonic)
    playouts: int = 0
    nodes: int = 0

    @property
    def seconds(self) -> float:
        return monotonic() - self.started

    @property
    def share(self) -> float:
        """The share of the limit that has been used."""
        used = [(self.seconds, self.limit.time), (self.playouts, self.limit.iterations), (self.nodes, self.limit.nodes)]
        return max(done / most for done, most in used if most is not None)


@dataclass(frozen=True)
class DealPlayer:
    """Plays deals to their end, as one policy plays all seats."""

    net: NetBot
    seed: int
    threads: int
    budget: Budget

    def deals(self, view: Any) -> Deals:
        """Return the deals that fit a view, weighted by how well they explain what the other seats did."""
        return Deals(self, _native.Outcomes(view, self.seed, self.net.networks(view.rules)))


@dataclass
class Deals:
    """The deals of a view: all actions are played in the same ones."""

    player: DealPlayer
    outcomes: _native.Outcomes

    def play(
        self, actions: list[int], first: int, deals: int, *, deal: Any = None, quick: bool = False
    ) -> tuple[npt.NDArray[np.int32], Floats]:
        """Return the payoffs after each action in the deals numbered from `first`, and the weights of the deals.

        A state instead of the deals is always its deal. The networks play on, or quick rules. Numbers without a deal
        are left out, so there may be fewer.
        """
        payoffs, weights, nodes = self.outcomes.play(actions, first, deals, self.player.threads, quick, deal)
        if not quick:
            self.player.budget.playouts += len(actions) * deals
            self.player.budget.nodes += nodes
        return payoffs[weights > 0], weights[weights > 0]
