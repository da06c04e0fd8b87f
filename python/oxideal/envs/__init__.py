"""Environments for training with PettingZoo and Gymnasium.

Games of several players are PettingZoo environments, FourSquare is a Gymnasium environment, and `BatchEnv` is a vector
environment of Gymnasium with thousands of rounds of any game.

    pip install 'oxideal[envs]'

`docs/environments.md` explains rewards and errors. Importing this module registers the ids of all environments.

>>> import gymnasium, oxideal.envs
>>> env = gymnasium.make("oxideal/FourSquare-v0")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((168,), 1)
>>> env = oxideal.envs.rummy_v0.env()
>>> env.reset(seed=7)
>>> env.agents
['player_0', 'player_1']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

try:
    from .ids import environments, register
except ModuleNotFoundError as error:
    raise ImportError(
        f"oxideal.envs needs Gymnasium and PettingZoo ({error}): pip install 'oxideal[envs]'", name=error.name
    ) from None

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from . import doudizhu_v0 as doudizhu_v0
    from . import mexican_train_v0 as mexican_train_v0
    from . import rummy_v0 as rummy_v0
    from .batch import BatchEnv
    from .foursquare import FourSquareEnv as FourSquareEnv
    from .seat import SeatEnv
    from .seats import SeatVectorEnv
    from .table import TableEnv

__all__ = ["BatchEnv", "SeatEnv", "SeatVectorEnv", "TableEnv"]
__all__ += environments()

import_on_first_use(__name__, {"batch": "BatchEnv", "seat": "SeatEnv", "seats": "SeatVectorEnv", "table": "TableEnv"})


def __getattr__(name: str) -> Any:
    """Import the environment of a game on first use."""
    module = environments().get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = import_module(module)
    return globals().setdefault(name, getattr(found, name, found))


register()
