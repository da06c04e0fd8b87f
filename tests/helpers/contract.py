"""Helpers for tests of the contract."""

from __future__ import annotations

import copy
import pickle
import random
import tracemalloc
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helpers.cases import Case


class Index:
    """An integer by `__index__` only: neither an int nor a numpy integer."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def fingerprint(state: Any) -> tuple[object, ...]:
    """Return everything that must stay the same when nothing happens."""
    held = (state.history, state.recent, state.seed, state.stream)
    return (state.to_text(), hash(state), held, state.legal_actions(), str(state))


SMALL = 100
"""A table of up to this many ids is always tried in full; of a larger one usually this many random ids."""


LARGE = 3000
"""The number of ids of a large table where they are tried once."""


def drawn(ids: Sequence[int], seed: int, most: int = SMALL) -> list[int]:
    """Return all items if there are few, else a sample in the same order."""
    if len(ids) <= most:
        return list(ids)
    return sorted(random.Random(seed).sample(ids, most))


def states_with_ids(case: Case) -> Iterator[tuple[Any, list[int]]]:
    """Yield every state with ids to try on it: the whole table if it is small, else many ids on one
    of the states and a different sample on each of the others, half of it adjacent to legal ids.
    """
    table, states = range(case.rules.num_actions), case.states
    for place, state in enumerate(states):
        if len(table) <= SMALL or place == len(states) // 3:
            yield state, drawn(table, place, LARGE)
        else:
            near = {action + step for action in drawn(state.legal_actions(), place, SMALL // 6) for step in (-1, 0, 1)}
            yield state, sorted({*drawn(table, place, SMALL // 2), *near.intersection(table)})


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": lambda state: state.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "bytes": lambda state: type(state).from_bytes(state.to_bytes()),
    **{
        f"pickle {protocol}": lambda state, protocol=protocol: pickle.loads(pickle.dumps(state, protocol))  # type: ignore[misc]
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
}


def count(state: Any, depth: int) -> int:
    """Count the action sequences of this length by playing them."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        state.push(action)
        total += count(state, depth - 1)
        state.pop()
    return total


def peak(call: Callable[[], object]) -> int:
    """Return the most memory in bytes that Python objects take during a call."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
