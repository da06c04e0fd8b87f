"""The cases that tests run on: every game of `oxideal.differential`, on both backends, with each of
its rules.

A new game is added by its line there.
"""

from __future__ import annotations

import inspect
import json
import random
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import oxideal.errors
from oxideal import _registry, interface
from oxideal._registry import GAMES as GAME_INFO
from oxideal.differential import GAMES
from oxideal.interface import Moves

if TYPE_CHECKING:
    from collections.abc import Callable

    from oxideal.interface import Game

BACKENDS = _registry.BACKENDS
DATA = Path(__file__).parent.parent / "data"


def module_of(game: str, backend: str) -> Game:
    return cast("Game", GAME_INFO[game].module(backend))


def protocol_of(game: str, name: str = "") -> type:
    """Return the class of `oxideal.interface` for this game's module, Rules, Move, State, View or Batch."""
    if name in ("Batch", "ViewBuilder"):
        return cast("type", getattr(interface, name))  # no game extends them
    protocols = import_module(f"oxideal.interface.{game}")
    return cast("type", getattr(protocols, GAME_INFO[game].class_name + name))


def rows(game: str, file: str) -> list[dict[str, Any]]:
    """Return positions and messages from a data file, the same for both backends."""
    return cast("list[dict[str, Any]]", json.loads((DATA / game / file).read_text(encoding="utf-8")))


@cache
def examples(game: str) -> dict[str, Any]:
    """Return a game's rules with small tables and with short rounds, a hand, and arguments that set up a round."""
    found: dict[str, Any] = json.loads((DATA / game / "examples.json").read_text(encoding="utf-8"))
    return found


PACK = 25
"""The number of rows that are one test: a test for each would cost more than what it checks."""


def data(game: str, *files: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each `row` of a game's files."""
    found = [row for file in files for row in rows(game, file)]
    return _for_each_row(["pack"], [pytest.param(pack, id=next(iter(pack))) for pack in _packs(found)])


def table(*files: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each `row` of these files of all games that have them, and with the `game`."""
    found: list[Any] = []
    for game in GAMES:
        own = [row for file in files if (DATA / game / file).exists() for row in rows(game, file)]
        found += [pytest.param(game, pack, id=f"{game}-{next(iter(pack))}") for pack in _packs(own)]
    return _for_each_row(["game", "pack"], found)


def _packs(found: list[dict[str, Any]]) -> list[dict[str, dict[str, Any]]]:
    """Return the rows by rule and number, in packs."""
    names = [f"{row.get('rule', row.get('check', 'row'))}-{number}" for number, row in enumerate(found)]
    starts = range(0, len(found), PACK)
    return [dict(zip(names[start:][:PACK], found[start:][:PACK], strict=True)) for start in starts]


def _for_each_row(names: list[str], packs: list[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def whole(pack: dict[str, dict[str, Any]], **given: Any) -> None:
            failed: dict[str, BaseException] = {}
            for name, row in pack.items():
                try:
                    test(row=row, **given)
                except (Exception, pytest.fail.Exception) as error:
                    failed[name] = error
            for first in failed.values():
                first.add_note(f"rows that fail: {', '.join(failed)}")
                raise first

        taken = inspect.signature(test).parameters.values()
        parameters = [each.replace(name="pack") if each.name == "row" else each for each in taken]
        vars(whole)["__signature__"] = inspect.Signature(parameters)
        marked: Callable[..., None] = pytest.mark.parametrize(names, packs)(whole)
        return marked

    return decorate


def rules_of(game: str, backend: str, fields: dict[str, Any] | None) -> Any:
    """Return rules with these fields. Cached: they are expensive, as each builds its action table."""
    return _rules(game, backend, tuple((fields or {}).items()))


@cache
def _rules(game: str, backend: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    return module_of(game, backend).Rules(**dict(fields))


def begun(game: str, backend: str, row: dict[str, Any]) -> Any:
    """Return the state that a row sets up, after its moves."""
    kind: Any = module_of(game, backend).State
    if "text" in row:
        state = kind.from_text(row["text"], seed=0)
    elif "deal" in row:
        state = kind.from_deal(rules_of(game, backend, row["rules"]), **row["deal"], seed=0)
    else:
        state = kind.from_position(rules_of(game, backend, row["rules"]), **row["position"])
    for move in row.get("moves", ()):
        state.push(state.parse(move))
    return state


def plain(value: Any) -> Any:
    """Convert to JSON types: tuples to lists, moves to their texts."""
    if isinstance(value, (tuple, list, Moves)):
        return [plain(each) for each in value]
    return value if value is None or type(value) in (bool, int, str) else str(value)


def shows(table: Any, expect: dict[str, Any], why: str) -> None:
    """Check attributes of a state or view, its legal moves and its text."""
    for name, wanted in expect.items():
        match name:
            case "legal":
                found = table.legal_moves()
            case "text":
                found = table.to_text()
            case _:
                found = getattr(table, name)
        assert plain(found) == wanted, f"{name}: {why}"


def error_of(name: str) -> type[Exception]:
    return TypeError if name == "TypeError" else cast("type[Exception]", getattr(oxideal.errors, name))


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
