"""The games of this package, by the names of their modules."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._input.checks import quoted, text_of, type_name
from .errors import InvalidArgumentError

if TYPE_CHECKING:
    from .interface import Game

NAMES = ("doudizhu", "foursquare", "mexican_train", "rummy")

BACKENDS = {"rust": "oxideal.{}", "reference": "oxideal.reference.{}"}


def module_of(game: Game | str, backend: str = "rust") -> Any:
    """The module of a game of this package, by its name; or any other that has what a game's module has."""
    if isinstance(game, str):
        if text_of("backend", backend) not in BACKENDS:
            raise InvalidArgumentError(f"there is no backend {quoted(backend)}: the backends are {', '.join(BACKENDS)}")
        if game not in NAMES:
            raise InvalidArgumentError(f"there is no game {quoted(game)}: the games are {', '.join(NAMES)}")
        return import_module(BACKENDS[backend].format(game))
    if not all(hasattr(game, each) for each in ("Rules", "State", "__name__")):
        raise TypeError(f"game must be the module of a game, or its name, not {type_name(game)}")
    return game
