"""A vector environment of Gymnasium for one seat of each of many rounds, with bots in the other seats."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._arguments import buffers
from .._arguments.checks import integer_within
from .._arguments.seeds import seed_number
from .._registry import module_of
from ..errors import OxidealError
from . import masks as forms
from . import render
from .deals import Deals, options_of
from .seat import SeatEnv

if TYPE_CHECKING:
    from ..interface import Game, Seed

__all__ = ["SeatVectorEnv"]


class SeatVectorEnv(VectorEnv[npt.NDArray[np.uint8], npt.ArrayLike, npt.NDArray[Any]]):
    """Many rounds with bots as opponents; also `gymnasium.make_vec("oxideal/Rummy-v0", num_envs=64, opponents="rule")`.

    Each row is a `SeatEnv`, and `settings` are its arguments. A round that ends is followed by the next one in the same
    step. `infos["payoffs"]` has the payoffs of all seats where a round ended, and `infos["final_obs"]` its last
    observations.

    >>> envs = SeatVectorEnv("rummy", 64, opponents="rule")
    >>> observations, infos = envs.reset(seed=7)
    >>> for step in range(50):
    ...     actions = infos["action_mask"].argmax(axis=1)
    ...     observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> observations.shape, rewards.dtype, infos["action_mask"].shape
    ((64, 559), dtype('float32'), (64, 515))
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: SupportsIndex = 1,
        rules: object = None,
        *,
        masks: str | None = "int8",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.num_envs = integer_within("num_envs", num_envs, 1, buffers.MAX_GAMES)
        self.masks = forms.form_of(masks)
        self.render_mode = render.mode_of(render_mode, render.VECTOR_MODES)
        self.metadata = {
            "render_modes": list(render.VECTOR_MODES),
            "render_fps": 1,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        first = SeatEnv(game, rules, masks=None, **settings)
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        module = module_of(game)
        self.envs = [SeatEnv(game, first.rules, masks=None, **settings) for _ in range(self.num_envs)]
        for number, env in enumerate(self.envs):
            env._deals = Deals(module, first.rules, settings.get("dealer"), first=number, step=self.num_envs)

    @property
    def rules(self) -> Any:
        """The rules of the next rounds."""
        return self.envs[0].rules

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Deal new rounds from this seed, or from one derived from the last.

        `options` may have `rules`, `dealer` and `seat`.
        """
        given = {name: value for name, value in options_of(options).items() if name != "stream"}
        number = None if seed is None else seed_number(seed)
        super().reset(seed=number)
        if number is None:
            number = seed_number(self.np_random.bytes(32))
        return np.stack([env.reset(seed=number, options=given)[0] for env in self.envs]), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play one id in each round, then let the bots play. If an id is wrong, raise an error and play none."""
        ids = buffers.actions(actions, self.num_envs).tolist()
        for number, (env, action) in enumerate(zip(self.envs, ids, strict=True)):
            try:
                env.check(action)
            except OxidealError as error:
                error.add_note(f"this is round {number}")
                raise
        n = self.num_envs
        rewards = np.zeros(n, np.float32)
        terminations, truncations = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        paid: dict[int, Any] = {}
        refused: dict[int, Any] = {}
        last: dict[int, Any] = {}
        observations = np.empty((n, self.rules.observation_spec().size), np.uint8)
        for k, (env, action) in enumerate(zip(self.envs, ids, strict=True)):
            observation, rewards[k], terminations[k], truncations[k], info = env.step(action)
            if terminations[k] or truncations[k]:
                last[k] = observation
                if "payoffs" in info:
                    paid[k] = info["payoffs"]
                if "illegal" in info:
                    refused[k] = info["illegal"]
                observation, _ = env.reset()
            observations[k] = observation
        infos = self._infos()
        infos["payoffs"], infos["_payoffs"] = np.zeros((n, self.rules.players), np.int32), np.zeros(n, np.bool_)
        for k, payoffs in paid.items():
            infos["payoffs"][k], infos["_payoffs"][k] = payoffs, True
        for name, values in (("final_obs", last), ("illegal", refused)):
            if values:
                infos[name], infos[f"_{name}"] = np.full(n, None, object), np.zeros(n, np.bool_)
                for k, value in values.items():
                    infos[name][k], infos[f"_{name}"][k] = value, True
        return observations, rewards, terminations, truncations, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which ids are legal, one row per round, in a new array."""
        masks: npt.NDArray[np.int8] = self._legal("int8")["action_mask"]
        return masks.view(np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Return each round with all hands open, as a text or a picture."""
        return tuple(render.rendered(env.round, self.render_mode) for env in self.envs)

    def _legal(self, form: str | None) -> dict[str, npt.NDArray[Any]]:
        if form is None:
            return {}
        legal = [env.legal_actions() for env in self.envs]
        offsets = np.zeros(self.num_envs + 1, np.int64)
        np.cumsum([len(each) for each in legal], out=offsets[1:])
        ids = np.fromiter(chain.from_iterable(legal), np.int32, offsets[-1])
        return forms.of_rows(form, ids, offsets, self.rules.num_actions)

    def _infos(self) -> dict[str, Any]:
        seats = np.array([env.seat for env in self.envs], np.int8)
        return forms.with_marks({"seat": seats, **self._legal(self.masks)}, self.num_envs)
