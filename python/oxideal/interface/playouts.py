"""The types of random playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex

from .._html import signed, table
from .._input.checks import counted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = ["Playouts", "PlayoutsFunction"]


class Playouts(NamedTuple):
    """The results of playouts, one row per game.

    >>> from oxideal import foursquare
    >>> foursquare.playouts(foursquare.Rules(), 1000, seed=7).lengths.shape
    (1000,)
    """

    payoffs: npt.NDArray[np.int32]
    """`payoffs[k, seat]` is the payoff of a seat in game k."""
    lengths: npt.NDArray[np.int32]
    """`lengths[k]` is the number of actions in game k."""

    def _repr_html_(self) -> str:
        """Return the table that notebooks show: the average, lowest and highest payoff of each seat."""
        games = len(self.lengths)
        title = counted(games, "playout")
        if not games:
            return table(title, ["seat", "average", "lowest", "highest"], [])
        rows = [
            [str(seat), signed(payoffs.mean(), 3), signed(payoffs.min()), signed(payoffs.max())]
            for seat, payoffs in enumerate(self.payoffs.T)
        ]
        lengths = f"actions: {self.lengths.mean():.1f} on average, {self.lengths.min()} to {self.lengths.max()}"
        return table(title, ["seat", "average", "lowest", "highest"], rows, [lengths])


class PlayoutsFunction(Protocol):
    """The type of a game's `playouts`: random games to the end, at full speed.

    `docs/contract.md` describes the generator that deals the cards and chooses the moves.
    """

    def __call__(
        self,
        start: Any,
        n: SupportsIndex,
        seed: Seed = None,
        threads: SupportsIndex = 1,
        *,
        first: SupportsIndex = 0,
    ) -> Playouts:
        """Play the games `first` to `first + n - 1` of this seed from a `Rules`, `State` or `View`."""
