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
    """Numbers that come in parts, with their mean and its standard error."""

    def __init__(self) -> None:
        self._parts: list[Floats] = []

    def add(self, part: Floats) -> None:
        self._parts.append(part)

    @property
    def numbers(self) -> Floats:
        return np.concatenate(self._parts) if self._parts else np.zeros(0)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    @property
    def mean(self) -> float:
        return float(self.numbers.mean()) if self._parts else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return float(self.numbers.std(ddof=1)) if len(self) > 1 else 0.0

    @property
    def error(self) -> float:
        return self.spread / sqrt(len(self)) if len(self) > 1 else 0.0


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
class Player:
    """Plays deals to their end, as one policy plays all seats."""

    net: NetBot
    seed: int
    threads: int
    budget: Budget

    def play(
        self, view: Any, actions: list[int], first: int, deals: int, *, deal: Any = None, quick: bool = False
    ) -> npt.NDArray[np.int32]:
        """Return the payoffs after each action in the same deals, numbered from `first`.

        They are samples of the view or, if a state is given, its deal. The networks play on, or quick rules.
        """
        networks = None if quick else self.net.networks(view.rules)
        found, nodes = _native.outcomes(view, actions, first, deals, self.seed, self.threads, networks, deal)
        if not quick:
            self.budget.playouts += len(actions) * deals
            self.budget.nodes += nodes
        return found

    def expect(self, view: Any, actions: list[int], first: int, deals: int) -> tuple[Floats, Floats]:
        """Return the mean share of wins and the mean payment by action and seat."""
        payoffs = self.play(view, actions, first, deals)
        return wins(payoffs).mean(axis=0), payments(payoffs).mean(axis=0)
