"""One seat against bots, as a user types it."""

from __future__ import annotations

import gymnasium
import numpy as np

from oxideal.bots import RuleBot
from oxideal.envs import BatchEnv, SeatEnv, SeatVectorEnv

env = SeatEnv("doudizhu", opponents=["rule", RuleBot()], seat="random", masks="ids")
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(env.legal_actions()[0])
value: float = reward
seat: int = env.seat
mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = env.action_masks()
envs = SeatVectorEnv("rummy", 4, opponents=RuleBot(), seat=1)
obs, infos = envs.reset(seed=1)
obs, rewards, ends, cut, infos = envs.step(infos["action_mask"].argmax(axis=1))
total: np.float32 = rewards.sum(dtype=np.float32)
batch = BatchEnv("rummy", 4, masks="ids")
made: gymnasium.Env[object, object] = gymnasium.make("oxideal/DouDizhu-v0", opponents="rule", seat="random")
