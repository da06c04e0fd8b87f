"""Dou Dizhu for PettingZoo.

>>> from oxideal.envs import doudizhu_v0
>>> env = doudizhu_v0.env(rules={"players": 3})
>>> env.reset(seed=7)
>>> env.agents
['player_0', 'player_1', 'player_2']
"""

from __future__ import annotations

from .table import TableEnv

__all__ = ["env", "raw_env", "seat_env", "vector_env"]


class raw_env(TableEnv, game="doudizhu"):  # noqa: N801 (PettingZoo's name)
    """The environment without PettingZoo's wrapper; see `TableEnv` for its arguments."""


env = raw_env.wrapped
vector_env = raw_env.vector
seat_env = raw_env.single
