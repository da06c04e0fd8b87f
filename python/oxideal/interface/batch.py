"""Many rounds at once."""

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
    """n rounds at once, each of which is dealt anew when it is over; `docs/batches.md` has arrays and errors."""

    def __init__(
        self,
        rules: RulesT_co,
        n: SupportsIndex,
        seed: Seed = None,
        *,
        threads: SupportsIndex = 1,
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        """Episode 0 of all games. `out` gives arrays to write to, by their names."""

    @property
    def rules(self) -> RulesT_co: ...
    @property
    def n(self) -> int:
        """The number of games."""

    @property
    def seed(self) -> int:
        """The seed of all deals (also where it came from the system's entropy)."""

    @property
    def threads(self) -> int:
        """Over how many threads the games are spread."""

    def __len__(self) -> int: ...
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """What the seat to move observes, a row for each game."""

    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """The seat to move."""

    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """The payoffs of a round that has ended with this step, else 0."""

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether a round has ended with this step."""

    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """How many rounds have ended since `reset()`."""

    @property
    def legal_offsets(self) -> npt.NDArray[np.int64]:
        """The legal ids of game k are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`."""

    @property
    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The ids that may be played, ascending in each game; a new view after each step."""

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """True where an action may be played: a row for each game, in a new array or the caller's own."""

    def view(self, k: SupportsIndex, /) -> ViewT_co:
        """What the seat to move knows in game k."""

    def state(self, k: SupportsIndex, /) -> StateT_co:
        """Game k as a state of its own, set up by hand: without the history, but with the last actions."""

    def reset(self) -> None:
        """Begins again with the first round of every game."""

    def step(self, actions: npt.ArrayLike, /) -> None:
        """Plays one id in each game. A round that ends is followed by the next one in the same step. Where an id is
        wrong, nothing is played in any game.
        """

    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        """One legal id a game, each as likely as the others, in a new array."""
