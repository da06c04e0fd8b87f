"""PettingZoo environments: PettingZoo's own tests, and states played alongside."""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    render_test,
    seed_test,
)

from helpers.messages import says
from helpers.refusal import refuses
from oxideal import doudizhu, rummy
from oxideal._registry import GAMES as GAME_INFO
from oxideal.differential import GAMES
from oxideal.envs import doudizhu_v0, rummy_v0
from oxideal.errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError, InvalidStateError

RULES = [(game, fields) for game, each in GAMES.items() if not GAME_INFO[game].solitaire for fields in each[::5]]


DICTS = (
    "Observation is not a NumPy array",  # unless it is a dict: the test knows PettingZoo's own environments by name
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of agents whose round is over
)
"""The warnings of PettingZoo's test about every environment with masks that is not in its own list."""


@pytest.fixture(params=RULES, ids=str)
def table(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Return a function that makes a PettingZoo environment for a game with these rules."""
    game, fields = request.param

    def made(**settings: Any) -> Any:
        return importlib.import_module(f"oxideal.envs.{game}_v0").env(rules=fields, **settings)

    return made


@contextmanager
def with_dicts() -> Iterator[None]:
    """Turn all other warnings into errors."""
    with warnings.catch_warnings():
        for message in DICTS:
            warnings.filterwarnings("ignore", message)
        yield


def play(env: Any, seed: int) -> Iterator[str]:
    """Play the round to its end at random; yield each agent before it acts, and once more at the end."""
    chance = random.Random(seed)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        yield agent
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else chance.choice(legal.tolist()))


# PettingZoo's and Gymnasium's checks


def test_pettingzoo_api_test(table: Callable[..., Any]) -> None:
    with with_dicts():
        api_test(table(), num_cycles=300)


def test_pettingzoo_seed_test(table: Callable[..., Any]) -> None:
    seed_test(table, num_cycles=100)


def test_pettingzoo_state_test(table: Callable[..., Any]) -> None:
    checks = importlib.import_module("pettingzoo.test.state_test")
    env = table(illegal_reward=-1)  # since it ignores masks
    checks.test_state_space(env)
    checks.test_state(env, 100)


@pytest.mark.full
def test_pettingzoo_render_test(table: Callable[..., Any]) -> None:
    render_test(table, {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: "seat 0" in text})


# Multiplayer environments


def test_environment_matches_a_state(table: Callable[..., Any]) -> None:
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


def test_resets_use_successive_streams(table: Callable[..., Any]) -> None:
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


def test_illegal_move_changes_nothing() -> None:
    env = doudizhu_v0.env()
    env.reset(seed=7)
    before = env.round
    agent = env.agent_selection
    leading = before.rules.action(before.rules.parse("33"))
    with pytest.raises(IllegalMoveError, match="DD-"):
        env.step(leading)
    refuses(InvalidMoveError, says("action_out_of_range", 99999, 12657), env.step, 99999)
    refuses(InvalidMoveError, says("action_out_of_range", -1, 12657), env.step, -1)
    for wrong in (None, 1.0, np.float32(1), True, [1], rummy.Rules().move(0)):
        with pytest.raises(TypeError, match="a move must be a Move of this game, its text or its id"):
            env.step(wrong)
    assert env.round == before
    assert env.agent_selection == agent
    assert not any(env.terminations.values())
    env.step(0)
    assert env.round.history == (0,)


def test_illegal_move_can_end_the_round() -> None:
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
    env.reset()  # while it still has agents
    assert not any(env.infos.values())
    assert not any(env.terminations.values())
    with pytest.raises(InvalidMoveError):  # not a move of the table
        env.step(99999)


def test_endless_round_is_truncated() -> None:
    """In an auction everybody can pass again and again, without end if the rules set no limit."""
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
    assert not any(env.truncations.values())  # each round counts separately
    endless = doudizhu_v0.env(rules={"max_redeals": None}, max_steps=None)
    endless.reset(seed=7)
    for _ in range(30_000):
        endless.step(passes)
    assert not any(endless.truncations.values())
    void = doudizhu_v0.env(rules={"all_pass": "void"})
    void.reset(seed=7)
    for _ in range(3):
        void.step(passes)
    assert all(void.terminations.values())


def test_calls_before_reset_and_after_the_end() -> None:
    raw, env = rummy_v0.raw_env(), rummy_v0.env()
    calls = [lambda: raw.step(0), lambda: raw.observe("player_0"), raw.state, raw.action_masks, lambda: raw.round]
    for call in (*calls, raw.last, env.last):
        refuses(InvalidStateError, "call reset() first: it deals a round", call)
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.state, env.render):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    raw.reset(seed=7)
    for agent in play(raw, 1):
        if raw.terminations[agent]:
            with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
                raw.step(0)
    assert raw.agents == []
    refuses(InvalidStateError, "the round is over: call reset() to deal the next one", raw.step, None)
    assert raw.round.is_over
    raw.reset()
    assert raw.num_agents == 2
    raw.close()
    raw.close()


def test_unknown_agents_are_refused() -> None:
    env = rummy_v0.raw_env()
    env.reset(seed=7)
    agents = "expected one of player_0, player_1"
    for call in (env.observe, env.view, env.observation_space, env.action_space):
        refuses(InvalidArgumentError, f'unknown agent "player_2"; {agents}', call, "player_2")
        refuses(InvalidArgumentError, f"unknown agent of type int; {agents}", call, 0)


def test_environment_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
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
    message = 'render() requires a render_mode, e.g. "ansi"; the environment has none'
    refuses(InvalidArgumentError, message, silent.render)
    assert capsys.readouterr().out == ""
