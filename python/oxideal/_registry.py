"""The list of games: the only place where shared code learns which games there are.

A game's parts are files of its name in each package: `svg/<name>.py` draws it, and so on. Parts are imported on
first use. Which of them a game must have is in `docs/adding-a-game.md`.

The package imports this file while it is itself imported, so the file imports nothing of the package: see
`_lazy`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .interface import Game

BACKENDS = {"rust": "oxideal.{}", "reference": "oxideal.reference.{}"}


class GameInfo(NamedTuple):
    """What shared code needs to know about a game."""

    name: str
    """Name of the game's module in each engine, and of the file of each part."""
    title: str
    """Name for people; without spaces it is part of the names of classes and environments."""
    solitaire: bool = False
    """Whether one player plays alone: then the environment is one of Gymnasium, not of PettingZoo."""
    solver_needs: str | None = None
    """What `solve` needs to know, for messages; None if the game has no solver."""
    not_yet_solved: Mapping[str, str] = {}
    """Why the solver has no solution yet, by the phase of a state."""
    presets: tuple[str, ...] = ()
    """The names that `Rules.preset` takes."""

    @property
    def class_name(self) -> str:
        return self.title.replace(" ", "")

    @property
    def environment(self) -> str | None:
        """Name of the module with the game's environments, or None."""
        name = f"oxideal.envs.{self.name}" if self.solitaire else f"oxideal.envs.{self.name}_v0"
        return None if find_spec(name) is None else name

    def module(self, backend: str = "rust") -> Any:
        """Import the game's module of this engine."""
        return import_module(BACKENDS[backend].format(self.name))

    def part(self, package: str) -> Any:
        """Import the game's file in this subpackage of `oxideal`; return None if there is none."""
        name = f"oxideal.{package}.{self.name}"
        return None if find_spec(name) is None else import_module(name)


GAMES: dict[str, GameInfo] = {
    game.name: game
    for game in (
        GameInfo(
            "doudizhu",
            "Dou Dizhu",
            solver_needs="all hands open, after the auction (--push each bid, or use --preset douzero, which has none)",
            not_yet_solved={
                "auction": "the auction is not over",
                "doubling": "doubling is not over",
                "showing": "the landlord has not led",
            },
            presets=("douzero", "huanle", "openspiel", "rlcard"),
        ),
        GameInfo("foursquare", "FourSquare", solitaire=True, solver_needs="the order of the stock known"),
        GameInfo("mexican_train", "Mexican Train"),
        GameInfo("rummy", "Rummy"),
    )
}

NAMES = tuple(GAMES)


def title_of(name: str) -> str:
    """Return the name of a game for people; that of a game of another package is what it calls itself."""
    return GAMES[name].title if name in GAMES else name


def module_of(game: Game | str, backend: str = "rust") -> Any:
    """Return the module of this game, which is a name or a module with the interface of a game."""
    from ._arguments.checks import text_of, type_name
    from .errors import InvalidArgumentError

    if isinstance(game, str):
        if text_of("backend", backend) not in BACKENDS:
            raise InvalidArgumentError(unknown("backend", backend, BACKENDS))
        if game not in GAMES:
            raise InvalidArgumentError(unknown("game", game, GAMES))
        return GAMES[game].module(backend)
    if not all(hasattr(game, each) for each in ("Rules", "State", "__name__")):
        raise TypeError(f"game must be the name or the module of a game, not {type_name(game)}")
    return game


def unknown(kind: str, name: str, accepted: Iterable[str], hint: str = "") -> str:
    """Return the message for a name that is not one of the accepted names."""
    from ._arguments.checks import quoted

    return f"unknown {kind} {quoted(name)}{hint}; expected one of {', '.join(accepted)}"


def parts_of(package: str) -> Iterator[tuple[GameInfo, Any]]:
    """Yield each game that has a file in this subpackage, with that file as a module."""
    for game in GAMES.values():
        part = game.part(package)
        if part is not None:
            yield game, part


def home_of(type_: type) -> tuple[GameInfo, Any] | None:
    """Return the game of a class and its module on that engine: of the class of ours that it is or extends.

    Return None for any other class.
    """
    for each in type_.__mro__:
        package, *path = each.__module__.split(".")
        name = next((name for name in path if name in GAMES), None)
        if package == "oxideal" and name is not None:
            return GAMES[name], GAMES[name].module("reference" if "reference" in path else "rust")
    return None


def game_of(round_: object) -> GameInfo | None:
    """Return the game of a state or view of either engine, or None for anything else."""
    found = home_of(type(round_))
    return found[0] if found is not None and isinstance(round_, (found[1].State, found[1].View)) else None
