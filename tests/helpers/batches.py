"""Helpers for tests of batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from helpers.cases import Case, examples, module_of
from helpers.splitmix import SplitMix
from oxideal.differential import GAMES

if TYPE_CHECKING:
    import random

SEED = 7
"""A seed whose base is known to `splitmix`."""


ARRAYS = ("observations", "current_player", "rewards", "terminated", "episode", "legal_offsets")


SHORT: list[tuple[str, dict[str, Any]]] = [(game, fields) for game in GAMES for fields in examples(game)["short"]]
"""Rules with short rounds."""


def case_of(game: str, backend: str, fields: dict[str, Any]) -> Case:
    return Case(game, backend, module_of(game, backend).Rules(**fields).to_dict())


def new(case: Case, n: int, seed: int = SEED, **more: Any) -> Any:
    return case.module.Batch(case.rules, n, seed=seed, **more)


class Twins:
    """Separate states, redealt when rounds end, and the array contents to expect from them."""

    def __init__(self, case: Case, n: int, seed: int = SEED) -> None:
        self.case, self.rules, self.n, self.seed = case, case.rules, n, seed
        self.reset()

    def deal(self, k: int) -> Any:
        stream = k + self.episode[k] * self.n
        return self.case.module.State(self.rules, seed=self.seed, stream=stream)

    def reset(self) -> None:
        self.episode = [0] * self.n
        self.states = [self.deal(k) for k in range(self.n)]
        self.terminated = [False] * self.n
        self.rewards = [[0] * self.rules.players for _ in range(self.n)]

    def step(self, actions: Any) -> None:
        for k, action in enumerate(actions):
            state = self.states[k]
            state.push(int(action))
            self.terminated[k] = state.is_over
            self.rewards[k] = list(state.payoffs) if state.is_over else [0] * self.rules.players
            if state.is_over:
                self.episode[k] += 1
                self.states[k] = self.deal(k)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        legal = [state.legal_actions() for state in self.states]
        seats = [state.current_player for state in self.states]
        views = [state.view(seat) for state, seat in zip(self.states, seats, strict=True)]
        return {
            "observations": np.array([view.observation() for view in views], np.uint8),
            "current_player": np.array(seats, np.int8),
            "rewards": np.array(self.rewards, np.int32),
            "terminated": np.array(self.terminated, np.bool_),
            "episode": np.array(self.episode, np.int64),
            "legal_offsets": np.cumsum([0, *map(len, legal)], dtype=np.int64),
            "legal_ids": np.array([action for each in legal for action in each], np.int32),
        }

    def chosen(self, chance: random.Random) -> list[int]:
        return [chance.choice(state.legal_actions()) for state in self.states]

    def check(self, batch: Any) -> None:
        same(taken(batch), self.arrays())


def taken(batch: Any) -> dict[str, npt.NDArray[Any]]:
    """Return copies of all arrays."""
    return {name: getattr(batch, name).copy() for name in (*ARRAYS, "legal_ids")}


def same(one: dict[str, npt.NDArray[Any]], two: dict[str, npt.NDArray[Any]]) -> None:
    for name in (*ARRAYS, "legal_ids"):
        assert one[name].dtype == two[name].dtype, name
        assert one[name].shape == two[name].shape, name
        assert np.array_equal(one[name], two[name]), (name, one[name], two[name])


def drawn(twins: Twins, seed: int) -> list[int]:
    """An independent `sample_actions`, with the generator of `docs/contract.md`."""
    base = base_of(seed)
    found = []
    for k, state in enumerate(twins.states):
        legal = state.legal_actions()
        found.append(legal[SplitMix(SplitMix(base + k).output()).below(len(legal))])
    return found


def base_of(seed: int) -> int:
    from oxideal.random import Stream

    stream = Stream(seed)
    stream.skip(16 * (2**32 - 1))
    return stream.word() + (stream.word() << 32)


def mask_of(twins: Twins) -> npt.NDArray[np.bool_]:
    found = np.zeros((twins.n, twins.rules.num_actions), np.bool_)
    for k, state in enumerate(twins.states):
        found[k, state.legal_actions()] = True
    return found


def right(case: Case, n: int) -> dict[str, Any]:
    """Return arrays suitable for `out`, filled with values that must be overwritten."""
    size, players = case.rules.observation_spec().size, case.rules.players
    return {
        "observations": np.full((n, size), 99, np.uint8),
        "current_player": np.full(n, 99, np.int8),
        "rewards": np.full((n, players), 99, np.int32),
        "terminated": np.full(n, True),
        "episode": np.full(n, 99, np.int64),
        "legal_offsets": np.full(n + 1, 99, np.int64),
    }


def drawing(state: Any) -> int:
    """Draw from the stock, else discard."""
    legal: list[int] = state.legal_actions()
    return legal[-1] if state.drew else legal[0]
