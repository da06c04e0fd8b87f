"""The environments against the checks of PettingZoo and Gymnasium, and against states that are played beside them."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
import random
import re
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo  # type: ignore[import-untyped]  # it has no types
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # type: ignore[import-untyped]

from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.bots import RuleBot
from oxideal.envs import BatchEnv, FourSquareEnv, doudizhu_v0, mexican_train_v0, rummy_v0
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRulesError,
    InvalidStateError,
)

TABLES = {"doudizhu": doudizhu_v0, "mexican_train": mexican_train_v0, "rummy": rummy_v0}
GAMES: dict[str, Any] = {"doudizhu": doudizhu, "foursquare": foursquare, "mexican_train": mexican_train, "rummy": rummy}
IDS = {
    "doudizhu": "oxideal/DouDizhu-v0",
    "foursquare": "oxideal/FourSquare-v0",
    "mexican_train": "oxideal/MexicanTrain-v0",
    "rummy": "oxideal/Rummy-v0",
}
RULES: list[tuple[str, dict[str, Any]]] = [
    ("doudizhu", {}),
    ("doudizhu", {"players": 4, "auction": False}),
    ("mexican_train", {}),
    ("mexican_train", {"players": 2, "set": 3, "hand_size": 2}),
    ("rummy", {}),
    ("rummy", {"players": 4, "turn_limit": 40}),
]

DICTS = (
    "Observation is not a NumPy array",  # but a dict: the test knows PettingZoo's own environments by their names
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of those whose round is over
)
"""What PettingZoo's test warns of in every environment with masks that is not in a list of its own."""


@pytest.fixture(params=RULES, ids=str)
def table(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """What makes an environment of PettingZoo for a game with these rules."""
    game, fields = request.param

    def made(**settings: Any) -> Any:
        return TABLES[game].env(rules=fields, **settings)

    return made


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@contextmanager
def with_dicts() -> Iterator[None]:
    """All other warnings are errors."""
    with warnings.catch_warnings():
        for message in DICTS:
            warnings.filterwarnings("ignore", message)
        yield


def play(env: Any, seed: int) -> Iterator[str]:
    """Plays the round to its end at random, and gives each agent before it acts, and at the end once more."""
    chance = random.Random(seed)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        yield agent
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else chance.choice(legal.tolist()))


# PettingZoo's and Gymnasium's own checks


def test_pettingzoos_api_test(table: Callable[..., Any]) -> None:
    with with_dicts():
        api_test(table(), num_cycles=300)


def test_pettingzoos_seed_test(table: Callable[..., Any]) -> None:
    seed_test(table, num_cycles=100)


def test_pettingzoos_state_test(table: Callable[..., Any]) -> None:
    checks = importlib.import_module("pettingzoo.test.state_test")
    env = table(illegal_reward=-1)  # as it does not look at masks
    checks.test_state_space(env)
    checks.test_state(env, 100)


def test_pettingzoos_render_test(table: Callable[..., Any]) -> None:
    render_test(table, {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: "seat 0" in text})


def test_pettingzoos_performance_benchmark(
    table: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shortened: time runs fifty times as fast as it does."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() * 50)
    performance_benchmark(table())
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("settings", [{}, {"progress": 0.1, "rules": {"diagonal": True}}])
def test_gymnasiums_check_env(settings: dict[str, Any]) -> None:
    env = gymnasium.make(IDS["foursquare"], render_mode="ansi", **settings)
    check_env(env.unwrapped)


# Tables


def test_a_table_is_a_state_played_beside_it(table: Callable[..., Any]) -> None:
    env = table()
    env.reset(seed=7)
    raw = env.unwrapped
    rules = raw.round.rules
    state = raw.game.State(rules, seed=7)
    rewards = {}
    chance = random.Random(1)
    assert env.agents == env.possible_agents == [f"player_{seat}" for seat in range(rules.players)]
    for agent in env.agent_iter():
        seat = int(agent[-1])
        observation, reward, terminated, truncated, info = env.last()
        assert not truncated
        assert info == {}
        view = state.view(seat)
        assert env.view(agent) == view
        assert env.observation_space(agent).contains(observation)
        assert np.array_equal(observation["observation"], view.observation())
        assert np.flatnonzero(observation["action_mask"]).tolist() == view.legal_actions()
        if terminated:
            rewards[agent] = reward
            env.step(None)
            continue
        assert reward == 0
        assert seat == state.current_player
        assert np.flatnonzero(env.action_masks()).tolist() == state.legal_actions()
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        action = chance.choice(state.legal_actions())
        state.push(action)
        env.step(rules.move(action) if action % 2 else np.int32(action))
        assert env.round == state
    assert tuple(rewards.values()) == state.payoffs
    assert env.agents == []


def test_a_seed_deals_its_streams_one_after_the_other(table: Callable[..., Any]) -> None:
    env = table()
    env.reset(seed=7)
    deals = [(env.round.seed, env.round.stream)]
    for options in (None, {"stream": 40}, None):
        env.reset(options=options)
        deals.append((env.round.seed, env.round.stream))
    assert deals == [(7, 0), (7, 1), (7, 40), (7, 41)]
    env.reset(seed=7)
    assert env.round.stream == 0
    env.reset(seed=7, options={"stream": 2**96 - 1})
    env.reset()
    assert env.round.stream == 0


def test_without_a_seed_no_two_environments_are_alike() -> None:
    envs = [rummy_v0.env() for _ in range(2)]
    for env in envs:
        env.reset()
    assert envs[0].round.seed != envs[1].round.seed


def test_what_reset_is_told_stays_in_force() -> None:
    env = doudizhu_v0.env(rules={"spring": True})
    env.reset(seed=1, options={"dealer": 2})
    for seed in (2, None):
        env.reset(seed=seed)
        assert env.round.dealer == 2
        assert env.round.rules == doudizhu.Rules(spring=True)
    env.reset(seed=3, options={"rules": doudizhu.Rules(all_pass="void")})
    env.reset(seed=4)
    assert env.round.dealer == 2
    assert env.round.rules == doudizhu.Rules(all_pass="void")
    env.reset(options={"dealer": None, "not ours": 1})
    drawn = {(env.reset(), env.round.dealer)[1] for _ in range(20)}
    assert drawn == {0, 1, 2}


def test_rules_may_be_given_without_a_name() -> None:
    for module in TABLES.values():
        env = module.env({"players": 4})
        assert len(env.possible_agents) == 4


def test_the_next_round_of_a_match() -> None:
    env = mexican_train_v0.env()
    env.reset(seed=7)
    engine = env.round.rules.engine
    env.reset(options={"rules": env.round.rules.next_round()})
    assert env.round.rules.engine == engine - 1


def test_tables_can_be_copied_and_pickled_in_the_middle_of_a_round(table: Callable[..., Any]) -> None:
    env = table(render_mode="ansi")
    env.reset(seed=7)
    for _, _agent in zip(range(5), play(env, 1), strict=False):
        pass
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), pickle.loads(pickle.dumps(env.unwrapped))):
        assert other.round == env.round
        assert other.agent_selection == env.agent_selection
        assert other.render() == env.render()
        before = env.round
        other.step(int(np.flatnonzero(other.action_masks())[0]))
        assert env.round == before != other.round
        other.reset()
        assert other.round.stream == 1


def test_the_round_is_the_callers_own() -> None:
    for env in (rummy_v0.env(), FourSquareEnv()):
        env.reset(seed=7)
        mine, before = env.round, env.round
        mine.push(mine.legal_actions()[0])
        assert env.round == before != mine


def test_several_tables_at_once_do_not_disturb_each_other() -> None:
    def whole(env: Any, seed: int) -> list[Any]:
        env.reset(seed=seed)
        return [(agent, env.round.to_text()) for agent in play(env, seed)]

    alone = [whole(doudizhu_v0.env(), seed) for seed in range(4)]
    found: dict[int, list[Any]] = {}

    def run(seed: int) -> None:
        found[seed] = whole(doudizhu_v0.env(), seed)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(4)] == alone
    interleaved = [doudizhu_v0.env() for _ in range(4)]
    for seed, env in enumerate(interleaved):
        env.reset(seed=seed)
    for number, agents in enumerate(zip(*(play(env, seed) for seed, env in enumerate(interleaved)), strict=False)):
        texts = [env.round.to_text() for env in interleaved]
        assert list(zip(agents, texts, strict=True)) == [moments[number] for moments in alone]
    assert any(not env.agents for env in interleaved)


def test_an_illegal_move_changes_nothing() -> None:
    env = doudizhu_v0.env()
    env.reset(seed=7)
    before = env.round
    agent = env.agent_selection
    leading = before.rules.action(before.rules.parse("33"))
    with pytest.raises(IllegalMoveError, match="DD-"):
        env.step(leading)
    refuses(InvalidMoveError, "there is no action 99999: the ids of this table are 0 to 12657", env.step, 99999)
    refuses(InvalidMoveError, "there is no action -1: the ids of this table are 0 to 12657", env.step, -1)
    for wrong in (None, 1.0, np.float32(1), True, "bid 1", [1], rummy.Rules().move(0)):
        with pytest.raises(TypeError, match="a move is an action id or a Move of this game"):
            env.step(wrong)
    assert env.round == before
    assert env.agent_selection == agent
    assert not any(env.terminations.values())
    env.step(0)
    assert env.round.history == (0,)


def test_an_illegal_move_may_cost_the_round() -> None:
    env = doudizhu_v0.env(illegal_reward=-5)
    env.reset(seed=7)
    before = env.round
    loser = env.agent_selection
    env.step(before.rules.action(before.rules.parse("33")))
    assert env.round == before
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert terminated
        assert not truncated
        assert not observation["action_mask"].any()
        assert not env.action_masks().any()
        assert ("DD-" in info["illegal"]) if agent == loser else info == {}
        rewards[agent] = reward
        env.step(None)
    assert rewards == {agent: -5.0 if agent == loser else 0.0 for agent in env.possible_agents}
    env.reset(seed=7)
    env.step(before.rules.action(before.rules.parse("33")))
    env.reset()  # while its agents are still there
    assert not any(env.infos.values())
    assert not any(env.terminations.values())
    with pytest.raises(InvalidMoveError):  # no move of the table
        env.step(99999)


def test_pettingzoos_own_wrapper_ends_a_round_with_an_illegal_move() -> None:
    env = TerminateIllegalWrapper(doudizhu_v0.raw_env(), illegal_reward=-9)
    for _ in range(2):
        env.reset(seed=7)
        loser = env.agent_selection
        env.step(env.round.rules.action(env.round.rules.parse("33")))
        assert not env.action_masks().any()
        rewards = {}
        for agent in env.agent_iter():
            _, rewards[agent], terminated, _, _ = env.last()
            assert terminated
            env.step(None)
        assert rewards == {agent: -9.0 if agent == loser else 0.0 for agent in env.possible_agents}


def test_a_round_that_does_not_end_is_broken_off() -> None:
    """In an auction all may pass again and again."""
    env = doudizhu_v0.env(max_steps=30)
    env.reset(seed=7)
    passes = env.round.rules.action(env.round.rules.parse("pass"))
    for steps, _ in enumerate(env.agent_iter()):
        _, reward, terminated, truncated, _ = env.last()
        assert not terminated
        assert reward == 0
        assert truncated == (steps >= 30)
        env.step(None if truncated else passes)
    assert steps == 32
    assert env.agents == []
    env.reset()
    env.step(passes)
    assert not any(env.truncations.values())  # each round has its own count
    endless = doudizhu_v0.env(max_steps=None)
    endless.reset(seed=7)
    for _ in range(30_000):
        endless.step(passes)
    assert not any(endless.truncations.values())
    void = doudizhu_v0.env(rules={"all_pass": "void"})
    void.reset(seed=7)
    for _ in range(3):
        void.step(passes)
    assert all(void.terminations.values())


def test_what_comes_before_reset_and_after_the_end() -> None:
    raw, env = rummy_v0.raw_env(), rummy_v0.env()
    for call in (lambda: raw.step(0), lambda: raw.observe("player_0"), raw.state, raw.action_masks, lambda: raw.round):
        refuses(InvalidStateError, "reset() comes first: it deals a round", call)
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.state, env.render):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    raw.reset(seed=7)
    for agent in play(raw, 1):
        if raw.terminations[agent]:
            with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
                raw.step(0)
    assert raw.agents == []
    refuses(InvalidStateError, "the round is over: reset() deals the next one", raw.step, None)
    assert raw.round.is_over
    raw.reset()
    assert raw.num_agents == 2
    raw.close()
    raw.close()


def test_agents_that_do_not_exist() -> None:
    env = rummy_v0.raw_env()
    env.reset(seed=7)
    agents = "the agents are player_0, player_1"
    for call in (env.observe, env.view, env.observation_space, env.action_space):
        refuses(InvalidArgumentError, f'there is no agent "player_2": {agents}', call, "player_2")
        refuses(InvalidArgumentError, f"there is no agent of type int: {agents}", call, 0)


def test_how_a_table_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    env = doudizhu_v0.env(render_mode="human")
    env.reset(seed=7)
    env.step(0)
    assert capsys.readouterr().out == f"{doudizhu.State(seed=7)}\n{env.round}\n"
    assert env.render() is None
    assert capsys.readouterr().out == f"{env.round}\n"
    text = doudizhu_v0.env(render_mode="ansi")
    text.reset(seed=7)
    assert text.render() == str(doudizhu.State(seed=7))
    silent = doudizhu_v0.env()
    silent.reset(seed=7)
    message = "there is nothing to render: the environment was made without a render_mode, such as ansi"
    refuses(InvalidArgumentError, message, silent.render)
    assert capsys.readouterr().out == ""


def test_bots_play_at_a_table() -> None:
    env = mexican_train_v0.env()
    env.reset(seed=7)
    bot = RuleBot()
    for agent in env.agent_iter():
        terminated = env.last()[2]
        env.step(None if terminated else bot.choose(env.view(agent)))
    assert env.round.is_over


# FourSquare


def test_foursquare_is_a_state_played_beside_it() -> None:
    env = gymnasium.make(IDS["foursquare"])
    chance = random.Random(3)
    for game in range(20):
        observation, info = env.reset(seed=7 if game == 0 else None)
        state = foursquare.State(seed=7, stream=game)
        while True:
            view = state.view(0)
            assert env.unwrapped.view == view  # type: ignore[attr-defined]
            assert np.array_equal(observation, view.observation())
            assert np.flatnonzero(info["action_mask"]).tolist() == state.legal_actions()
            assert np.flatnonzero(env.get_wrapper_attr("action_masks")()).tolist() == state.legal_actions()
            if state.is_over:
                break
            action = chance.choice(state.legal_actions())
            state.push(action)
            observation, reward, terminated, truncated, info = env.step(np.int64(action))
            assert terminated == state.is_over
            assert not truncated
            assert reward == (0 if state.payoffs is None else state.payoffs[0])


def test_gymnasium_makes_many_of_single_ones_too() -> None:
    settings: dict[str, Any] = {"rules": foursquare.Rules(diagonal=True), "num_envs": 2}
    single = gymnasium.make_vec(IDS["foursquare"], vectorization_mode="sync", **settings)
    many = gymnasium.make_vec(IDS["foursquare"], **settings)
    assert single.observation_space == many.observation_space
    assert single.action_space == many.action_space
    single.reset(seed=7)
    many.reset(seed=7)
    for envs in (single, many):
        assert envs.step(np.array([24, 24]))[1].tolist() == [0, 0]


def test_a_won_foursquare_pays() -> None:
    env = FourSquareEnv(progress=0.5)
    bot = RuleBot()
    won = 0
    env.reset(seed=7)
    for _ in range(30):
        total = 0.0
        while not env.round.is_over:
            total += env.step(bot.choose(env.view))[1]
        state = env.round
        assert state.payoffs is not None
        assert total == state.payoffs[0] + 0.5 * np.count_nonzero(state.grid > 0)
        won += state.is_won
        env.reset()
    assert won > 0


def test_illegal_placements() -> None:
    env = FourSquareEnv()
    env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "[FS-04]" in info["illegal"]
    assert not info["action_mask"].any()
    assert np.array_equal(observation, foursquare.State(seed=7).view(0).observation())
    refuses(InvalidStateError, "the game is over: reset() deals the next one", env.step, 24)
    env.reset()
    env.step(24)
    strict = FourSquareEnv(illegal_reward=None)
    strict.reset(seed=7)
    for _ in range(2):
        with pytest.raises(IllegalMoveError, match="FS-04"):
            strict.step(0)
    for each in (env, strict):
        before = each.round
        refuses(InvalidMoveError, "there is no action 49: the ids of this table are 0 to 48", each.step, 49)
        for wrong in (None, 24.0, True, "0,0", [24]):
            with pytest.raises(TypeError, match="a move is an action id or a Move of this game"):
                each.step(wrong)
        assert each.round == before
    strict.step(24)
    refuses(InvalidStateError, "reset() comes first: it deals a game", FourSquareEnv().step, 24)


def test_rules_of_foursquare_survive_reset() -> None:
    env = FourSquareEnv(rules={"diagonal": True})
    for seed in (1, None, 2):
        env.reset(seed=seed)
        assert env.round.rules.diagonal
    env.reset(options={"rules": {}})
    env.reset(seed=3)
    assert not env.round.rules.diagonal


def test_foursquare_copies_and_pickles() -> None:
    env = FourSquareEnv()
    env.reset(seed=7)
    env.step(24)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.round == env.round
        other.step(24)
        assert other.round != env.round


# Many rounds at once


@pytest.mark.parametrize("kept", [True, False])
def test_a_batch_env_says_what_its_batch_says(game: str, kept: bool) -> None:
    envs = gymnasium.make_vec(IDS[game], num_envs=16, copy=kept)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    batch = GAMES[game].Batch(GAMES[game].Rules(), 16, 7)
    observations, infos = envs.reset(seed=7)
    ended = 0
    for step in range(600):
        assert np.array_equal(observations, batch.observations)
        assert np.array_equal(infos["current_player"], batch.current_player)
        assert np.array_equal(envs.unwrapped.action_masks(), batch.legal_mask())  # type: ignore[attr-defined]
        assert infos["_current_player"].all()
        if step % 100 == 0:
            assert envs.observation_space.contains(observations)
        actions = batch.sample_actions(step)
        moved = batch.current_player.copy()
        batch.step(actions)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert rewards.dtype == np.float64
        assert rewards.tolist() == [float(batch.rewards[k, moved[k]]) for k in range(16)]
        assert np.array_equal(terminations, batch.terminated)
        assert np.array_equal(infos["_payoffs"], batch.terminated)
        assert np.array_equal(infos["payoffs"], batch.rewards)
        assert not truncations.any()
        ended += int(terminations.sum())
    assert ended > 0
    assert "final_obs" not in infos


def test_arrays_are_the_callers_own_unless_it_says_otherwise(game: str) -> None:
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
    assert np.array_equal(observations, now.batch.observations)  # it has followed the batch
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


def test_rules_of_batch_envs_survive_reset() -> None:
    envs = gymnasium.make_vec(IDS["doudizhu"], num_envs=2, rules={"all_pass": "void"})
    raw: Any = envs.unwrapped
    for seed in (1, None):
        envs.reset(seed=seed)
        assert raw.batch.rules.all_pass == "void"
    envs.reset(options={"rules": doudizhu.Rules(spring=True)})
    envs.reset(seed=2)
    assert raw.batch.rules == doudizhu.Rules(spring=True)


def test_a_wrong_action_moves_no_round() -> None:
    envs = BatchEnv("doudizhu", 3)
    envs.reset(seed=7)
    before = envs.batch.observations.copy()
    with pytest.raises(IllegalMoveError, match=r"game 1: .*\[DD-"):
        envs.step([0, 12000, 0])
    refuses(
        InvalidMoveError, "game 2: there is no action -1: the ids of this table are 0 to 12657", envs.step, [0, 0, -1]
    )
    refuses(InvalidArgumentError, "actions has the shape (2,): expected (3,)", envs.step, [0, 0])
    refuses(TypeError, "actions must be of an integer type, not float64", envs.step, [0.0, 0.0, 0.0])
    assert np.array_equal(envs.batch.observations, before)
    envs.step(envs.batch.sample_actions(1))


def test_batch_envs_before_reset_and_after_close() -> None:
    envs = BatchEnv("rummy", 2)
    for call in (lambda: envs.step([0, 0]), envs.action_masks, lambda: envs.batch):
        refuses(InvalidStateError, "reset() comes first: it deals the rounds", call)
    envs.reset(seed=7)
    envs.close()
    envs.close()
    refuses(InvalidStateError, "reset() comes first: it deals the rounds", envs.step, [0, 0])


def test_gymnasiums_wrappers_take_batch_envs() -> None:
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
            assert set(uncounted.tolist()) <= {0, 1}  # before Gymnasium 1.4 the first step of a round
            returns[ends] = lengths[ends] = 0
            ended += int(ends.sum())
    assert ended > 10
    with pytest.raises((ValueError, AssertionError)):  # those that change observations want `final_obs`
        FlattenObservation(BatchEnv("foursquare", 2))


def test_batch_envs_show_their_rounds() -> None:
    envs = BatchEnv("rummy", 2, render_mode="ansi")
    envs.reset(seed=7)
    assert envs.render() == (str(rummy.State(seed=7)), str(rummy.State(seed=7, stream=1)))
    pictures = BatchEnv("foursquare", 2, render_mode="svg")
    pictures.reset(seed=7)
    assert [picture[:4] for picture in pictures.render()] == ["<svg", "<svg"]
    refuses(
        InvalidArgumentError,
        'there is no render_mode "human": the modes are ansi, svg, or None',
        lambda: BatchEnv("rummy", render_mode="human"),
    )


# What can be wrong


MAKERS: list[Callable[..., Any]] = [
    doudizhu_v0.env,
    rummy_v0.raw_env,
    FourSquareEnv,
    lambda **each: BatchEnv("rummy", **each),
]


@pytest.mark.parametrize("make", MAKERS)
def test_wrong_settings(make: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="rules must be a Rules object of this game, or a dict of its fields, not str"):
        make(rules="douzero")
    with pytest.raises(TypeError, match="rules must be a Rules object"):
        make(rules=mexican_train.Rules())
    with pytest.raises(InvalidRulesError, match="is no field of these rules"):
        make(rules={"wrong": 1})
    refuses(TypeError, "render_mode must be a str or None, not int", make, render_mode=1)
    with pytest.raises(InvalidArgumentError, match='there is no render_mode "rgb_array": the modes are '):
        make(render_mode="rgb_array")


@pytest.mark.parametrize("make", MAKERS[:3])
def test_wrong_rewards(make: Callable[..., Any]) -> None:
    for wrong in ("-1", True, 1j, [1]):
        with pytest.raises(TypeError, match="illegal_reward must be a number, not "):
            make(illegal_reward=wrong)
    for infinite in (float("nan"), float("inf"), 10**400, -(10**400)):
        refuses(InvalidArgumentError, "illegal_reward must be a finite number", make, illegal_reward=infinite)


def test_wrong_numbers() -> None:
    refuses(TypeError, "progress must be a number, not NoneType", FourSquareEnv, progress=None)
    refuses(TypeError, "max_steps must be an integer, not float", rummy_v0.env, max_steps=1.5)
    with pytest.raises(InvalidArgumentError, match="max_steps is an integer from 1 to"):
        rummy_v0.env(max_steps=0)
    with pytest.raises(InvalidArgumentError, match="there is no seat 2: the seats of this game are 0 to 1"):
        rummy_v0.env(dealer=2)
    for wrong in (0, 10_000_001):
        with pytest.raises(InvalidArgumentError, match="num_envs is an integer from 1 to 10000000"):
            BatchEnv("rummy", wrong)
    with pytest.raises(InvalidArgumentError, match="threads is an integer from 1 to 256"):
        BatchEnv("rummy", 1, threads=0)
    with pytest.raises(InvalidArgumentError, match='there is no game "chess"'):
        BatchEnv("chess")
    refuses(TypeError, "copy must be True or False, not int", BatchEnv, "rummy", copy=1)


RESETS: list[Callable[[], Any]] = [rummy_v0.raw_env, FourSquareEnv, lambda: BatchEnv("rummy", 2)]


@pytest.mark.parametrize("make", RESETS)
def test_a_wrong_reset_changes_nothing(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=7)

    def position() -> Any:
        return env.batch.observations.tolist() if isinstance(env, BatchEnv) else env.round

    before = position()
    for seed in (1.5, "7", True):
        with pytest.raises(TypeError, match="a seed is an integer from 0"):
            env.reset(seed=seed)
    for number in (-1, 2**256):
        with pytest.raises(InvalidArgumentError, match="a seed is an integer from 0"):
            env.reset(seed=number)
    refuses(TypeError, "options must be a dict, not list", lambda: env.reset(options=[1]))
    with pytest.raises(TypeError, match="rules must be a Rules object"):
        env.reset(seed=8, options={"rules": 7})
    with pytest.raises(InvalidRulesError, match="is no field of these rules"):
        env.reset(seed=8, options={"rules": {"wrong": 1}})
    if not isinstance(env, FourSquareEnv):
        with pytest.raises(InvalidRulesError, match="make a new environment for these rules"):
            env.reset(seed=8, options={"rules": {"players": 3}})
    if not isinstance(env, BatchEnv):
        with pytest.raises(InvalidArgumentError, match="a stream is an integer"):
            env.reset(seed=8, options={"stream": -1})
        with pytest.raises(InvalidArgumentError, match="there is no seat 5"):
            env.reset(seed=8, options={"dealer": 5})
    assert position() == before
    env.reset()
    env.reset(seed=np.int64(7))
    assert position() == before


def test_without_the_extra_the_import_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import oxideal.envs"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "ImportError: oxideal.envs needs Gymnasium and PettingZoo" in found.stderr
    assert "pip install 'oxideal[envs]'" in found.stderr
    code = "import sys, oxideal, oxideal.doudizhu; assert not {'gymnasium', 'pettingzoo'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_ids() -> None:
    for name in ("doudizhu", "mexican_train", "rummy"):
        env = pettingzoo.make("aec", f"oxideal/{name}-v0", render_mode="ansi")
        assert env.metadata["name"] == f"{name}_v0"
    with pytest.raises(gymnasium.error.Error):  # there is no Gymnasium environment of several players
        gymnasium.make(IDS["rummy"])
    before = len(gymnasium.registry)
    importlib.reload(sys.modules["oxideal.envs"])
    assert len(gymnasium.registry) == before
    code = "import gymnasium; print(gymnasium.make('oxideal.envs:oxideal/FourSquare-v0').unwrapped)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "FourSquareEnv" in found.stdout


# Learning


def test_a_small_network_learns_to_beat_chance() -> None:
    """The example, as a user runs it, but with one thread, as others may need the rest."""
    example = Path(__file__).parent.parent.parent / "examples" / "train.py"
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    found = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True, env=one_thread)
    lines = dict(line.split(": ") for line in found.stdout.splitlines())
    leads = {name: [float(number) for number in re.findall(r"[+-]?\d+\.\d+", text)] for name, text in lines.items()}
    lead, margin = leads["untrained"]
    assert abs(lead) < 2 * margin
    lead, margin = leads["trained"]
    assert lead > 4 * margin > 0
