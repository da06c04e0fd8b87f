"""Which game is played."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .._games import NAMES
from ..errors import InvalidArgumentError
from ..reference.arguments import quoted, type_name

if TYPE_CHECKING:
    from ..interface import Game


def module_of(game: Game | str) -> Any:
    """The module of a game of this package, by its name; or any other that has what a game's module has."""
    if isinstance(game, str):
        if game not in NAMES:
            raise InvalidArgumentError(f"there is no game {quoted(game)}: the games are {', '.join(NAMES)}")
        return import_module(f"oxideal.{game}")
    if not all(hasattr(game, each) for each in ("Rules", "State", "__name__")):
        raise TypeError(f"game must be the module of a game, or its name, not {type_name(game)}")
    return game
