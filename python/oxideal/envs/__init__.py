"""Environments for training: PettingZoo for the games of several players, Gymnasium for FourSquare, and thousands of
rounds at once as a vector environment of Gymnasium for all four.

    pip install 'oxideal[envs]'

`docs/environments.md` has examples, rewards and errors. Importing this module registers the ids.

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

try:
    from .ids import register
except ModuleNotFoundError as error:
    raise ImportError(
        f"oxideal.envs needs Gymnasium and PettingZoo ({error}): pip install 'oxideal[envs]'", name=error.name
    ) from None

from . import doudizhu_v0, mexican_train_v0, rummy_v0
from .batch import BatchEnv
from .foursquare import FourSquareEnv
from .table import TableEnv

__all__ = ["BatchEnv", "FourSquareEnv", "TableEnv", "doudizhu_v0", "mexican_train_v0", "rummy_v0"]

register()
