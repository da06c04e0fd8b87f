"""A vector environment of Gymnasium, for thousands of rounds of any game at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._arguments.buffers import MAX_GAMES
from .._arguments.checks import boolean, integer_within
from .._arguments.seeds import seed_number
from .._registry import module_of
from ..errors import InvalidStateError
from . import masks as forms
from . import render, spaces
from .deals import check_layout, options_of, rules_of

if TYPE_CHECKING:
    from ..interface import Game, Seed

__all__ = ["BatchEnv"]


class BatchEnv(VectorEnv[npt.NDArray[np.uint8], npt.ArrayLike, npt.NDArray[Any]]):
    """Many rounds of one game; also `gymnasium.make_vec("oxideal/Rummy-v0", num_envs=4096)`.

    Observations are those of the seat to move, which `infos["current_player"]` names. Rewards are those of the seat
    that just moved; `infos["payoffs"]` has the payoffs of all seats. A round that ends is followed by the next one in
    the same step. With `copy=False`, the arrays returned are overwritten by the next step. `masks` is the form of the
    legal actions in `infos`: "int8" (`action_mask`), "ids", or None for none, which is faster, as
    `docs/environments.md` explains.

    >>> envs = BatchEnv("rummy", 4096)
    >>> observations, infos = envs.reset(seed=7)
    >>> for step in range(50):
    ...     actions = envs.batch.sample_actions(step)
    ...     observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> observations.shape, rewards.shape, infos["payoffs"].shape, infos["action_mask"].shape
    ((4096, 559), (4096,), (4096, 2), (4096, 515))
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: SupportsIndex = 1,
        rules: object = None,
        *,
        threads: SupportsIndex = 1,
        copy: bool = True,
        masks: str | None = "int8",
        render_mode: str | None = None,
    ) -> None:
        self.game = module_of(game)
        self.rules = rules_of(self.game.Rules, rules)
        self.num_envs = integer_within("num_envs", num_envs, 1, MAX_GAMES)
        self.threads = integer_within("threads", threads, 1, 256)
        self.copy = boolean("copy", copy)
        self.masks = forms.form_of(masks)
        self.render_mode = render.mode_of(render_mode, render.VECTOR_MODES)
        self.metadata = {
            "render_modes": list(render.VECTOR_MODES),
            "render_fps": 1,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        self.single_observation_space = spaces.observation_box(self.rules)
        self.single_action_space = spaces.actions(self.rules)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._batch: Any = None
        self._movers = np.zeros(0, np.int8)  # a copy: callers may write to the arrays of the batch
        self._games = np.arange(self.num_envs)

    @property
    def batch(self) -> Any:
        """The `Batch` of this environment, with legal ids, views and random actions."""
        if self._batch is None:
            raise InvalidStateError("call reset() first: it deals the rounds")
        return self._batch

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Deal new rounds from this seed, or from one derived from the last. `options["rules"]` changes the rules."""
        rules = rules_of(self.game.Rules, options_of(options).get("rules", self.rules))
        check_layout(rules, self.rules)
        number = None if seed is None else seed_number(seed)
        super().reset(seed=number)
        if number is None:
            number = seed_number(self.np_random.bytes(32))
        self._batch = self.game.Batch(rules, self.num_envs, number, threads=self.threads)
        self._movers = self._batch.current_player.copy()
        self.rules = rules
        return self._kept(self._batch.observations), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play one id in each round. If one is wrong, raise an error for the first of them and play none."""
        batch = self.batch
        batch.step(actions)
        rewards = batch.rewards[self._games, self._movers].astype(np.float32)
        self._movers = batch.current_player.copy()
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._kept(batch.observations), rewards, self._kept(batch.terminated), truncations, self._infos()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, one row per round, in a new array."""
        masks: npt.NDArray[np.bool_] = self.batch.legal_mask()
        return masks

    def render(self) -> tuple[Any, ...]:
        """Return each round with all hands open, as a text or a picture."""
        return tuple(render.rendered(self.batch.state(k), self.render_mode) for k in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Free the memory of the rounds."""
        self._batch = None

    def _kept(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a copy or, with `copy=False`, the batch's own array."""
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        # Gymnasium wants a mask beside each key: the rounds for which it has a value.
        batch = self.batch
        legal = forms.of_rows(self.masks, batch.legal_ids, batch.legal_offsets, self.rules.num_actions)
        return {
            "current_player": self._kept(batch.current_player),
            "_current_player": np.ones(self.num_envs, np.bool_),
            "payoffs": self._kept(batch.rewards),
            "_payoffs": self._kept(batch.terminated),
            **forms.with_marks(legal, self.num_envs),
        }
