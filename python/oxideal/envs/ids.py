"""Register the ids of all environments with Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium
import pettingzoo  # type: ignore[import-untyped]  # without types

from .._registry import GAMES


def environments() -> dict[str, str]:
    """Return the module of each environment by its public name: a class for a solitaire, else a module."""
    found = {}
    for game in GAMES.values():
        if game.environment is not None:
            name = f"{game.class_name}Env" if game.solitaire else game.environment.rpartition(".")[2]
            found[name] = game.environment
    return found


def register() -> None:
    """Register the ids that are not registered yet (after a reload they are).

    Gymnasium makes all games, for one learner; PettingZoo makes those for several players.
    """
    for game in GAMES.values():
        module = game.environment
        if module is None:
            continue
        name = f"oxideal/{game.class_name}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{module}:{game.class_name}Env" if game.solitaire else f"{module}:seat_env",
                vector_entry_point=f"{module}:vector_env",
            )
        name = f"oxideal/{game.name}-v0"
        if not game.solitaire and name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"{module}:env")
