"""The games of this package, one entry each: the only place where code for all games learns which there are.

What a game brings lies in a file of its name in each package: `svg/<name>.py` draws it, `cli/classify/<name>.py` is
its command, and so on. A part is imported when it is first asked for, and a game need not have them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ._input.checks import quoted, text_of, type_name
from .errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .interface import Game

BACKENDS = {"rust": "oxideal.{}", "reference": "oxideal.reference.{}"}


@dataclass(frozen=True)
class GameInfo:
    """What code for all games has to know of one."""

    name: str
    """Of its module in each engine, and of the file of each of its parts."""
    title: str
    """For people; without its spaces, in the names of classes and environments."""
    solitaire: bool = False
    """Played alone: an environment of Gymnasium, not of PettingZoo."""
    solver_needs: str | None = None
    """What must be known for `solve`, for messages; None where there is no solver."""

    @property
    def class_name(self) -> str:
        return self.title.replace(" ", "")

    @property
    def environment(self) -> str | None:
        """The name of the module of its environments; None where it has none."""
        name = f"oxideal.envs.{self.name}" if self.solitaire else f"oxideal.envs.{self.name}_v0"
        return None if find_spec(name) is None else name

    def module(self, backend: str = "rust") -> Any:
        """Its module in one of the engines."""
        return import_module(BACKENDS[backend].format(self.name))

    def part(self, package: str) -> Any:
        """Its file in this package below `oxideal`, as a module; None where it has none."""
        name = f"oxideal.{package}.{self.name}"
        return None if find_spec(name) is None else import_module(name)


GAMES: dict[str, GameInfo] = {
    game.name: game
    for game in (
        GameInfo(
            "doudizhu",
            "Dou Dizhu",
            solver_needs="all hands are open, and the landlord must be known "
            "(--push the bids; --preset douzero has none)",
        ),
        GameInfo("foursquare", "FourSquare", solitaire=True, solver_needs="the order of the stock is known"),
        GameInfo("mexican_train", "Mexican Train"),
        GameInfo("rummy", "Rummy"),
    )
}

NAMES = tuple(GAMES)


def module_of(game: Game | str, backend: str = "rust") -> Any:
    """The module of a game of this package, by its name; or any other that has what a game's module has."""
    if isinstance(game, str):
        if text_of("backend", backend) not in BACKENDS:
            raise InvalidArgumentError(f"there is no backend {quoted(backend)}: the backends are {', '.join(BACKENDS)}")
        if game not in GAMES:
            raise InvalidArgumentError(f"there is no game {quoted(game)}: the games are {', '.join(GAMES)}")
        return GAMES[game].module(backend)
    if not all(hasattr(game, each) for each in ("Rules", "State", "__name__")):
        raise TypeError(f"game must be the module of a game, or its name, not {type_name(game)}")
    return game


def parts_of(package: str) -> Iterator[tuple[GameInfo, Any]]:
    """Each game that has a file in this package, and that file as a module."""
    for game in GAMES.values():
        part = game.part(package)
        if part is not None:
            yield game, part


def game_of(round_: object) -> GameInfo | None:
    """The game whose state or view this is, of either engine; None of anything else."""
    package, *path = type(round_).__module__.split(".")
    if package != "oxideal":
        return None
    backend = "reference" if "reference" in path else "rust"
    for name in path:
        if name in GAMES:
            module = GAMES[name].module(backend)
            return GAMES[name] if isinstance(round_, (module.State, module.View)) else None
    return None
