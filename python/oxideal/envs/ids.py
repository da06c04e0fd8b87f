"""The environments of all games, and the ids by which Gymnasium and PettingZoo make them."""

from __future__ import annotations

import gymnasium
import pettingzoo  # type: ignore[import-untyped]  # it has no types

from .._registry import GAMES


def environments() -> dict[str, str]:
    """The public names of the environments, with the module of each: a class where one player plays alone, else that
    module.
    """
    found = {}
    for game in GAMES.values():
        if game.environment is not None:
            name = f"{game.class_name}Env" if game.solitaire else game.environment.rpartition(".")[2]
            found[name] = game.environment
    return found


def register() -> None:
    """Makes the ids known where they are not, as after a reload of this package. Gymnasium's `make_vec` takes all
    games, its `make` those for one, and PettingZoo those for several.
    """
    for game in GAMES.values():
        module = game.environment
        if module is None:
            continue
        name = f"oxideal/{game.class_name}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{module}:{game.class_name}Env" if game.solitaire else None,
                vector_entry_point=f"{module}:vector_env",
            )
        name = f"oxideal/{game.name}-v0"
        if not game.solitaire and name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"{module}:env")
