"""What moves lead to in the same deals, within the limit of a review."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import _native

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..bots import Limit, NetBot

    Floats = npt.NDArray[np.float64]


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
