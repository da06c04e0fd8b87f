"""Playouts: rounds played to the end at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from .._arguments.checks import integer_within, type_name
from .._arguments.seeds import seed_number
from ..errors import InvalidArgumentError
from ..schemas.playouts import Playouts
from .random import SplitMix64, playout_base, playout_generator

if TYPE_CHECKING:
    from ..interface import PlayoutsFunction, Seed
    from .position import Position
    from .state import State


def of_game(state_type: type[State[Any, Any, Any, Any]]) -> PlayoutsFunction:
    """Return `playouts` of the game whose State class this is."""

    def playouts(
        start: Any,
        n: SupportsIndex,
        seed: Seed = None,
        threads: SupportsIndex = 1,
        *,
        first: SupportsIndex = 0,
    ) -> Playouts:
        """Play n random games to the end and return their payoffs and lengths.

        Games start from a new deal if `start` is a `Rules`, from the position if it is a `State`, and from a new sample
        each time if it is a `View`. They are the games `first` to `first + n - 1` of this seed. `threads` is checked
        but has no effect here.
        """
        return _play(state_type, start, n, seed, threads, first)

    playouts.__module__ = f"oxideal.reference.{state_type._rules_type._game}"  # where `pickle` finds it
    playouts.__qualname__ = "playouts"
    return playouts


def _play(
    state_type: type[State[Any, Any, Any, Any]],
    start: Any,
    n: SupportsIndex,
    seed: Seed,
    threads: SupportsIndex,
    first: SupportsIndex,
) -> Playouts:
    rules = _rules_of(state_type, start)
    games = integer_within("n", n, 0, 100_000_000)
    key = seed_number(seed)
    integer_within("threads", threads, 1, 256)
    number = integer_within("first", first, 0, 2**64 - 1)
    if number + games > 2**64:
        raise InvalidArgumentError("the last game number exceeds 2**64 - 1")

    base = playout_base(key)
    payoffs = np.zeros((games, rules.players), dtype=np.int32)
    lengths = np.zeros(games, dtype=np.int32)
    if not isinstance(start, state_type._rules_type) and start.forfeited is not None:
        payoffs[:] = start.payoffs
        return Playouts(payoffs, lengths)
    for game in range(games):
        chance = playout_generator(base, number + game)
        position = _start_position(state_type, start, key, number + game, chance)
        length = 0
        while actions := position.legal_actions():
            position = position.after(actions[chance.below(len(actions))], chance)
            length += 1
        payoffs[game] = position.payoffs
        lengths[game] = length
    return Playouts(payoffs, lengths)


def _rules_of(state_type: type[State[Any, Any, Any, Any]], start: Any) -> Any:
    """Return the rules of `start`, or raise `TypeError` if it is nothing that a playout can start from."""
    if isinstance(start, state_type._rules_type):
        return start
    if isinstance(start, state_type | state_type._view_type):
        return start.rules
    raise TypeError(f"start must be Rules, a State or a View of this game, not {type_name(start)}")


def _start_position(
    state_type: type[State[Any, Any, Any, Any]], start: Any, seed: int, game: int, chance: SplitMix64
) -> Position:
    """Return the first position of the game with this number.

    The position of a `State` holds no generator: all later chance comes from the playout's own.
    """
    position: Position
    if isinstance(start, state_type):
        position = start._round
    elif isinstance(start, state_type._view_type):
        position = start.sample(seed, stream=game)._round
    else:
        position = state_type._position_type.dealt(start, None, chance)
    return position
