"""Whole games at full speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = ["Playouts", "PlayoutsFunction"]


class Playouts(NamedTuple):
    """What `playouts` returns: one row a game."""

    payoffs: npt.NDArray[np.int32]
    """`payoffs[k, seat]` of game `k`."""
    lengths: npt.NDArray[np.int32]
    """How many actions game `k` lasted."""


class PlayoutsFunction(Protocol):
    """Plays whole games at full speed; `docs/contract.md` has the generator that deals them and chooses the moves."""

    def __call__(
        self,
        start: Any,
        n: SupportsIndex,
        seed: Seed = None,
        threads: SupportsIndex = 1,
        *,
        first: SupportsIndex = 0,
    ) -> Playouts:
        """Games number first to first + n - 1 of this seed, each played to its end at random. `start` are rules, or
        a state or a view to go on from.
        """
