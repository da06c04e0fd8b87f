"""Environments for one seat with bots in the others, compared with states and bots used directly."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from helpers.environments import GAMES, IDS
from helpers.messages import says
from helpers.refusal import refuses
from oxideal import doudizhu, rummy
from oxideal.bots import RandomBot, RuleBot, bot_seed
from oxideal.envs import BatchEnv, SeatEnv, SeatVectorEnv
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRulesError,
    InvalidStateError,
)

DOUZERO = doudizhu.Rules.preset("douzero")

SHARED = [game for game in GAMES if GAMES[game].Rules().players > 1]


class First:
    """Plays the first legal move and remembers the seats that it played for."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002 (the arena's signature)
        self.seats.add(view.seat)
        return view.legal_moves()[0]


class Failing:
    def __init__(self, after: int) -> None:
        self.after = after

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002 (the arena's signature)
        self.after -= 1
        if self.after < 0:
            raise RuntimeError("no idea")
        return view.legal_moves()[0]


def illegal_action(env: SeatEnv) -> int:
    return next(action for action in range(env.rules.num_actions) if action not in env.legal_actions())


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("settings", [{}, {"opponents": "random", "seat": 1, "masks": "ids"}, {"opponents": First()}])
def test_gymnasium_check_env(name: str, settings: dict[str, Any]) -> None:
    check_env(gymnasium.make(IDS[name], render_mode="ansi", **settings).unwrapped)


@pytest.mark.parametrize("name", SHARED)
def test_seat_env_matches_a_state(name: str) -> None:
    game = GAMES[name]
    env = gymnasium.make(IDS[name], opponents="rule")
    seats = set()
    chance = np.random.default_rng(3)
    for episode in range(30):
        observation, info = env.reset(seed=7 if episode == 0 else None)
        own = info["seat"]
        seats.add(own)
        state = game.State(seed=7, stream=episode)
        steps, terminated = 0, False
        while True:
            while not state.is_over and state.current_player != own:
                state.push(RuleBot().choose(state.view(state.current_player)))
            assert env.unwrapped.round == state  # type: ignore[attr-defined]
            assert env.unwrapped.view == state.view(own)  # type: ignore[attr-defined]
            assert np.array_equal(observation, state.view(own).observation())
            legal = state.legal_actions()
            assert np.flatnonzero(info["action_mask"]).tolist() == legal
            assert info["action_mask"].dtype == np.int8
            assert np.flatnonzero(env.get_wrapper_attr("action_masks")()).tolist() == legal
            assert env.get_wrapper_attr("legal_actions")() == legal
            if state.is_over:
                break
            assert not terminated
            action = chance.choice(legal)
            state.push(int(action))
            observation, reward, terminated, truncated, info = env.step(action)
            assert not truncated
            assert terminated == ("payoffs" in info)
            assert type(reward) is float
            steps += 1
        assert steps > 0
        assert terminated
        assert info["payoffs"].tolist() == list(state.payoffs)
        assert reward == state.payoffs[own]
    assert seats == set(range(game.Rules().players))


def test_seat_is_drawn_from_seed_and_stream() -> None:
    def seats(seed: int) -> list[int]:
        env = SeatEnv("doudizhu")
        return [env.reset(seed=seed if k == 0 else None)[1]["seat"] for k in range(300)]

    drawn = seats(7)
    assert drawn == seats(7)
    assert drawn != seats(8)
    assert all(70 < drawn.count(seat) < 130 for seat in range(3))
    env = SeatEnv("doudizhu", seat=2)
    assert {env.reset()[1]["seat"] for _ in range(9)} == {2}
    assert env.reset(options={"seat": 1})[1]["seat"] == 1
    assert env.reset(seed=1)[1]["seat"] == env.seat == 1
    env.reset(seed=7, options={"seat": "random", "stream": 5})
    assert env.seat == drawn[5]
    assert env.round.stream == 5


def test_named_opponents_play_by_the_seed() -> None:
    """On one deal, so that only the bot's own seed can make a difference."""
    env = SeatEnv("rummy", opponents="random", seat=0)
    for seed in (7, 8):
        env.reset(seed=seed)
        state, bot = rummy.State(seed=seed), RandomBot(bot_seed(seed, 0))
        while not state.is_over:
            if state.current_player == 0:
                assert env.round == state
                env.step(state.legal_actions()[0])
                state.push(state.legal_actions()[0])
            else:
                state.push(bot.choose(state.view(1)))
        assert env.round == state


def test_wrong_opponents_and_seats() -> None:
    with pytest.raises(InvalidArgumentError, match="opponents must have 2 items, one per other seat, got 1"):
        SeatEnv("doudizhu", opponents=["rule"])
    with pytest.raises(InvalidArgumentError, match='unknown bot "rul"'):
        SeatEnv("doudizhu", opponents="rul")
    with pytest.raises(TypeError, match="pass an instance: RuleBot"):
        SeatEnv("rummy", opponents=RuleBot)  # type: ignore[arg-type]  # this is the mistake
    with pytest.raises(InvalidArgumentError, match="seat 2 out of range: this game has seats 0 to 1"):
        SeatEnv("rummy", seat=2)
    refuses(InvalidArgumentError, 'unknown seat "first"; expected random or a number', SeatEnv, "rummy", seat="first")
    refuses(TypeError, says("not_an_integer", "seat", "float"), SeatEnv, "rummy", seat=0.5)
    refuses(TypeError, "masks must be a str or None, not bool", SeatEnv, "rummy", masks=True)
    for make in (SeatEnv, BatchEnv, SeatVectorEnv):
        with pytest.raises(InvalidArgumentError, match='unknown masks "bool"; expected one of int8, ids, or None'):
            make("rummy", masks="bool")


def test_illegal_actions() -> None:
    env = SeatEnv("rummy", seat=0)
    env.reset(seed=7)
    wrong = illegal_action(env)
    before = env.round
    for value, error in ((env.rules.num_actions, InvalidMoveError), (None, TypeError), (1.0, TypeError)):
        with pytest.raises(error):
            env.step(value)
    assert env.round == before
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-100.0, True, False)
    assert "[RM-" in info["illegal"]
    assert "payoffs" not in info
    assert not info["action_mask"].any()
    assert env.round == before
    refuses(InvalidStateError, "the round is over: call reset() to deal the next one", env.step, 0)
    strict = SeatEnv("rummy", seat=0, illegal_reward=None)
    strict.reset(seed=7)
    with pytest.raises(IllegalMoveError):
        strict.step(wrong)
    assert strict.round == before
    refuses(InvalidStateError, "call reset() first: it deals a round", SeatEnv("rummy").step, 0)


def test_error_of_a_bot_changes_nothing() -> None:
    bot = Failing(100)
    env = SeatEnv("doudizhu", opponents=bot, seat=0, dealer=0, rules=DOUZERO)
    env.reset(seed=7)
    before = env.round
    for left in (0, 1):  # the first or the second of the two opponents fails
        bot.after = left
        with pytest.raises(RuntimeError, match="no idea") as caught:
            env.step(env.legal_actions()[0])
        assert caught.value.__notes__ == [f"this is the opponent Failing {left + 1} in seat {left + 1}"]
        assert env.round == before
    bot.after = 0
    with pytest.raises(RuntimeError):
        env.reset(seed=8, options={"seat": 1})
    assert env.round == before
    bot.after = 10**6
    env.reset()
    assert (env.round.seed, env.round.stream) == (7, 1)


def test_rounds_are_truncated() -> None:
    env = SeatEnv("doudizhu", seat=0, opponents=First(), max_steps=7)
    observation, _ = env.reset(seed=7)
    truncated = terminated = False
    while not truncated and not terminated:
        observation, reward, terminated, truncated, info = env.step(env.legal_actions()[0])
    assert (truncated, terminated, reward) == (True, False, 0.0)
    assert len(env.round.history) == 7
    assert "payoffs" not in info
    assert env.legal_actions() == []
    assert np.array_equal(observation, env.view.observation())


def test_rounds_without_a_turn_are_skipped() -> None:
    """In Rummy with two cards, the first player often goes out at once."""
    env = SeatEnv("rummy", {"hand_size": 2}, seat=1, dealer=1, opponents="rule")
    streams = [(env.reset(seed=7 if k == 0 else None), env.round.stream)[1] for k in range(200)]
    skipped = set(range(streams[-1] + 1)) - set(streams)
    assert skipped
    for stream in skipped:
        state = rummy.State(rummy.Rules(hand_size=2), seed=7, stream=stream, dealer=1)
        while state.current_player == 0:
            state.push(RuleBot().choose(state.view(0)))
        assert state.is_over
    never = SeatEnv("rummy", seat=1, dealer=1, max_steps=1)
    refuses(InvalidRulesError, "the learner got no turn in 1000 deals", never.reset)


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("seat", ["random", 1])
def test_vector_env_matches_single_envs(name: str, seat: Any) -> None:
    settings: dict[str, Any] = {"opponents": "rule", "seat": seat, "illegal_reward": -50.0}
    envs = gymnasium.make_vec(IDS[name], num_envs=3, **settings)
    assert isinstance(envs.unwrapped, SeatVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    singles = [SeatEnv(name, **settings) for _ in range(3)]
    observations, infos = envs.reset(seed=7)
    for k, single in enumerate(singles):
        single.reset(seed=7, options={"stream": k})
    chance = np.random.default_rng(1)
    episodes, ended = [0, 0, 0], 0
    for step in range(150):
        assert np.array_equal(observations, [single.view.observation() for single in singles])
        assert infos["seat"].tolist() == [single.seat for single in singles]
        assert np.array_equal(infos["action_mask"], [single.action_masks() for single in singles])
        assert np.array_equal(envs.unwrapped.action_masks(), infos["action_mask"])
        actions = [int(chance.choice(single.legal_actions())) for single in singles]
        if step % 50 == 49:
            actions[1] = illegal_action(singles[1])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert rewards.dtype == np.float32
        assert not truncations.any()
        for k, (single, action) in enumerate(zip(singles, actions, strict=True)):
            observation, reward, terminated, _, info = single.step(action)
            assert (rewards[k], terminations[k]) == (reward, terminated)
            assert infos["_payoffs"][k] == ("payoffs" in info)
            assert infos["payoffs"][k].tolist() == info.get("payoffs", np.zeros(single.rules.players)).tolist()
            if terminated:
                ended += 1
                assert infos["_final_obs"][k]
                assert np.array_equal(infos["final_obs"][k], observation)
                assert ("illegal" in info) == (step % 50 == 49 and k == 1)
                if "illegal" in info:
                    assert infos["illegal"][k] == info["illegal"]
                episodes[k] += 1
                single.reset(options={"stream": k + 3 * episodes[k]})
    assert ended > 3
    strict = SeatVectorEnv(name, 2, illegal_reward=None)
    strict.reset(seed=1)
    before = [env.round for env in strict.envs]
    wrong = illegal_action(strict.envs[1])
    with pytest.raises(IllegalMoveError) as caught:
        strict.step([strict.envs[0].legal_actions()[0], wrong])
    assert caught.value.__notes__ == ["this is round 1"]
    assert [env.round for env in strict.envs] == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [BatchEnv, SeatVectorEnv])
def test_forms_of_masks_agree(name: str, make: Any) -> None:
    envs = {form: make(name, 5, masks=form) for form in ("int8", "ids", None)}
    found = {form: env.reset(seed=7)[1] for form, env in envs.items()}
    for _ in range(40):
        masks = envs[None].action_masks()
        assert masks.dtype == np.bool_
        assert found["int8"]["action_mask"].dtype == np.int8
        assert np.array_equal(found["int8"]["action_mask"], masks)
        ids, offsets = found["ids"]["legal_ids"], found["ids"]["legal_offsets"]
        rows = [ids[a:b].tolist() for a, b in pairwise(offsets)]
        assert rows == [np.flatnonzero(row).tolist() for row in masks]
        assert not {"action_mask", "legal_ids"} & set(found[None])
        assert all(found[form][f"_{key}"].all() for form in found for key in found[form] if key.startswith("action"))
        chosen = [row[-1] for row in rows]
        found = {form: env.step(chosen)[4] for form, env in envs.items()}


# Frames of videos


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_frames(name: str) -> None:
    env = gymnasium.make(IDS[name], render_mode="rgb_array").unwrapped
    frames: list[Any] = []
    env.reset(seed=7)
    for _ in range(3):
        frames.append(env.render())
        env.step(env.get_wrapper_attr("action_masks")().argmax())
    for frame in frames:
        assert frame.shape == (640, 640, 3)
        assert frame.dtype == np.uint8
        assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 10
        assert (frame[0] == 255).all()
        inked = np.flatnonzero((frame != 255).any(axis=(1, 2)))
        assert inked[-1] - inked[0] > 100
    assert not np.array_equal(frames[0], frames[1])
    envs = BatchEnv(name, 2, render_mode="rgb_array")
    envs.reset(seed=7)
    assert [frame.shape for frame in envs.render()] == [(640, 640, 3)] * 2
