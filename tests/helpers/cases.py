"""The cases that tests run on: every game of `oxideal.differential`, on both backends, with each of
its rules.

A new game is added by its line there.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from oxideal import interface
from oxideal._registry import GAMES as GAME_INFO
from oxideal.differential import GAMES

if TYPE_CHECKING:
    from oxideal.interface import Game

DATA = Path(__file__).parent.parent / "data"

BACKENDS = {"rust": "oxideal.{}", "reference": "oxideal.reference.{}"}


def module_of(game: str, backend: str) -> Game:
    return cast("Game", import_module(BACKENDS[backend].format(game)))


def protocol_of(game: str, name: str = "") -> type:
    """Return the class of `oxideal.interface` for this game's module, Rules, Move, State, View or Batch."""
    if name in ("Batch", "ViewBuilder"):
        return cast("type", getattr(interface, name))  # no game extends them
    protocols = import_module(f"oxideal.interface.{game}")
    return cast("type", getattr(protocols, GAME_INFO[game].class_name + name))


def rows(game: str, file: str) -> list[dict[str, Any]]:
    """Return positions and messages from a data file, the same for both backends."""
    return cast("list[dict[str, Any]]", json.loads((DATA / game / file).read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Case:
    """A game on one backend with some rules, and some of its states."""

    game: str
    backend: str
    fields: dict[str, Any]
    _states: list[Any] = field(default_factory=list, compare=False, repr=False)

    def __str__(self) -> str:
        first = GAMES[self.game][0]
        other = {name: value for name, value in self.fields.items() if value != first[name]}
        return "-".join([self.game, self.backend, *(f"{name}={json.dumps(value)}" for name, value in other.items())])

    @property
    def module(self) -> Game:
        return module_of(self.game, self.backend)

    @property
    def other(self) -> Game:
        """The other backend."""
        return module_of(self.game, next(name for name in BACKENDS if name != self.backend))

    @property
    def rules(self) -> Any:
        return self.module.Rules.from_dict(self.fields)

    def state(self, seed: int = 7, stream: int = 0, dealer: int | None = None) -> Any:
        return self.module.State(self.rules, seed=seed, stream=stream, dealer=dealer)

    def game_over(self, seed: int = 7) -> Any:
        """Return a state at the end of a random game."""
        state = self.state(seed)
        for _ in play(state, seed):
            pass
        return state

    @property
    def states(self) -> list[Any]:
        """Return copies of states of a few random games, from start to end, and of some set up by hand."""
        if not self._states:
            for seed in range(4):
                for ply, moment in enumerate(some(list(play(self.state(seed), seed)))):
                    self._states.append(moment)
                    if ply % 5 == seed:
                        self._states.append(self.module.State.from_text(moment.to_text()))
                        self._states.append(moment.view(seed % self.rules.players).sample(seed))
        return [state.copy() for state in self._states]

    @property
    def midway(self) -> Any:
        """A state some way into a dealt game, with more to play, if possible with no chance ahead.
        Short games are less far along.
        """
        return min(
            (state for state in self.states if state.seed is not None and state.history and not state.is_over),
            key=lambda state: (len(state.history) <= 3, chance_ahead(state)),
        )


MOMENTS = 16
"""The number of states examined in a long game."""


def some(moments: list[Any]) -> list[Any]:
    """Return all states of a short game, or the start, the end and some middle states of a long one."""
    if len(moments) <= MOMENTS:
        return moments
    first, last = moments[:6], moments[-3:]
    between = moments[6:-3]
    rest = MOMENTS - len(first) - len(last)
    return [*first, *(between[place * len(between) // rest] for place in range(rest)), *last]


def chance_ahead(state: Any) -> bool:
    """Whether chance can still matter: texts do not hold it, so results depend on the seed."""
    read, text = type(state).from_text, state.to_text()
    return bool(read(text, seed=1) != read(text, seed=2))


def play(state: Any, seed: int) -> Any:
    """Play the state to its end at random and yield a copy at every ply, including the first and the last."""
    chance = random.Random(seed)
    yield state.copy()
    while legal := state.legal_actions():
        state.push(chance.choice(legal))
        yield state.copy()


CASES = [Case(game, backend, fields) for game, each in GAMES.items() for backend in BACKENDS for fields in each]
