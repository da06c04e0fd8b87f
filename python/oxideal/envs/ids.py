"""The ids by which Gymnasium and PettingZoo make these environments."""

from __future__ import annotations

import gymnasium
import pettingzoo  # type: ignore[import-untyped]  # it has no types

GYMNASIUM = {
    "oxideal/DouDizhu-v0": "oxideal.envs.doudizhu_v0",
    "oxideal/FourSquare-v0": "oxideal.envs.foursquare",
    "oxideal/MexicanTrain-v0": "oxideal.envs.mexican_train_v0",
    "oxideal/Rummy-v0": "oxideal.envs.rummy_v0",
}
"""And the modules. `make_vec` takes all of them, `make` the solitaire alone."""

SOLITAIRE = "oxideal/FourSquare-v0"

PETTINGZOO = {
    "oxideal/doudizhu-v0": "oxideal.envs.doudizhu_v0",
    "oxideal/mexican_train-v0": "oxideal.envs.mexican_train_v0",
    "oxideal/rummy-v0": "oxideal.envs.rummy_v0",
}


def register() -> None:
    """Makes the ids known where they are not, as after a reload of this package."""
    for name, module in GYMNASIUM.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{module}:FourSquareEnv" if name == SOLITAIRE else None,
                vector_entry_point=f"{module}:vector_env",
            )
    for name, module in PETTINGZOO.items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"{module}:env")
