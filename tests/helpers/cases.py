"""What the tests run on: every game that `oxideal.differential` lists, on both backends, with each of its rules.

A new game joins by its line there.
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
    """The class of `oxideal.interface` that has this game's module, or its Rules, Move, State, View or Batch."""
    if name == "Batch":
        return interface.Batch  # no game adds anything to it
    protocols = import_module(f"oxideal.interface.{game}")
    return cast("type", getattr(protocols, GAME_INFO[game].class_name + name))


def rows(game: str, file: str) -> list[dict[str, Any]]:
    """Positions and messages as data, the same for both backends."""
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
        """A state at the end of a random game."""
        state = self.state(seed)
        for _ in play(state, seed):
            pass
        return state

    @property
    def states(self) -> list[Any]:
        """States of a few random games from beginning to end, and some set up by hand. The copies are the caller's."""
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
        """A state some way into a game that was dealt, with more to play, if possible with no chance ahead. In a game
        that is soon over, it is not so far.
        """
        return min(
            (state for state in self.states if state.seed is not None and state.history and not state.is_over),
            key=lambda state: (len(state.history) <= 3, chance_ahead(state)),
        )


MOMENTS = 16
"""Of a long game so many moments are looked at."""


def some(moments: list[Any]) -> list[Any]:
    """All of a short game; of a long one its beginning and its end, and some of what lies between."""
    if len(moments) <= MOMENTS:
        return moments
    first, last = moments[:6], moments[-3:]
    between = moments[6:-3]
    rest = MOMENTS - len(first) - len(last)
    return [*first, *(between[place * len(between) // rest] for place in range(rest)), *last]


def chance_ahead(state: Any) -> bool:
    """Whether chance may still have a part in what follows: a text does not hold it, so that the seed says more."""
    read, text = type(state).from_text, state.to_text()
    return bool(read(text, seed=1) != read(text, seed=2))


def play(state: Any, seed: int) -> Any:
    """Plays the state to its end at random, and gives a copy at every ply, the first and the last included."""
    chance = random.Random(seed)
    yield state.copy()
    while legal := state.legal_actions():
        state.push(chance.choice(legal))
        yield state.copy()


CASES = [Case(game, backend, fields) for game, each in GAMES.items() for backend in BACKENDS for fields in each]
