"""Mexican Train for PettingZoo.

>>> from oxideal.envs import mexican_train_v0
>>> env = mexican_train_v0.env(rules={"players": 3})
>>> env.reset(seed=7)
>>> env.agents
['player_0', 'player_1', 'player_2']
"""

from __future__ import annotations

from typing import Any, ClassVar

from .. import mexican_train
from .batch import BatchEnv
from .render import metadata
from .table import TableEnv, wrapped

__all__ = ["env", "raw_env", "vector_env"]


class raw_env(TableEnv):  # noqa: N801 (PettingZoo's name)
    """The environment itself."""

    game: ClassVar[Any] = mexican_train
    metadata: ClassVar[dict[str, Any]] = metadata("mexican_train_v0")


def env(rules: object = None, **settings: Any) -> Any:
    """The environment in PettingZoo's wrapper, which refuses what comes before `reset`."""
    return wrapped(raw_env(rules, **settings))


def vector_env(num_envs: int = 1, **settings: Any) -> BatchEnv:
    """Many rounds at once for Gymnasium: `gymnasium.make_vec("oxideal/MexicanTrain-v0", num_envs=4096)`."""
    return BatchEnv("mexican_train", num_envs, **settings)
