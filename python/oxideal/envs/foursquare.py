"""The environment of Gymnasium for FourSquare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from .. import foursquare
from .._arguments.seeds import seed_number
from ..errors import IllegalMoveError, InvalidStateError
from . import masks as forms
from . import render, rewards, spaces
from .batch import BatchEnv
from .deals import Deals
from .opponents import refuse_settings, refuse_solitaire

if TYPE_CHECKING:
    from ..interface import Seed

__all__ = ["FourSquareEnv", "vector_env"]


class FourSquareEnv(gymnasium.Env[Any, Any]):
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

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(render.MODES), "render_fps": 1}  # type: ignore[misc]

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
        self.render_mode = render.mode_of(render_mode)
        self.illegal_reward = rewards.illegal_reward(illegal_reward)
        self.progress = rewards.reward("progress", progress)
        self.masks = forms.form_of(masks)
        self._deals = Deals(foursquare, rules)
        self._state: foursquare.State | None = None
        self._over = False
        self.observation_space = spaces.observation_box(self._deals.rules)
        self.action_space = spaces.actions(self._deals.rules)

    @property
    def round(self) -> foursquare.State:
        """A copy of the state, with the order of the stock."""
        return self._current().copy()

    @property
    def view(self) -> foursquare.View:
        """What the player knows, for bots."""
        return self._current().view(0)

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
        return self._observed()

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Place the card on a cell, given as an id or a move."""
        state = self._current()
        if self._over:
            raise InvalidStateError("the game is over: call reset() to deal the next one")
        before = np.count_nonzero(state.grid > 0)
        try:
            state.push(action)
        except IllegalMoveError as error:
            if self.illegal_reward is None:
                raise
            self._over = True
            observation, info = self._observed()
            info["illegal"] = str(error)
            return observation, self.illegal_reward, True, False, info
        self._over = state.is_over
        reward = self.progress * (np.count_nonzero(state.grid > 0) - before)
        if state.payoffs is not None:
            reward += state.payoffs[0]
        self._show()
        observation, info = self._observed()
        return observation, float(reward), self._over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, as sb3-contrib expects it."""
        return spaces.mask(self._deals.rules.num_actions, self._legal()).astype(np.bool_)

    def render(self) -> Any:
        """Return the grid as a text or a picture, or print it and return None."""
        return render.rendered(self._current(), self.render_mode)

    def _current(self) -> foursquare.State:
        if self._state is None:
            raise InvalidStateError("call reset() first: it deals a game")
        return self._state

    def _legal(self) -> list[int]:
        return [] if self._over else self._current().legal_actions()

    def _observed(self) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        return self.view.observation(), forms.of_ids(self.masks, self._legal(), self._deals.rules.num_actions)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def vector_env(num_envs: int = 1, *, opponents: None = None, seat: None = None, **settings: Any) -> BatchEnv:
    """Return a vector environment, for `gymnasium.make_vec("oxideal/FourSquare-v0", num_envs=4096)`."""
    refuse_solitaire(opponents=opponents, seat=seat)
    refuse_settings(settings, ("illegal_reward", "progress"), 'requires vectorization_mode="sync" or "async"')
    return BatchEnv("foursquare", num_envs, **settings)
