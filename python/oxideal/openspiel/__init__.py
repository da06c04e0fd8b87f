"""Play all four games in [OpenSpiel](https://github.com/google-deepmind/open_spiel).

Install it with `pip install 'oxideal[openspiel]'`.

>>> import pyspiel
>>> import oxideal.openspiel
>>> game = pyspiel.load_game("python_oxideal_mexican_train(players=2,set=6,hand_size=5)")
>>> game.num_players(), game.num_distinct_actions(), game.max_utility()
(2, 114, 0.0)

Importing this module registers the games. `docs/openspiel.md` describes their chance nodes and what each player sees.
"""

from __future__ import annotations

try:
    import pyspiel  # type: ignore[import-not-found]  # compiled, without types
except ImportError as error:
    raise ImportError("oxideal.openspiel needs OpenSpiel: pip install 'oxideal[openspiel]'") from error

from .._registry import parts_of
from .bot import SpielBot
from .game import SpielGame, SpielState, game_type

__all__ = ["NAMES", "SpielBot", "SpielGame", "SpielState", "register"]
__dir__ = __all__.copy  # `dir` shows these names alone

_GAMES: dict[str, type[SpielGame]] = {
    f"python_oxideal_{game.name}": getattr(part, f"{game.class_name}Game") for game, part in parts_of("openspiel")
}

NAMES = tuple(_GAMES)
"""The names of the games for `pyspiel.load_game`."""


def register() -> None:
    """Register the games with OpenSpiel. Importing this module does it; calling it again changes nothing.

    >>> register()
    >>> set(NAMES) <= set(pyspiel.registered_names())
    True
    """
    for name, game in _GAMES.items():
        if name not in pyspiel.registered_names():
            pyspiel.register_game(game_type(game.model_type), game)


register()
