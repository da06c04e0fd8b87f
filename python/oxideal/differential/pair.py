"""Two engines for one game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast, overload

from .. import _registry
from ..errors import InvalidArgumentError
from . import limits
from .adapter import FUNCTIONS, AdaptedPair
from .compare import BATCH_OF, PLAYOUT, PLAYOUT_FROM_HERE, DifferenceFound, Engines, PairedRound, mixed, random_numbers
from .difference import TAKE_BACK, Difference, forfeit_entry
from .program import PREFIX, Program
from .rules import GAMES
from .shrink import shrink

if TYPE_CHECKING:
    from ..interface import Game

__all__ = ["Pair", "backends"]


@overload
def backends(name: str, left: str | None = None, right: None = None) -> Pair: ...
@overload
def backends(name: str, left: str | None = None, right: str | None = None) -> Pair | AdaptedPair: ...
def backends(name: str, left: str | None = None, right: str | None = None) -> Pair | AdaptedPair:
    """Return the two engines of a game, or the modules named by `left` and `right`, as a pair.

    `right` may also be a module with the four functions of an adapter, or a program, `exec:COMMAND`: then less is
    compared. Raises `InvalidArgumentError` if a module cannot be imported or lacks a name.
    """
    if name not in GAMES:
        raise InvalidArgumentError(f"unknown game {name!r}; expected one of {', '.join(GAMES)}")
    # `Match` is written once for all engines, so an engine need not have one.
    needed = [each for each in _registry.GAMES[name].module("reference").__all__ if each != "Match"]
    rust, reference = (module.format(name) for module in _registry.BACKENDS.values())
    first = _engine(left or rust, needed)
    if right is not None and right.startswith(PREFIX):
        return AdaptedPair(name, first, Program(right.removeprefix(PREFIX)))
    if right is not None:
        missing = [each for each in FUNCTIONS if not hasattr(_imported(right), each)]
        if not missing:
            return AdaptedPair(name, first, _imported(right))
        if len(missing) < len(FUNCTIONS) and not hasattr(_imported(right), "State"):
            raise InvalidArgumentError(f"{right} lacks {', '.join(missing)}, which an adapter must have")
    return Pair(name, first, _engine(right or reference, needed))


def _engine(module: str, needed: Sequence[str]) -> Game:
    """Import a module and check that it has the names of the game's module."""
    engine = _imported(module)
    missing = [each for each in needed if not hasattr(engine, each)]
    if missing:
        raise InvalidArgumentError(
            f"{module} lacks {', '.join(missing)}, which a game's module must have; "
            f"an adapter needs only {', '.join(FUNCTIONS)}"
        )
    return cast("Game", engine)


def _imported(module: str) -> object:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise InvalidArgumentError(f"cannot import {module}: {error}") from None


@dataclass
class Pair(Engines):
    """Two engines for one game."""

    def play(
        self,
        rules: Mapping[str, Any],
        seed: int,
        stream: int = 0,
        numbers: Iterable[int] | None = None,
        *,
        thorough: bool = False,
    ) -> Difference | None:
        """Play one game until it ends or the numbers run out, and return the first difference or None.

        `thorough` compares all parts at each of the first steps.

        Each number is a choice. Its lowest five bits say whether an action is played, or up to three are taken back
        (31), or taken back and played again (30), or, in one of eight cases, the round is forfeited (29) and the
        forfeit mostly taken back; the other bits say which. Small numbers play low ids, which suits a
        shrinker.
        """
        game = PairedRound(self, rules, seed, stream, thorough=thorough)
        start = mixed(stream, 1 << 32)
        try:
            game.begin()
            game.compare_rules()
            game.compare(start)
            for number in random_numbers(seed, stream) if numbers is None else numbers:
                kind, rest = number % 32, number // 32
                if not game.legal:
                    game.again(1 + rest % 3, number)
                    if mixed(stream, self.sparse) == 0:
                        game.compare_part(number)
                    break
                if kind == 29 and rest % 8 == 0:
                    game.step(forfeit_entry(rest // 8 % len(game.seats), rest // 128), number)
                    game.compare_part(number)
                    if rest // 1024 % 8:
                        game.again(1 + rest // 1024 % 3, number, replay=False)
                elif kind >= 30:
                    game.again(1 + rest % 3, number, replay=kind == 30)
                else:
                    game.step(game.legal[rest % len(game.legal)], number)
            if thorough or (start >> 12) % limits.PLAYOUT_INTERVAL == 0:
                game.compare_playout(start)  # last: a difference between two steps says more
                game.compare_batch(start)
        except DifferenceFound as found:
            return game.difference(found)
        return None

    def replay(self, difference: Difference) -> Difference | None:
        """Play the actions of a difference again, thoroughly, and return the first difference.

        Return None if there is none, or if the actions cannot be played.
        """
        game = PairedRound(self, difference.rules, difference.seed, difference.stream, thorough=True)
        try:
            game.begin()
            if difference.what.startswith(PLAYOUT):
                game.compare_playout(difference.probe)
            if difference.what.startswith(BATCH_OF):
                game.compare_batch(difference.probe)
            game.compare_rules()
            game.compare(difference.probe)
            for action in difference.actions:
                possible = game.path if action == TAKE_BACK else game.legal
                if not possible or (action >= 0 and action not in game.legal):
                    return None
                game.step(action, difference.probe)
            if len(game.actions) > limits.REPLAY_STEPS:
                game.compare_parts(difference.probe)
            if difference.what.startswith(PLAYOUT_FROM_HERE):
                game.compare_playouts_from_here(difference.probe)
        except DifferenceFound as found:
            return game.difference(found)
        return None

    def shrink(self, difference: Difference) -> Difference:
        """Return a difference with fewer actions, perhaps another one, within `MAX_REPLAYS` games."""
        return shrink(difference, self.replay)
