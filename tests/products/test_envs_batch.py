"""Vector environments compared with their batches."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

from helpers.environments import GAMES, IDS
from helpers.messages import says
from helpers.refusal import refuses
from oxideal import rummy
from oxideal.envs import BatchEnv
from oxideal.errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError, InvalidStateError

# Many rounds at once


@pytest.mark.parametrize("kept", [True, False])
def test_batch_env_matches_its_batch(game: str, kept: bool) -> None:
    envs = gymnasium.make_vec(IDS[game], num_envs=16, copy=kept)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    batch = GAMES[game].Batch(GAMES[game].Rules(), 16, 7)
    observations, infos = envs.reset(seed=7)
    ended = 0
    for step in range(600):
        assert np.array_equal(observations, batch.observations)
        assert np.array_equal(infos["current_player"], batch.current_player)
        assert np.array_equal(envs.unwrapped.action_masks(), batch.legal_mask())  # type: ignore[attr-defined]
        assert np.array_equal(infos["action_mask"], batch.legal_mask())
        assert infos["_current_player"].all()
        if step % 100 == 0:
            assert envs.observation_space.contains(observations)
        actions = batch.sample_actions(step)
        moved = batch.current_player.copy()
        batch.step(actions)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert rewards.dtype == np.float32
        assert rewards.tolist() == [float(batch.rewards[k, moved[k]]) for k in range(16)]
        assert np.array_equal(terminations, batch.terminated)
        assert np.array_equal(infos["_payoffs"], batch.terminated)
        assert np.array_equal(infos["payoffs"], batch.rewards)
        assert not truncations.any()
        ended += int(terminations.sum())
    assert ended > 0
    assert "final_obs" not in infos


def test_arrays_are_copied_by_default(game: str) -> None:
    def steps(envs: Any) -> list[Any]:
        observations, infos = envs.reset(seed=7)
        found = [observations, *infos.values()]
        for step in range(30):
            observations, _, terminations, _, infos = envs.step(envs.batch.sample_actions(step))
            found += [observations, terminations, *infos.values()]
        return found

    rules = {"hand_size": 2} if game == "rummy" else {}
    now = BatchEnv(game, 8, rules)
    arrays = steps(now)
    again = BatchEnv(game, 8, rules, copy=False)
    observations, _ = again.reset(seed=7)
    for step in range(30):
        again.step(again.batch.sample_actions(step))
    assert np.array_equal(observations, now.batch.observations)  # it is a view of the batch's array
    assert not np.array_equal(arrays[0], now.batch.observations)
    assert not any(np.may_share_memory(one, two) for k, one in enumerate(arrays) for two in arrays[:k])


def test_seeds_of_batch_envs(game: str) -> None:
    def deals(envs: BatchEnv, seed: int | None) -> Any:
        return envs.reset(seed=seed)[0]

    one, two = BatchEnv(game, 4), BatchEnv(game, 4, threads=2)
    first, second = deals(one, 7), deals(one, None)
    assert one.batch.seed != 7
    assert np.array_equal(first, deals(two, 7))
    assert two.batch.seed == 7
    assert np.array_equal(second, deals(two, None))
    assert not np.array_equal(first, second)
    other = BatchEnv(game, 4)
    assert not np.array_equal(deals(other, None), deals(other, None))


def test_wrong_action_changes_no_round() -> None:
    envs = BatchEnv("doudizhu", 3)
    envs.reset(seed=7)
    before = envs.batch.observations.copy()
    with pytest.raises(IllegalMoveError, match=r"game 1: .*\[DD-"):
        envs.step([0, 12000, 0])
    refuses(
        InvalidMoveError, "game 2: action -1 out of range: these rules have actions 0 to 12657", envs.step, [0, 0, -1]
    )
    refuses(InvalidArgumentError, says("wrong_shape", 3, 2), envs.step, [0, 0])
    refuses(TypeError, says("not_of_integer_type", "actions", "float64"), envs.step, [0.0, 0.0, 0.0])
    assert np.array_equal(envs.batch.observations, before)
    envs.step(envs.batch.sample_actions(1))


def test_batch_envs_before_reset_and_after_close() -> None:
    envs = BatchEnv("rummy", 2)
    for call in (lambda: envs.step([0, 0]), envs.action_masks, lambda: envs.batch):
        refuses(InvalidStateError, "call reset() first: it deals the rounds", call)
    envs.reset(seed=7)
    envs.close()
    envs.close()
    refuses(InvalidStateError, "call reset() first: it deals the rounds", envs.step, [0, 0])


def test_gymnasium_wrappers_accept_batch_envs() -> None:
    envs = RecordEpisodeStatistics(BatchEnv("mexican_train", 4, {"players": 2, "set": 3, "hand_size": 2}))
    envs.reset(seed=7)
    returns, lengths = np.zeros(4), np.zeros(4, int)
    ended = 0
    for step in range(100):
        _, rewards, ends, _, infos = envs.step(envs.env.batch.sample_actions(step))  # type: ignore[attr-defined]
        returns += rewards
        lengths += 1
        if ends.any():
            assert infos["episode"]["r"][ends].tolist() == returns[ends].tolist()
            uncounted = lengths[ends] - infos["episode"]["l"][ends]
            assert set(uncounted.tolist()) <= {0, 1}  # before Gymnasium 1.4, the first step of a round
            returns[ends] = lengths[ends] = 0
            ended += int(ends.sum())
    assert ended > 10
    with pytest.raises((ValueError, AssertionError)):  # wrappers that change observations require `final_obs`
        FlattenObservation(BatchEnv("foursquare", 2))


def test_batch_envs_render() -> None:
    envs = BatchEnv("rummy", 2, render_mode="ansi")
    envs.reset(seed=7)
    assert envs.render() == (str(rummy.State(seed=7)), str(rummy.State(seed=7, stream=1)))
    pictures = BatchEnv("foursquare", 2, render_mode="svg")
    pictures.reset(seed=7)
    assert [picture[:4] for picture in pictures.render()] == ["<svg", "<svg"]
    refuses(
        InvalidArgumentError,
        'unknown render_mode "human"; expected one of ansi, svg, rgb_array, or None',
        lambda: BatchEnv("rummy", render_mode="human"),
    )
