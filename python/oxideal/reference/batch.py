"""Many rounds at once, the same for every game. `docs/batches.md` describes the arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from threading import Lock, local
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from .._input import buffers
from .._input.checks import format_int, integer, integer_within
from .._input.seeds import seed_number
from ..errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError, InvalidStateError
from .random import playout_base, playout_generator
from .rules import Rules
from .state import State
from .view import View

if TYPE_CHECKING:
    from ..interface import Seed

RulesT = TypeVar("RulesT", bound=Rules[Any])
StateT = TypeVar("StateT", bound=State[Any, Any, Any, Any])
ViewT = TypeVar("ViewT", bound=View[Any, Any, Any])

_turns = local()
"""Whether this thread holds the lock of any batch."""


class Batch(Generic[RulesT, StateT, ViewT]):
    """n rounds at once, each of which is dealt anew when it is over. A game's own Batch sets `_state_type`. The
    number of threads is checked and changes nothing.
    """

    __slots__ = (
        "_arrays",
        "_bare",
        "_episodes",
        "_ids",
        "_legal",
        "_legal_ids",
        "_lock",
        "_n",
        "_rules",
        "_seed",
        "_states",
        "_threads",
    )

    _state_type: ClassVar[type[Any]]

    _states: list[StateT]
    _episodes: list[int]  # how many rounds of each game have ended
    _legal: list[list[int]]  # what can be played now in each game
    _arrays: buffers.Buffers
    _bare: buffers.Buffers  # the same without what subclasses of arrays add
    _ids: npt.NDArray[np.int32]  # the array of which `legal_ids` is a view
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
        self._bare = buffers.Buffers(*map(np.asarray, self._arrays))  # a subclass may write in its own way
        self._ids = np.zeros(0, np.int32)
        self._lock = Lock()  # of two threads that step the same batch, one waits
        self.reset()

    @property
    def rules(self) -> RulesT:
        """How the rounds are played."""
        return self._rules

    @property
    def n(self) -> int:
        """The number of games."""
        return self._n

    @property
    def seed(self) -> int:
        """The seed of all deals (also where it came from the system's entropy)."""
        return self._seed

    @property
    def threads(self) -> int:
        """Over how many threads the games are spread."""
        return self._threads

    def __len__(self) -> int:
        return self._n

    # The arrays

    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """What the seat to move observes, a row for each game."""
        return self._arrays.observations

    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """The seat to move."""
        return self._arrays.current_player

    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """The payoffs of a round that has ended with this step, else 0."""
        return self._arrays.rewards

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether a round has ended with this step."""
        return self._arrays.terminated

    @property
    def episode(self) -> npt.NDArray[np.int64]:
        """How many rounds have ended since `reset()`."""
        return self._arrays.episode

    @property
    def legal_offsets(self) -> npt.NDArray[np.int64]:
        """The legal ids of game k are `legal_ids[legal_offsets[k]:legal_offsets[k + 1]]`."""
        return self._arrays.legal_offsets

    @property
    def legal_ids(self) -> npt.NDArray[np.int32]:
        """The ids that may be played, ascending in each game; a new view after each step."""
        return self._legal_ids

    def legal_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """True where an action may be played: a row for each game, in a new array or the caller's own."""
        mask = buffers.mask(self._n, self._rules.num_actions, out)
        bare = np.asarray(mask)
        with self._turn():
            for game, legal in enumerate(self._legal):
                bare[game, legal] = True
            return mask

    def view(self, k: SupportsIndex, /) -> ViewT:
        """What the seat to move knows in game k."""
        game = self._game(k)
        with self._turn():
            view: ViewT = _own_view(self._states[game])
            return view

    def state(self, k: SupportsIndex, /) -> StateT:
        """Game k as a state of its own, set up by hand: without the history, but with the last actions."""
        game = self._game(k)
        with self._turn():
            state = self._states[game]
            position, chance, _ = state._moments[-1]
            own: StateT = self._state_type._set_up(position, copy(chance), state.recent)
            return own

    def _game(self, k: SupportsIndex) -> int:
        game = integer("k", k)
        if not 0 <= game < self._n:
            raise InvalidArgumentError(f"game {format_int(game)} out of range: this batch has games 0 to {self._n - 1}")
        return game

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the lock. A thread that holds the lock of a batch already (in a `__del__` that Python runs
        meanwhile) does not wait, as that might be for ever.
        """
        outer = getattr(_turns, "held", False)
        if not self._lock.acquire(blocking=not outer):
            raise InvalidStateError("this batch is in the middle of a step: use it when the step is done")
        _turns.held = True
        replaced = getattr(self, "_legal_ids", None)
        try:
            yield
        finally:
            _turns.held = outer
            self._lock.release()
        del replaced  # its finalizers find the batch free

    # What changes it

    def reset(self) -> None:
        """Begins again with the first round of every game."""
        with self._turn():
            self._check_arrays()
            self._episodes = self._n * [0]
            self._states = [self._dealt(game) for game in range(self._n)]
            self._write_arrays({})

    def step(self, actions: npt.ArrayLike, /) -> None:
        """Plays one id in each game. A round that ends is followed by the next one in the same step. Where an id is
        wrong, nothing is played in any game.
        """
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
                    self._states[game] = self._dealt(game)
            self._write_arrays(ended)

    def sample_actions(self, seed: Seed = None) -> npt.NDArray[np.int32]:
        """One legal id a game, each as likely as the others, in a new array."""
        base = playout_base(seed_number(seed))
        with self._turn():
            drawn = [legal[playout_generator(base, game).below(len(legal))] for game, legal in enumerate(self._legal)]
            return np.array(drawn, np.int32)

    def _check_arrays(self) -> None:
        buffers.check_kept(self._arrays, self._n, self._rules.players, self._rules.observation_spec().size)

    def _dealt(self, game: int) -> StateT:
        state: StateT = self._state_type(self._rules, seed=self._seed, stream=game + self._episodes[game] * self._n)
        return state

    def _check(self, game: int, action: int) -> None:
        """Raise the error for an id that cannot be played in this game."""
        if action in self._legal[game]:
            return
        try:
            self._rules._checked(action)
        except InvalidMoveError as error:
            raise InvalidMoveError(f"game {game}: {error}") from None
        refusal = self._states[game]._round.refusal(action)
        assert refusal is not None
        raise IllegalMoveError(refusal.rule, f"game {game}: {refusal.reason}")

    def _write_arrays(self, ended: dict[int, tuple[int, ...] | None]) -> None:
        """Write all arrays anew, as a caller may have written to them; `ended` has the payoffs of the games whose round
        is over.
        """
        views = list(map(_own_view, self._states))
        self._legal = [view.legal_actions() for view in views]
        arrays = self._bare
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


def _own_view(state: State[Any, Any, Any, Any]) -> Any:
    """The view of the seat that is to move; there is always one."""
    seat = state.current_player
    assert seat is not None
    return state.view(seat)
