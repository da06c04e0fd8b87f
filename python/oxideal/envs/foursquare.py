"""The environment of Gymnasium for FourSquare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import foursquare
from .._arguments.checks import finite
from .._arguments.seeds import seed_number
from . import render
from .batch import BatchEnv
from .deals import Deals
from .learner import LearnerEnv
from .opponents import refuse_settings, refuse_solitaire

if TYPE_CHECKING:
    from ..interface import Seed

__all__ = ["FourSquareEnv", "vector_env"]


class FourSquareEnv(LearnerEnv):
    """A game of FourSquare; also `gymnasium.make("oxideal/FourSquare-v0")`.

    Observations are those of `view.observation()`. The legal ids are in `info["action_mask"]`, or in the form that
    `masks` names as in `SeatEnv`, and in `action_masks()`. The reward at the end is 0 for a loss, and 1 plus the cards
    left in the stock for a win. `progress` adds a reward for each top card that turns face up in a step, and subtracts
    it for each that turns face down.

    An illegal action loses the game with the reward `illegal_reward`, and `info["illegal"]` has the reason. With
    `illegal_reward=None` it raises `IllegalMoveError` and changes nothing.

    There is one seat: `opponents` and `seat` must be None.

    >>> env = FourSquareEnv(progress=0.1)
    >>> observation, info = env.reset(seed=7)
    >>> env.step(24)[1], env.step(0)[1:4]
    (0.1, (-1.0, True, False))
    """

    def __init__(
        self,
        rules: object = None,
        *,
        illegal_reward: float | None = -1.0,
        progress: float = 0.0,
        masks: str | None = "int8",
        render_mode: str | None = None,
        opponents: None = None,
        seat: None = None,
    ) -> None:
        refuse_solitaire(opponents=opponents, seat=seat)
        super().__init__(Deals(foursquare, rules), illegal_reward, masks, render_mode)
        self.progress = finite("progress", progress)

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Deal the next game: the first one of this seed or, without a seed, the one after the last.

        `options` may have `rules`, which also hold for later games, and `stream`, the number of this deal; later deals
        have the numbers after it.
        """
        number = None if seed is None else seed_number(seed)
        self._state = self._deals.next(number, options)
        self._over = False
        super().reset(seed=number)
        self._show()
        return self.view.observation(), self._info()

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Place the card on a cell, given as an id or a move."""
        state = self._current()
        before = np.count_nonzero(state.grid > 0)
        if (illegal := self._push(action)) is not None:
            return illegal
        self._over = state.is_over
        reward = self.progress * (np.count_nonzero(state.grid > 0) - before)
        if state.payoffs is not None:
            reward += state.payoffs[0]
        self._show()
        return self.view.observation(), float(reward), self._over, False, self._info()

    def render(self) -> Any:
        """Return the grid as a text or a picture, or print it and return None."""
        return render.rendered(self._current(), self.render_mode)


def vector_env(num_envs: int = 1, *, opponents: None = None, seat: None = None, **settings: Any) -> BatchEnv:
    """Return a vector environment, for `gymnasium.make_vec("oxideal/FourSquare-v0", num_envs=4096)`."""
    refuse_solitaire(opponents=opponents, seat=seat)
    refuse_settings(settings, ("illegal_reward", "progress"), 'requires vectorization_mode="sync" or "async"')
    return BatchEnv("foursquare", num_envs, **settings)
