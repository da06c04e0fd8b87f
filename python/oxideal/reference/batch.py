"""The batch: many rounds stepped together, in any game. `docs/batches.md` describes the arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from threading import Lock, local
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from .. import interface
from .._arguments import buffers
from .._arguments.checks import format_int, integer, integer_within
from .._arguments.seeds import seed_number
from ..errors import InvalidArgumentError, InvalidStateError
from .docstrings import Documented
from .forwarded import Forwarded
from .random import playout_base, playout_generator
from .refusal import Refusal
from .rules import Rules
from .state import State
from .view import View

if TYPE_CHECKING:
    from ..interface import Seed

RulesT = TypeVar("RulesT", bound=Rules[Any])
StateT = TypeVar("StateT", bound=State[Any, Any, Any, Any])
ViewT = TypeVar("ViewT", bound=View[Any, Any, Any])

_turns = local()
"""Whether this thread holds the lock of any batch, as `held`."""


class Batch(Documented, interface.Batch[RulesT, StateT, ViewT], Generic[RulesT, StateT, ViewT]):
    # The Batch class of a game sets `_state_type`. `threads` is checked but has no effect here.
    __slots__ = (
        "_arrays",
        "_episodes",
        "_ids",
        "_legal",
        "_legal_ids",
        "_lock",
        "_n",
        "_plain_arrays",
        "_rules",
        "_seed",
        "_states",
        "_threads",
    )

    _state_type: ClassVar[type[Any]]

    n = Forwarded[int]("_n")
    seed = Forwarded[int]("_seed")
    threads = Forwarded[int]("_threads")
    observations = Forwarded[npt.NDArray[np.uint8]]("_arrays.observations")
    current_player = Forwarded[npt.NDArray[np.int8]]("_arrays.current_player")
    rewards = Forwarded[npt.NDArray[np.int32]]("_arrays.rewards")
    terminated = Forwarded[npt.NDArray[np.bool_]]("_arrays.terminated")
    episode = Forwarded[npt.NDArray[np.int64]]("_arrays.episode")
    legal_offsets = Forwarded[npt.NDArray[np.int64]]("_arrays.legal_offsets")
    legal_ids = Forwarded[npt.NDArray[np.int32]]("_legal_ids")

    _states: list[StateT]
    _episodes: list[int]  # how many rounds of each game have ended
    _legal: list[list[int]]  # the legal actions of each game
    _arrays: buffers.Buffers
    _plain_arrays: buffers.Buffers  # the same arrays as plain ndarrays
    _ids: npt.NDArray[np.int32]  # the array that `legal_ids` is a view of
    _legal_ids: npt.NDArray[np.int32]

    def __init__(
        self,
        rules: RulesT,
        n: SupportsIndex,
        seed: Seed = None,
        *,
        threads: SupportsIndex = 1,
        out: dict[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        self._state_type._check_rules(rules)
        self._rules = rules
        self._n = integer_within("n", n, 1, buffers.MAX_GAMES)
        self._seed = seed_number(seed)
        self._threads = integer_within("threads", threads, 1, 256)
        self._arrays = buffers.buffers(self._n, rules.players, rules.observation_spec().size, out)
        self._plain_arrays = buffers.Buffers(*map(np.asarray, self._arrays))  # a subclass may override item assignment
        self._ids = np.zeros(0, np.int32)
        self._lock = Lock()  # lets one thread at a time use the batch
        self.reset()

    @property
    def rules(self) -> RulesT:
        return self._rules

    def __len__(self) -> int:
        return self._n

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        mask = buffers.mask(self._n, self._rules.num_actions, out)
        plain = np.asarray(mask)
        with self._turn():
            for game, legal in enumerate(self._legal):
                plain[game, legal] = True
            return mask

    def action_features(self) -> npt.NDArray[np.uint8]:
        with self._turn():
            return np.concatenate([_view_to_move(state).action_features() for state in self._states])

    def view(self, k: SupportsIndex, /) -> ViewT:
        game = self._game(k)
        with self._turn():
            view: ViewT = _view_to_move(self._states[game])
            return view

    def state(self, k: SupportsIndex, /) -> StateT:
        game = self._game(k)
        with self._turn():
            state = self._states[game]
            now = state._now
            own: StateT = self._state_type._set_up(now.position, copy(now.chance), state.recent)
            return own

    def _game(self, k: SupportsIndex) -> int:
        game = integer("k", k)
        if not 0 <= game < self._n:
            raise InvalidArgumentError(f"game {format_int(game)} out of range: this batch has games 0 to {self._n - 1}")
        return game

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Hold the lock of the batch, which is free again when the finalizers of the replaced `legal_ids` run."""
        outer = getattr(_turns, "held", False)
        replaced = getattr(self, "_legal_ids", None)
        _turns.held = True
        try:
            with _without_waiting(self._lock) if outer else self._lock:
                yield
        finally:
            _turns.held = outer
        del replaced

    # Changing the batch

    def reset(self) -> None:
        with self._turn():
            self._check_arrays()
            self._episodes = self._n * [0]
            self._states = [self._deal_round(game) for game in range(self._n)]
            self._write_arrays({})

    def step(self, actions: npt.ArrayLike, /) -> None:
        ids = buffers.actions(actions, self._n).tolist()
        with self._turn():
            self._check_arrays()
            for game, action in enumerate(ids):
                self._check(game, action)
            ended = {}
            for game, (state, action) in enumerate(zip(self._states, ids, strict=True)):
                state.push(action)
                if state.is_over:
                    ended[game] = state.payoffs
                    self._episodes[game] += 1
                    self._states[game] = self._deal_round(game)
            self._write_arrays(ended)

    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        base = playout_base(seed_number(seed))
        with self._turn():
            drawn = [legal[playout_generator(base, game).below(len(legal))] for game, legal in enumerate(self._legal)]
            return np.array(drawn, np.int32)

    def _check_arrays(self) -> None:
        buffers.check_kept(self._arrays, self._n, self._rules.players, self._rules.observation_spec().size)

    def _deal_round(self, game: int) -> StateT:
        state: StateT = self._state_type(self._rules, seed=self._seed, stream=game + self._episodes[game] * self._n)
        """Deal the current round of a game: round `e` of game `k` uses stream `k + e * n`."""
        return state

    def _check(self, game: int, action: int) -> None:
        """Raise the right error if this id cannot be played in this game."""
        if action in self._legal[game]:
            return
        self._rules._check_id(action, game=game)
        refusal = self._states[game]._round.refusal(action)
        assert refusal is not None
        raise Refusal(refusal.rule, refusal.key, {**refusal.values, "game": str(game)}).error()

    def _write_arrays(self, ended: dict[int, tuple[int, ...] | None]) -> None:
        """Write all arrays in full, since the caller may have written to them.

        `ended` has the payoffs of the games whose round ended in this step.
        """
        views = list(map(_view_to_move, self._states))
        self._legal = [view.legal_actions() for view in views]
        arrays = self._plain_arrays
        for game, view in enumerate(views):
            arrays.observations[game] = view.observation()
        arrays.current_player[:] = [view.seat for view in views]
        arrays.rewards[:] = 0
        for game, payoffs in ended.items():
            assert payoffs is not None
            arrays.rewards[game] = payoffs
        arrays.terminated[:] = [game in ended for game in range(self._n)]
        arrays.episode[:] = self._episodes
        arrays.legal_offsets[0] = 0
        arrays.legal_offsets[1:] = np.cumsum([len(legal) for legal in self._legal])
        ids = [action for legal in self._legal for action in legal]
        if len(ids) > len(self._ids):
            self._ids = np.zeros(2 * len(ids), np.int32)
        self._legal_ids = self._ids[: len(ids)]
        self._legal_ids[:] = ids

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Batch cannot be copied or pickled: record its seed and actions instead")


@contextmanager
def _without_waiting(lock: Lock) -> Iterator[None]:
    """Hold a lock. A thread that holds the lock of a batch already must not wait: the other one may wait for it."""
    if not lock.acquire(blocking=False):
        raise InvalidStateError("this batch is in the middle of a step: use it when the step is done")
    try:
        yield
    finally:
        lock.release()


def _view_to_move(state: State[Any, Any, Any, Any]) -> Any:
    """Return the view of the seat to move. A state in a batch always has one."""
    seat = state.current_player
    assert seat is not None
    return state.view(seat)
