"""The environment of Gymnasium for one seat of a game, with bots in the other seats."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from .._arguments.checks import integer_within
from .._arguments.seeds import seed_number
from .._registry import module_of
from ..errors import InvalidRulesError
from . import render
from .deals import MAX_STEPS, Deals, options_of
from .learner import LearnerEnv
from .opponents import Opponents, OpponentsArgument, drawn_seat, seat_of

if TYPE_CHECKING:
    from ..arena import Entry
    from ..interface import Game, Seed

__all__ = ["SeatEnv"]

MAX_SKIPPED = 1000
"""The most deals in a row that may end before the learner's first turn."""


class SeatEnv(LearnerEnv):
    """One seat of a game, with bots in the other seats; also `gymnasium.make("oxideal/Rummy-v0")`.

    Each step plays the learner's action and then the bots' until it is the learner's turn again.

    - `opponents`: a bot for all other seats, or a list of one for each, in the order in which they follow the learner.
      A bot is anything that an arena accepts, e.g. "rule", "search:50ms" or an object with a method `choose`. None is
      "rule", and nobody in a game with one seat.
      A program (`exec:`) is told each position, not the events before it.
    - `seat`: the learner's seat, or "random": drawn for each round.
    - `illegal_reward`: reward of an illegal action, which ends the round; None raises `IllegalMoveError` instead.
    - `max_steps`: truncate a round after this many actions of all seats; None for no limit.
    - `masks`: the legal actions in `info`: "int8" (`action_mask`), "ids", or None for none.

    The reward is the learner's payoff at the end of the round. `info["payoffs"]` then has those of all seats, and
    `info["seat"]` is always the learner's seat. `rules`, `dealer` and `render_mode` are as in the environments of
    PettingZoo.

    >>> env = SeatEnv("rummy", opponents="rule", seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> terminated = False
    >>> while not terminated:
    ...     action = env.action_space.sample(info["action_mask"])
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> reward == float(info["payoffs"][info["seat"]])
    True
    """

    def __init__(
        self,
        game: Game | str,
        rules: object = None,
        *,
        opponents: OpponentsArgument | None = None,
        seat: SupportsIndex | str = "random",
        dealer: SupportsIndex | None = None,
        illegal_reward: float | None = -100.0,
        max_steps: SupportsIndex | None = MAX_STEPS,
        masks: str | None = "int8",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(Deals(module_of(game), rules, dealer), illegal_reward, masks, render_mode)
        players = self._deals.rules.players
        self._opponents = Opponents(opponents, players)
        self._fixed_seat = seat_of(seat, players)
        self.max_steps = None if max_steps is None else integer_within("max_steps", max_steps, 1, 2**62)
        self._bots: dict[int, Entry] = {}
        self._steps = 0

    @property
    def seat(self) -> int:
        """The learner's seat in this round."""
        self._current()
        return self._seat

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Deal the next round and play until the learner's first turn. A round that ends before it is skipped.

        A seed begins with its first deal; without one, the next deal follows. `options` may have `rules`, `dealer` and
        `seat`, which also hold for later rounds, and `stream`, the number of this deal.
        """
        number = None if seed is None else seed_number(seed)
        deals = copy(self._deals)  # an error changes nothing
        fixed = self._fixed_seat
        if "seat" in options_of(options):
            fixed = seat_of(options_of(options)["seat"], deals.rules.players)
        for skipped in range(MAX_SKIPPED):
            state = deals.next(number, options) if skipped == 0 else deals.next(None, None)
            players = state.rules.players
            own = drawn_seat(state.seed, state.stream, players) if fixed is None else fixed
            entries = self._opponents.with_seed(state.seed)
            bots = {(own + turn) % players: entry for turn, entry in enumerate(entries, 1)}
            steps = self._play_others(state, bots, 0)
            if state.current_player == own:
                break
        else:
            raise InvalidRulesError(f"the learner got no turn in {MAX_SKIPPED} deals")
        self._deals, self._fixed_seat = deals, fixed
        self._state, self._bots, self._seat, self._steps, self._over = state, bots, own, steps, False
        super().reset(seed=number)
        self._show()
        return self.view.observation(), self._info()

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an id or a move for the learner, then let the bots play until its next turn.

        An illegal action raises `IllegalMoveError` and changes nothing. With an `illegal_reward` it ends the round.
        If a bot raises an error, the learner's action is taken back.
        """
        if (illegal := self._push(action)) is not None:
            return illegal
        state = self._current()
        try:
            self._steps += 1 + self._play_others(state, self._bots, self._steps + 1)
        except BaseException:
            state.pop()
            raise
        truncated = not state.is_over and self._too_long(self._steps)
        self._over = state.is_over or truncated
        info = self._info()
        reward = 0.0
        if state.is_over:
            info["payoffs"] = np.array(state.payoffs, np.int32)
            reward = float(state.payoffs[self._seat])
        self._show()
        return self.view.observation(), reward, state.is_over, truncated, info

    def check(self, action: Any) -> None:
        """Raise the error that `step` would raise for this action."""
        if not self._current().is_legal(action) and self.illegal_reward is None:
            self._state.push(action)  # refused, so the state does not change

    def render(self) -> Any:
        """Return the table with all hands open as a text or a picture, or print it and return None.

        It says which seat is the learner's.
        """
        return render.rendered(self._current(), self.render_mode, self._seat)

    def close(self) -> None:
        """End the processes of opponents that are programs. Nothing else needs it."""
        self._opponents.close()

    def _play_others(self, state: Any, bots: dict[int, Entry], steps: int) -> int:
        """Let the bots play until a seat without one is to move. Return how many actions they played.

        If a bot raises an error, take their actions back.
        """
        played = 0
        try:
            while (entry := bots.get(state.current_player)) is not None and not self._too_long(steps + played):
                _play(entry, state)
                played += 1
        except BaseException:
            for _ in range(played):
                state.pop()
            raise
        return played

    def _too_long(self, steps: int) -> bool:
        return self.max_steps is not None and steps >= self.max_steps

    def _info(self) -> dict[str, Any]:
        return {"seat": self._seat, **super()._info()}


def _play(entry: Entry, state: Any) -> None:
    """Let a bot play for the seat to move."""
    try:
        state.push(entry.bot.choose(state.view(state.current_player), entry.limit))  # type: ignore[union-attr]
    except Exception as error:
        error.add_note(f"this is the opponent {entry.name} in seat {state.current_player}")
        raise
