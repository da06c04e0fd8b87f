"""Batches, the arena, environments and OpenSpiel show a seat no more than its view."""

from __future__ import annotations

import random
from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it is compiled, and has no types
import pytest

import oxideal.envs
import oxideal.openspiel  # noqa: F401 (it makes the games known)
from helpers.environments import IDS
from helpers.isolation import ROUNDS, RUST, Found, differences, everything, hidden_among, twins
from oxideal._registry import GAMES
from oxideal.arena import arena
from oxideal.bots import RandomBot

if TYPE_CHECKING:
    from helpers.cases import Case

# Batches


def test_batches_show_no_more_than_views(case: Case) -> None:
    """With other hidden cards, a view holds what the batch holds for the seat to move."""
    n = 5
    batch = case.module.Batch(case.rules, n, seed=7)
    for step in range(9 * ROUNDS):
        k = step % n
        view = batch.view(k)
        seat = batch.current_player[k]
        sample = batch.state(k).view(seat).sample(step)
        legal = batch.legal_ids[batch.legal_offsets[k] : batch.legal_offsets[k + 1]]
        mask = batch.legal_mask()[k]
        for other in (view, sample.view(seat)):
            assert np.array_equal(batch.observations[k], other.observation())
            assert legal.tolist() == other.legal_actions() == np.flatnonzero(mask).tolist()
        if step == 7:
            assert differences(everything(view), everything(sample.view(seat))) == []
        batch.step(batch.sample_actions(step))


# The arena


class Spy:
    """A bot that keeps its arguments."""

    name = "spy"

    def __init__(self) -> None:
        self.given: list[Any] = []

    def choose(self, *given: Any, **named: Any) -> Any:
        self.given.append((given, named))
        return given[0].legal_moves()[0]


@pytest.mark.parametrize("game", GAMES)
def test_arena_gives_bots_only_views(game: str) -> None:
    spy = Spy()
    case = next(case for case in RUST if case.game == game)
    arena(game, [spy, RandomBot(seed=1)], 1, rules=case.rules, seed=7)
    assert len(spy.given) > 5
    for given, named in spy.given:
        assert named == {}
        view, limit = given
        assert type(view) is case.module.View
        assert limit is None
        assert view.seat == view.current_player
        assert hidden_among(case, given) == []


# Environments


def shown_by(env: Any, agent: str, state: Any) -> Found:
    """Return everything that the environment tells an agent about this round."""
    inside = env.unwrapped
    inside._state = state
    if state.current_player is not None:
        inside.agent_selection = inside.possible_agents[state.current_player]
    shown = {
        "observation": inside.observe(agent),
        "view": inside.view(agent).to_bytes(),
        "last": inside.last() if inside.agent_selection == agent else None,
        "info": inside.infos[agent],
        "public": [inside.agent_selection, inside.agents, inside.rewards, inside.terminations, inside.truncations],
    }
    found = Found()
    found.look("env", shown)
    return found


@pytest.mark.parametrize("case", [case for case in RUST if case.rules.players > 1], ids=str)
def test_multiplayer_environments_show_no_more_than_views(case: Case) -> None:
    made = import_module(str(GAMES[case.game].environment))
    for seat, plies, one, two in twins(case):
        found = []
        state = one.state(case.module, plies)
        wrong = next(action for action in range(case.rules.num_actions) if not state.is_legal(action))
        for twin in (one, two):
            env = made.env(rules=case.fields, illegal_reward=-1.0)
            agent = env.possible_agents[seat]
            env.reset(seed=1)
            state = twin.state(case.module, plies)
            found.append([shown_by(env, agent, state)])
            if plies < len(twin.actions):
                env.step(twin.actions[plies])
                found[-1].append(shown_by(env, agent, env.unwrapped.round))
            if state.current_player == seat:
                env.reset(seed=1)
                shown_by(env, agent, twin.state(case.module, plies))
                env.step(wrong)
                found[-1].append(shown_by(env, agent, env.unwrapped.round))
                assert "illegal" in env.infos[agent]
        assert [differences(*each) for each in zip(*found, strict=True)] == len(found[0]) * [[]]


@pytest.mark.parametrize("case", [case for case in RUST if GAMES[case.game].solitaire], ids=str)
def test_environments_of_one_player_show_no_more_than_views(case: Case) -> None:
    for _, plies, one, two in twins(case):
        found = []
        for twin in (one, two):
            env: Any = gymnasium.make(IDS[case.game], rules=case.fields)
            env.reset(seed=1)
            env.unwrapped._state = twin.state(case.module, plies)
            shown = Found()
            shown.look("actions", env.unwrapped.action_masks())
            shown.look("view", env.unwrapped.view)
            for action in [*twin.actions[plies:], 0]:
                shown.look("step", env.step(action))
                shown.look("view after it", env.unwrapped.view)
                break
            found.append(shown)
        assert differences(*found) == []


# OpenSpiel


def observed_by(state: Any, player: int) -> list[Any]:
    """Return what OpenSpiel's state tells a player."""
    strings = [state.information_state_string(player), state.observation_string(player)]
    game = state.get_game()
    for recalls in (False, True):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recalls))
        strings.append(observer.string_from(state, player))
    return [*strings, list(state.observation_tensor(player)), state.current_player(), state.is_terminal()]


def has_equal_views(one: Any, two: Any, player: int) -> bool:
    """Whether the player's views are equal in both."""
    views = [state._play.view_or_none(player) for state in (one, two)]
    return bool(one.is_chance_node() == two.is_chance_node() and views[0] == views[1])


def chance_pairs(one: Any, two: Any, player: int, chance: random.Random) -> Any:
    """Yield pairs after chance outcomes, often different ones, that leave the player's views equal."""
    outcomes = [[outcome for outcome, _ in state.chance_outcomes()] for state in (one, two)]
    first = one.child(chance.choice(outcomes[0]))
    for outcome in chance.sample(outcomes[1], min(20, len(outcomes[1]))):
        second = two.child(outcome)
        if has_equal_views(first, second, player):
            return first, second
    return None


def loaded(case: Case) -> Any:
    """The game for OpenSpiel, whose parameters have one type each."""
    given = {name: -1 if value is None else value for name, value in case.fields.items()}
    if "auction" in given:
        given["auction"] = given["auction"] or "none"
    return pyspiel.load_game(f"python_oxideal_{case.game}", given)


@pytest.mark.parametrize("case", RUST, ids=str)
def test_openspiel_shows_no_more_than_views(case: Case) -> None:
    game = loaded(case)
    chance = random.Random(3)
    for seat, plies, one, two in twins(case):
        pair: Any = [game.new_initial_state(twin.state(case.module, plies).to_text()) for twin in (one, two)]
        assert observed_by(pair[0], seat) == observed_by(pair[1], seat)
        for _ in range(12 * ROUNDS):
            if pair[0].is_terminal():
                break
            after: Any = None
            if pair[0].is_chance_node():
                after = chance_pairs(pair[0], pair[1], seat, chance)
            else:
                action = chance.choice(pair[0].legal_actions())
                after = [state.child(action) for state in pair] if action in pair[1].legal_actions() else None
            if after is None or not has_equal_views(after[0], after[1], seat):
                break
            pair = after
            assert observed_by(pair[0], seat) == observed_by(pair[1], seat)


@pytest.mark.parametrize("case", [case for case in RUST if case.rules.players > 1], ids=str)
def test_openspiel_hides_cards_during_the_deal(case: Case) -> None:
    game = loaded(case)
    state = game.new_initial_state()
    chance = random.Random(1)
    nothing = [observed_by(state, seat) for seat in range(case.rules.players)]
    while True:
        state.apply_action(chance.choice([outcome for outcome, _ in state.chance_outcomes()]))
        if not state.is_chance_node():
            break
        assert [observed_by(state, seat) for seat in range(case.rules.players)] == nothing
    assert [observed_by(state, seat) for seat in range(case.rules.players)] != nothing
