"""The environments of PettingZoo, for games of several players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces as gymnasium_spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # without types
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from .._arguments.checks import boolean, finite, integer_within, quoted, type_name
from .._registry import module_of
from ..errors import IllegalMoveError, InvalidArgumentError, InvalidStateError
from . import render, spaces
from .batch import BatchEnv
from .deals import MAX_STEPS, Deals
from .opponents import refuse_settings
from .seat import SeatEnv
from .seats import SeatVectorEnv

if TYPE_CHECKING:
    from ..interface import Seed

__all__ = ["TableEnv"]


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A round of a game as a PettingZoo AEC environment. The agents are `player_0`, `player_1`, …, one per seat.

    Use the class of a game, e.g. `oxideal.envs.rummy_v0.raw_env`, or its function `env`.

    - `rules`: a `Rules` object, a dict of its options or the name of a preset; the default rules if None.
    - `dealer`: the dealer of each round; drawn if None.
    - `illegal_reward`: reward of an illegal action, which ends the round; None raises `IllegalMoveError` instead.
    - `max_steps`: truncate a round after this many actions; None for no limit.
    - `render_mode`: "human", "ansi", "svg" or "rgb_array".

    In addition to the methods of PettingZoo, there are `view(agent)`, for bots, and `round`, a copy of the state.

    >>> from oxideal.envs import doudizhu_v0
    >>> from oxideal.bots import RuleBot
    >>> env = doudizhu_v0.env()
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated or truncated else RuleBot().choose(env.view(agent)))
    >>> env.round.payoffs
    (-3, -3, 6)
    """

    game: ClassVar[Any]
    metadata: ClassVar[dict[str, Any]]
    possible_agents: list[str]
    agents: list[str]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    rewards: dict[str, float]
    infos: dict[str, dict[str, Any]]
    agent_selection: str

    def __init_subclass__(cls, game: str | None = None) -> None:
        """Set the game, by name; a class without one has that of its base."""
        super().__init_subclass__()
        if game is not None:
            cls.game = module_of(game)
            cls.metadata = render.metadata(f"{game}_v0")

    @classmethod
    def wrapped(cls, rules: object = None, **settings: Any) -> Any:
        """Return the environment in PettingZoo's wrapper, which refuses calls before `reset`."""
        return _OrderEnforcing(cls(rules, **settings))

    @classmethod
    def vector(cls, num_envs: int = 1, *, opponents: Any = None, **settings: Any) -> BatchEnv | SeatVectorEnv:
        """Return a vector environment of this game, for `gymnasium.make_vec("oxideal/Rummy-v0", num_envs=4096)`.

        With `opponents` it is a `SeatVectorEnv`, else a `BatchEnv`, in which the learner plays all seats.
        """
        _check_class(cls)
        if opponents is None:
            single = ("seat", "dealer", "illegal_reward", "max_steps")
            refuse_settings(settings, single, "requires opponents: without them, the learner plays all seats")
            return BatchEnv(cls.game, num_envs, **settings)
        refuse_settings(settings, ("threads", "copy"), "and opponents are mutually exclusive")
        return SeatVectorEnv(cls.game, num_envs, opponents=opponents, **settings)

    @classmethod
    def single(cls, **settings: Any) -> SeatEnv:
        """Return an environment for one seat, for `gymnasium.make("oxideal/Rummy-v0")`."""
        _check_class(cls)
        return SeatEnv(cls.game, **settings)

    def __init__(
        self,
        rules: object = None,
        *,
        dealer: SupportsIndex | None = None,
        illegal_reward: float | None = None,
        max_steps: SupportsIndex | None = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        _check_class(type(self))
        super().__init__()
        self.render_mode = render.mode_of(render_mode)
        self.illegal_reward = None if illegal_reward is None else finite("illegal_reward", illegal_reward)
        self.max_steps = None if max_steps is None else integer_within("max_steps", max_steps, 1, 2**62)
        self._deals = Deals(self.game, rules, dealer)
        self._state: Any = None
        self._steps = 0
        first = self._deals.rules
        self.possible_agents = [f"player_{seat}" for seat in range(first.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        self.observation_spaces = {agent: spaces.masked_observation(first) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.actions(first) for agent in self.possible_agents}
        one = spaces.observation_box(first)
        self.state_space = gymnasium_spaces.Box(0, np.tile(one.high, first.players), dtype=np.uint8)

    @property
    def round(self) -> Any:
        """A copy of the state, with all cards."""
        return self._current().copy()

    def view(self, agent: str) -> Any:
        """Return what this agent knows."""
        return self._current().view(self._seat(agent))

    def reset(self, seed: Seed = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round: the first one of this seed or, without a seed, the one after the last.

        `options` may have `rules` and `dealer` (None: drawn), which also hold for later rounds, and `stream`, the
        number of this deal; later deals have the numbers after it.
        """
        self._state = self._deals.next(seed, options)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self._state.current_player]
        self._show()

    def step(self, action: object) -> None:
        """Play an id or a move for the agent to move; None removes an agent whose round is over.

        An illegal action raises `IllegalMoveError` and changes nothing. With an `illegal_reward` it ends the round for
        all agents instead.
        """
        state = self._current()
        if not self.agents:
            raise InvalidStateError("the round is over: call reset() to deal the next one")
        if self._over:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        try:
            state.push(action)
        except IllegalMoveError as error:
            if self.illegal_reward is None:
                raise
            self._end({agent: self.illegal_reward}, self.terminations)
            self.infos[agent]["illegal"] = str(error)
            return
        self._steps += 1
        if state.is_over:
            self._end(dict(zip(self.agents, map(float, state.payoffs), strict=True)), self.terminations)
        elif self.max_steps is not None and self._steps >= self.max_steps:
            self._end({}, self.truncations)
        else:
            self.agent_selection = self.possible_agents[state.current_player]
        self._show()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the observation, reward, termination, truncation and info of the agent to move."""
        self._current()
        last: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(boolean("observe", observe))
        return last

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's observation and action mask; the mask is all zeros if it is not its turn."""
        view = self.view(agent)
        legal = [] if self._over else view.legal_actions()
        return {
            "observation": view.observation(),
            "action_mask": spaces.mask(view.rules.num_actions, legal),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which ids are legal for the agent to move, as sb3-contrib expects it."""
        state = self._current()
        legal = [] if self._over else state.legal_actions()
        return spaces.mask(self._deals.rules.num_actions, legal).astype(np.bool_)

    def state(self) -> npt.NDArray[np.uint8]:
        """Return the observations of all seats in one array."""
        return np.concatenate([self._current().view(seat).observation() for seat in self._seats.values()])

    def observation_space(self, agent: str) -> gymnasium_spaces.Space[Any]:
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium_spaces.Space[Any]:
        self._seat(agent)
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Return the table with all hands open as a text or a picture, or print it and return None."""
        return render.rendered(self._current(), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _current(self) -> Any:
        if self._state is None:
            raise InvalidStateError("call reset() first: it deals a round")
        return self._state

    @property
    def _over(self) -> bool:
        """Whether the round is over for all agents, by the rules, an illegal action or a wrapper."""
        agent = self.agent_selection
        return not self.agents or self.terminations[agent] or self.truncations[agent]

    def _seat(self, agent: object) -> int:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            what = quoted(agent) if isinstance(agent, str) else f"of type {type_name(agent)}"
            raise InvalidArgumentError(f"unknown agent {what}; expected one of {', '.join(self.possible_agents)}")
        return seat

    def _end(self, rewards: dict[str, float], ended: dict[str, bool]) -> None:
        """End the round for all agents, with these rewards."""
        for agent in self.agents:
            ended[agent] = True
            self.rewards[agent] = rewards.get(agent, 0.0)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class _OrderEnforcing(OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo has no types
    def last(self, observe: bool = True) -> Any:
        """Return the same, with the error of the environment itself before `reset`."""
        return self.env.last(observe)


def _check_class(cls: type[TableEnv]) -> None:
    if not hasattr(cls, "game"):
        raise TypeError("TableEnv cannot be instantiated; use the class of a game, e.g. oxideal.envs.rummy_v0.raw_env")
