"""Whole games played at random, for every game the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from ..errors import InvalidArgumentError
from ..interface import Playouts, Seed
from .arguments import integer_within, quoted, text_of
from .random import SplitMix64, playout_base, playout_generator, seed_number

if TYPE_CHECKING:
    from .position import Position
    from .state import State


def _random(actions: list[int], chance: SplitMix64) -> int:
    return actions[chance.below(len(actions))]


_POLICIES: dict[str, Callable[[list[int], SplitMix64], int]] = {"random": _random}


def play(
    state_type: type[State[Any, Any, Any, Any]],
    rules: Any,
    n: SupportsIndex,
    seed: Seed,
    policy: str,
    threads: SupportsIndex,
    first: SupportsIndex,
) -> Playouts:
    """The `playouts` of the game whose State this is. The number of threads is checked and changes nothing."""
    state_type._check_rules(rules)
    games = integer_within("n", n, 0, 100_000_000)
    key = seed_number(seed)
    if text_of("policy", policy) not in _POLICIES:
        known = ", ".join(f'"{name}"' for name in _POLICIES)
        raise InvalidArgumentError(f"there is no policy {quoted(policy)}: the policies are {known}")
    integer_within("threads", threads, 1, 256)
    start = integer_within("first", first, 0, 2**64 - 1)
    if start + games > 2**64:
        raise InvalidArgumentError("the numbers of these games go beyond 2**64 - 1")

    choose = _POLICIES[policy]
    base = playout_base(key)
    payoffs = np.zeros((games, rules.players), dtype=np.int32)
    lengths = np.zeros(games, dtype=np.int32)
    for game in range(games):
        chance = playout_generator(base, start + game)
        position: Position = state_type._deal(rules, None, chance)
        length = 0
        while actions := position.legal_actions():
            position = position.after(choose(actions, chance), chance)
            length += 1
        payoffs[game] = position.payoffs
        lengths[game] = length
    return Playouts(payoffs, lengths)
