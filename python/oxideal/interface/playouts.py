"""The type of random playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

if TYPE_CHECKING:
    from ..schemas.playouts import Playouts
    from .random import Seed

__all__ = ["PlayoutsFunction"]


class PlayoutsFunction(Protocol):
    """The type of a game's `playouts`: random games to the end, at full speed.

    `docs/contract.md` describes the generator that deals the cards and chooses the moves.
    """

    __slots__ = ()

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
