"""The type of a batch: many rounds at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from .round import StateT_co, ViewT_co
from .rules import RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = ["Batch"]


class Batch(Protocol[RulesT_co, StateT_co, ViewT_co]):
    """Many rounds of one game, stepped together, with their data in numpy arrays.

    A round that ends is followed by the next one of its game in the same step. `docs/batches.md` explains the arrays
    and the errors.

    >>> from oxideal import foursquare
    >>> batch = foursquare.Batch(foursquare.Rules(), 64, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.observations.shape, batch.rewards.shape
    ((64, 168), (64, 1))
    """

    def __init__(
        self,
        rules: RulesT_co,
        n: SupportsIndex,
        seed: Seed = None,
        *,
        threads: SupportsIndex = 1,
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        """Deal episode 0 of n games. `out` gives arrays to write to, by name."""

    @property
    def rules(self) -> RulesT_co: ...
    @property
    def n(self) -> int:
        """Number of games."""

    @property
    def seed(self) -> int:
        """The seed of all deals, also if it was drawn from system entropy."""

    @property
    def threads(self) -> int:
        """Number of threads; it does not change the results."""

    def __len__(self) -> int: ...
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """The observation of the seat to move, one row per game."""

    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """The seat to move in each game."""

    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """The payoffs of the rounds that ended in this step, 0 elsewhere; one row per game."""

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether a round ended in this step."""

    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """Number of rounds of each game that have ended since `reset()`."""

    @property
    def legal_offsets(self) -> npt.NDArray[np.int64]:
        """Where the ids of each game begin: those of game k are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`."""

    @property
    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The legal ids of all games, ascending in each game; a new numpy view after each step."""

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, one row per game, in a new array or in `out`."""

    def view(self, k: SupportsIndex, /) -> ViewT_co:
        """Return the view of the seat to move in game k."""

    def state(self, k: SupportsIndex, /) -> StateT_co:
        """Return game k as an independent state, without its history but with its last actions."""

    def reset(self) -> None:
        """Start again with episode 0 of every game."""

    def step(self, actions: npt.ArrayLike, /) -> None:
        """Play one id in each game. If an id is wrong, raise an error and play nothing in any game."""

    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        """Return one uniformly random legal id per game, in a new array."""
