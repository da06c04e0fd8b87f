"""The type of a batch: many rounds at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeVar

from .round import StateT_co, ViewT_co
from .rules import RulesT_co

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .random import Seed

__all__ = ["Batch", "BatchClass"]

BatchT_co = TypeVar("BatchT_co", bound="Batch[Any, Any, Any]", covariant=True)


class Batch(Protocol[RulesT_co, StateT_co, ViewT_co]):
    """Many rounds of one game, stepped together, with their data in numpy arrays.

    A round that ends is followed by the next one of its game in the same step. `n` is the number of games, up to
    10,000,000. `out` gives arrays to write to, by name. Game `k` deals its round number `e` as
    `State(rules, seed=seed, stream=k + e * n)`. A batch cannot be copied or pickled. `docs/batches.md` explains the
    arrays and the errors.

    Raises `InvalidArgumentError` if `n` or `threads` is out of range, or if an array does not have the type and
    shape that it needs.

    >>> from oxideal import foursquare
    >>> batch = foursquare.Batch(foursquare.Rules(), 64, seed=7)
    >>> batch.step(batch.sample_actions(seed=1))
    >>> batch.observations.shape, batch.rewards.shape
    ((64, 168), (64, 1))
    """

    __slots__ = ()

    @property
    def rules(self) -> RulesT_co:
        """The rules of all rounds."""

    @property
    def n(self) -> int:
        """The number of games."""

    @property
    def seed(self) -> int:
        """The seed of all deals, even if the system chose it."""

    @property
    def threads(self) -> int:
        """The number of threads that step the games. It does not change any result."""

    def __len__(self) -> int: ...
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """The observation of the seat to move, one row per game."""

    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """The seat to move in each game."""

    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """The payoffs of the rounds that ended in this step, 0 for all others; one row per game."""

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the round of each game ended in this step."""

    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """The number of rounds of each game that have ended since `reset`."""

    @property
    def legal_offsets(self) -> npt.NDArray[np.int64]:
        """Where the legal ids of each game start in `legal_ids`.

        The legal ids of game `k` are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`.
        """

    @property
    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The legal ids of all games one after another, ascending within each game.

        This is a new array view after each step. The other arrays stay the same objects.
        """

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, one row per game, in a new array or in `out`.

        Raises `InvalidArgumentError` if `out` does not have the right type and shape.
        """

    def action_features(self) -> npt.NDArray[np.uint8]:
        """Return the features of all legal actions as a new array: row `i` is that of `legal_ids[i]`.

        Those of game `k` are `action_features()[legal_offsets[k]:legal_offsets[k + 1]]`, as in `View.action_features`.
        """

    def view(self, k: SupportsIndex, /) -> ViewT_co:
        """Return the view of the seat to move in game `k`.

        Raises `InvalidArgumentError` if there is no such game.
        """

    def state(self, k: SupportsIndex, /) -> StateT_co:
        """Return game `k` as an independent state.

        It counts as set up by hand: it has the last actions but no seed and no history. Raises
        `InvalidArgumentError` if there is no such game.
        """

    def reset(self) -> None:
        """Start again with the first round of each game."""

    def step(self, actions: npt.ArrayLike, /) -> None:
        """Play one action id per game. Where a round ends, deal the next one in the same step.

        Raises `IllegalMoveError` or `InvalidMoveError`, naming the first wrong game, and
        `InvalidArgumentError` unless there is one id per game. After these errors no game has
        moved.
        """

    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        """Return one random legal action id per game; all legal ids of a game are equally likely."""


class BatchClass(Protocol[BatchT_co]):
    """The class `Batch` of a game's module: how batches are made."""

    __slots__ = ()

    def __call__(
        self,
        rules: Any,
        n: SupportsIndex,
        seed: Seed = None,
        *,
        threads: SupportsIndex = 1,
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> BatchT_co:
        """Deal episode 0 of n games. `out` gives arrays to write to, by name."""
