"""What the environments of Gymnasium for one learner share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from .._arguments.checks import finite
from ..errors import IllegalMoveError, InvalidStateError
from . import masks as forms
from . import render, spaces

if TYPE_CHECKING:
    from .deals import Deals


class LearnerEnv(gymnasium.Env[Any, Any]):
    """An environment with a round, the learner's seat in it, and its legal actions."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(render.MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(self, deals: Deals, illegal_reward: float | None, masks: str | None, render_mode: str | None) -> None:
        self.render_mode = render.mode_of(render_mode)
        self.illegal_reward = None if illegal_reward is None else finite("illegal_reward", illegal_reward)
        self.masks = forms.form_of(masks)
        self.observation_space = spaces.observation_box(deals.rules)
        self.action_space = spaces.actions(deals.rules)
        self._deals = deals
        self._state: Any = None
        self._seat = 0
        self._over = False

    @property
    def rules(self) -> Any:
        """The rules of the next round."""
        return self._deals.rules

    @property
    def round(self) -> Any:
        """A copy of the state, with all cards."""
        return self._current().copy()

    @property
    def view(self) -> Any:
        """What the learner knows, for bots."""
        return self._current().view(self._seat)

    def legal_actions(self) -> list[int]:
        """Return the ids that the learner may play, ascending; none after the end."""
        state = self._current()
        return [] if self._over else list(state.legal_actions())

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, as sb3-contrib expects it."""
        return spaces.mask(self.rules.num_actions, self.legal_actions()).astype(np.bool_)

    def _current(self) -> Any:
        if self._state is None:
            raise InvalidStateError("call reset() first: it deals a round")
        return self._state

    def _info(self) -> dict[str, Any]:
        return forms.of_ids(self.masks, self.legal_actions(), self.rules.num_actions)

    def _push(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]] | None:
        """Play the learner's action. If it is illegal and has a reward, return what `step` returns."""
        state = self._current()
        if self._over:
            raise InvalidStateError("the round is over: call reset() to deal the next one")
        try:
            state.push(action)
        except IllegalMoveError as error:
            if self.illegal_reward is None:
                raise
            self._over = True
            return self.view.observation(), self.illegal_reward, True, False, {**self._info(), "illegal": str(error)}
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
