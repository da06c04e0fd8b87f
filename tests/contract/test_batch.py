"""Batches against separate states that are played beside them, and all that can be wrong with what they are given."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.cases import BACKENDS, Case, chance_ahead, module_of
from helpers.refusal import refuses, shown_type
from helpers.splitmix import SplitMix
from oxideal.differential import GAMES
from oxideal.errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError, InvalidStateError, OxidealError

SEED = 7
"""A seed of which `splitmix` knows the base."""

ARRAYS = ("observations", "current_player", "rewards", "terminated", "episode", "legal_offsets")

SHORT: list[tuple[str, dict[str, Any]]] = [
    ("foursquare", {}),
    ("doudizhu", {}),
    ("doudizhu", {"players": 4, "auction": False, "spring": True}),
    ("doudizhu", {"all_pass": "void"}),
    ("mexican_train", {"players": 3, "set": 3, "hand_size": 2}),
    ("mexican_train", {"players": 2, "set": 4, "hand_size": 1, "follow_up": "double"}),
    ("rummy", {"turn_limit": 3}),
    ("rummy", {"players": 3, "hand_size": 2, "ace": "both", "turn_limit": 40}),
]
"""Rules by which rounds are soon over."""


@pytest.fixture(params=SHORT, ids=str)
def short(request: pytest.FixtureRequest, backend: str) -> Case:
    """Rounds that are soon over, on each backend."""
    game, fields = request.param
    return case_of(game, backend, fields)


@pytest.fixture(params=GAMES)
def plain(request: pytest.FixtureRequest, backend: str) -> Case:
    """Each game by its own rules, on each backend."""
    return case_of(request.param, backend, {})


def case_of(game: str, backend: str, fields: dict[str, Any]) -> Case:
    return Case(game, backend, module_of(game, backend).Rules(**fields).to_dict())


def new(case: Case, n: int, seed: int = SEED, **more: Any) -> Any:
    return case.module.Batch(case.rules, n, seed=seed, **more)


class Twins:
    """Separate states, dealt anew where rounds end, and what the arrays should say of them."""

    def __init__(self, case: Case, n: int, seed: int = SEED) -> None:
        self.case, self.rules, self.n, self.seed = case, case.rules, n, seed
        self.reset()

    def deal(self, k: int) -> Any:
        stream = k + self.episode[k] * self.n
        return self.case.module.State(self.rules, seed=self.seed, stream=stream)

    def reset(self) -> None:
        self.episode = [0] * self.n
        self.states = [self.deal(k) for k in range(self.n)]
        self.terminated = [False] * self.n
        self.rewards = [[0] * self.rules.players for _ in range(self.n)]

    def step(self, actions: Any) -> None:
        for k, action in enumerate(actions):
            state = self.states[k]
            state.push(int(action))
            self.terminated[k] = state.is_over
            self.rewards[k] = list(state.payoffs) if state.is_over else [0] * self.rules.players
            if state.is_over:
                self.episode[k] += 1
                self.states[k] = self.deal(k)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        legal = [state.legal_actions() for state in self.states]
        seats = [state.current_player for state in self.states]
        views = [state.view(seat) for state, seat in zip(self.states, seats, strict=True)]
        return {
            "observations": np.array([view.observation() for view in views], np.uint8),
            "current_player": np.array(seats, np.int8),
            "rewards": np.array(self.rewards, np.int32),
            "terminated": np.array(self.terminated, np.bool_),
            "episode": np.array(self.episode, np.int64),
            "legal_offsets": np.cumsum([0, *map(len, legal)], dtype=np.int64),
            "legal_ids": np.array([action for each in legal for action in each], np.int32),
        }

    def chosen(self, chance: random.Random) -> list[int]:
        return [chance.choice(state.legal_actions()) for state in self.states]

    def check(self, batch: Any) -> None:
        same(taken(batch), self.arrays())


def taken(batch: Any) -> dict[str, npt.NDArray[Any]]:
    """Copies of all arrays."""
    return {name: getattr(batch, name).copy() for name in (*ARRAYS, "legal_ids")}


def same(one: dict[str, npt.NDArray[Any]], two: dict[str, npt.NDArray[Any]]) -> None:
    for name in (*ARRAYS, "legal_ids"):
        assert one[name].dtype == two[name].dtype, name
        assert one[name].shape == two[name].shape, name
        assert np.array_equal(one[name], two[name]), (name, one[name], two[name])


# Against separate states


def test_batches_play_what_separate_states_play(case: Case) -> None:
    n, chance = 3, random.Random(1)
    batch, twins = new(case, n), Twins(case, n)
    twins.check(batch)
    for step in range(24):
        actions = twins.chosen(chance)
        batch.step(actions)
        twins.step(actions)
        if step < 4 or step % 5 == 0:
            twins.check(batch)
    twins.check(batch)


def test_rounds_end_and_are_dealt_anew_in_the_same_step(short: Case) -> None:
    n, chance, ended = 4, random.Random(2), 0
    batch, twins = new(short, n), Twins(short, n)
    steps = 0
    while min(twins.episode) < 3:
        actions = batch.sample_actions(steps) if steps % 2 else twins.chosen(chance)
        batch.step(actions)
        twins.step(actions)
        twins.check(batch)
        ended += sum(twins.terminated)
        steps += 1
    assert ended == sum(twins.episode) == batch.episode.sum()
    batch.reset()
    twins.reset()
    twins.check(batch)
    for _ in range(5):
        actions = twins.chosen(chance)
        batch.step(actions)
        twins.step(actions)
        twins.check(batch)


def test_resetting_is_beginning_anew(short: Case) -> None:
    batch = new(short, 5)
    begun = taken(batch)
    for round_ in range(3):
        for step in range(7 + 40 * round_):
            batch.step(batch.sample_actions(step))
        batch.reset()
        same(taken(batch), begun)
        assert not batch.rewards.any()
        assert not batch.terminated.any()
        assert not batch.episode.any()
    same(taken(new(short, 5)), begun)


def test_what_a_batch_tells_of_itself(plain: Case) -> None:
    for n, threads in ((1, 1), (4, 2), (np.int64(7), np.uint8(3))):
        batch = plain.module.Batch(plain.rules, n, 2**256 - 1, threads=threads)
        assert (batch.n, len(batch), batch.seed, batch.threads) == (n, n, 2**256 - 1, threads)
        assert [type(each) for each in (batch.n, batch.seed, batch.threads)] == [int, int, int]
        assert batch.rules == plain.rules
        for name in ("n", "seed", "threads", "rules", *ARRAYS, "legal_ids"):
            with pytest.raises(AttributeError):
                setattr(batch, name, getattr(batch, name))
    one, other = plain.module.Batch(plain.rules, 2), plain.module.Batch(plain.rules, 2, None)
    assert one.seed != other.seed  # from the system's entropy
    again = plain.module.Batch(plain.rules, 2, one.seed.to_bytes(32, "little"))
    same(taken(one), taken(again))
    assert again.seed == one.seed
    assert plain.module.Batch(plain.rules, 2, seed=3).threads == 1


# The arrays


def test_arrays_stay_where_they_are(short: Case) -> None:
    batch = new(short, 6)
    players, size = short.rules.players, short.rules.observation_spec().size
    first = {name: getattr(batch, name) for name in ARRAYS}
    shapes = {
        "observations": ("uint8", (6, size)),
        "current_player": ("int8", (6,)),
        "rewards": ("int32", (6, players)),
        "terminated": ("bool", (6,)),
        "episode": ("int64", (6,)),
        "legal_offsets": ("int64", (7,)),
    }
    for step in range(40):
        for name, (dtype, shape) in shapes.items():
            array = getattr(batch, name)
            assert array is first[name]
            assert type(array) is np.ndarray
            assert (array.dtype.name, array.shape) == (dtype, shape)
            assert array.flags.c_contiguous
            assert array.flags.writeable
        ids = batch.legal_ids
        assert type(ids) is np.ndarray
        assert (ids.dtype.name, ids.shape) == ("int32", (batch.legal_offsets[-1],))
        assert batch.legal_offsets[0] == 0
        for k in range(6):
            listed = ids[batch.legal_offsets[k] : batch.legal_offsets[k + 1]]
            assert (np.diff(listed) > 0).all()
            assert len(listed)
        assert np.array_equal(batch.legal_ids, ids)
        assert np.shares_memory(batch.legal_ids, ids)
        batch.step(batch.sample_actions(step))
        if step == 20:
            batch.reset()


def test_legal_ids_are_a_view_of_one_array(plain: Case) -> None:
    """It is replaced by a larger one only where it has become too small; what the old one holds stays readable."""
    batch, moved, before = new(plain, 5), 0, None
    for step in range(60):
        ids = batch.legal_ids
        if before is not None and not np.shares_memory(before, ids):
            moved += 1
            assert len(ids) > len(before)
        before = ids
        batch.step(batch.sample_actions(step))
    assert moved < 30
    assert before is not None
    assert before.sum() >= 0


def scribble(batch: Any, chance: np.random.Generator) -> None:
    for name in (*ARRAYS, "legal_ids"):
        array = getattr(batch, name)
        array.view(np.uint8)[...] = chance.integers(0, 2 if name == "terminated" else 256, array.view(np.uint8).shape)


def test_what_callers_write_changes_nothing_else(short: Case) -> None:
    n, chance = 4, random.Random(3)
    noise = np.random.default_rng(4)
    batch, twins = new(short, n), Twins(short, n)
    for step in range(30):
        scribble(batch, noise)
        if step == 17:
            batch.reset()
            twins.reset()
            twins.check(batch)
            continue
        expected = drawn(twins, step)
        assert batch.sample_actions(step).tolist() == expected
        assert batch.view(step % n) == twins.states[step % n].view(twins.states[step % n].current_player)
        assert batch.state(step % n).to_text() == twins.states[step % n].to_text()
        assert np.array_equal(batch.legal_mask(), mask_of(twins))
        assert batch.legal_ids.shape == twins.arrays()["legal_ids"].shape
        actions = twins.chosen(chance)
        batch.step(actions)
        twins.step(actions)
        twins.check(batch)


# Sampled actions and masks


def drawn(twins: Twins, seed: int) -> list[int]:
    """`sample_actions` once more, by the generator of `docs/contract.md`."""
    base = base_of(seed)
    found = []
    for k, state in enumerate(twins.states):
        legal = state.legal_actions()
        found.append(legal[SplitMix(SplitMix(base + k).output()).below(len(legal))])
    return found


def base_of(seed: int) -> int:
    from oxideal.random import Stream

    stream = Stream(seed)
    stream.skip(16 * (2**32 - 1))
    return stream.word() + (stream.word() << 32)


def test_sampled_actions_come_from_the_generator_of_playouts(short: Case) -> None:
    n = 9
    batch, twins = new(short, n, 11), Twins(short, n, 11)
    for step in range(12):
        before = taken(batch)
        for seed in (SEED, 2**256 - 1, step):
            found = batch.sample_actions(seed)
            assert (type(found), found.dtype, found.shape) == (np.ndarray, np.int32, (n,))
            assert found.tolist() == drawn(twins, seed)
            assert batch.sample_actions(seed=seed).tolist() == found.tolist()
        for seed in (SEED, 2**256 - 1):
            by_game = [SplitMix.of_game(seed, k) for k in range(n)]
            legal = [state.legal_actions() for state in twins.states]
            expected = [each[chance.below(len(each))] for each, chance in zip(legal, by_game, strict=True)]
            assert batch.sample_actions(seed).tolist() == expected
        found = batch.sample_actions()  # from the system's entropy
        assert all(action in state.legal_actions() for action, state in zip(found, twins.states, strict=True))
        same(taken(batch), before)
        actions = batch.sample_actions(step.to_bytes(32, "little"))
        assert actions.tolist() == batch.sample_actions(step).tolist()
        batch.step(actions)
        twins.step(actions)


def test_sampled_actions_are_a_new_array(plain: Case) -> None:
    batch = new(plain, 4)
    one, two = batch.sample_actions(1), batch.sample_actions(1)
    assert not np.shares_memory(one, two)
    one.fill(-1)
    assert (two >= 0).all()
    assert (batch.sample_actions(1) == two).all()


def test_sampled_actions_are_as_likely_as_each_other(backend: str) -> None:
    """In the auction of Dou Dizhu there are four: a pass, and bids of 1 to 3."""
    batch = module_of("doudizhu", backend).Batch(module_of("doudizhu", backend).Rules(), 60, seed=1)
    found: Counter[int] = Counter()
    for seed in range(50):
        found.update(batch.sample_actions(seed).tolist())
    assert set(found) == {0, 1, 2, 3}
    assert sum((count - 750) ** 2 / 750 for count in found.values()) < 20
    unlike = {tuple(batch.sample_actions(None).tolist()) for _ in range(5)}
    assert len(unlike) == 5


def mask_of(twins: Twins) -> npt.NDArray[np.bool_]:
    found = np.zeros((twins.n, twins.rules.num_actions), np.bool_)
    for k, state in enumerate(twins.states):
        found[k, state.legal_actions()] = True
    return found


def test_masks_mark_the_legal_ids(short: Case) -> None:
    n = 3
    batch, twins = new(short, n), Twins(short, n)
    shape = (n, short.rules.num_actions)
    own = np.ones(shape, np.bool_)
    for step in range(10):
        found = batch.legal_mask()
        assert (type(found), found.dtype, found.shape) == (np.ndarray, np.bool_, shape)
        assert np.array_equal(found, mask_of(twins))
        assert batch.legal_mask(out=own) is own
        assert np.array_equal(own, found)
        assert not np.shares_memory(batch.legal_mask(), found)
        assert np.array_equal(batch.legal_mask(None), found)
        own[...] = step % 2 == 0
        actions = batch.sample_actions(step)
        batch.step(actions)
        twins.step(actions)


def test_masks_of_ones_own_are_checked(plain: Case) -> None:
    n, count = 3, plain.rules.num_actions
    mask = new(plain, n).legal_mask
    right = np.zeros((n, count), np.bool_)
    refuses(TypeError, "out must be a numpy array, not list", mask, right.tolist())
    refuses(TypeError, "out must be a numpy array, not int", mask, out=5)
    refuses(InvalidArgumentError, "out is of type uint8: expected bool", mask, right.view(np.uint8))
    message = f"out has the shape ({n}, {count - 1}): expected ({n}, {count})"
    refuses(InvalidArgumentError, message, mask, np.zeros((n, count - 1), np.bool_))
    refuses(InvalidArgumentError, f"out has the shape ({n * count},): expected ({n}, {count})", mask, right.reshape(-1))
    refuses(InvalidArgumentError, "out is not C-contiguous", mask, np.zeros((count, n), np.bool_).T)
    wrong = np.zeros((n, count), np.bool_)
    wrong.flags.writeable = False
    refuses(InvalidArgumentError, "out is not writable", mask, wrong)
    assert not wrong.any()


# Views and states of single games


def test_single_games_can_be_looked_at(short: Case) -> None:
    n = 3
    batch, twins = new(short, n), Twins(short, n)
    for step in range(50):
        k = step % n
        state, seat = twins.states[k], twins.states[k].current_player
        view, found = batch.view(k), batch.state(np.uint8(k))
        assert type(view) is short.module.View
        assert view == state.view(seat)
        assert (view.seat, view.recent, view.to_text()) == (seat, state.recent, state.view(seat).to_text())
        assert np.array_equal(view.observation(), batch.observations[k])
        assert view.legal_actions() == state.legal_actions()
        assert type(found) is short.module.State
        assert found == state
        assert hash(found) == hash(state)
        assert (found.history, found.seed, found.stream) == ((), None, None)
        assert (found.recent, found.to_text()) == (state.recent, state.to_text())
        for other in range(short.rules.players):
            assert found.view(other) == state.view(other)
            assert np.array_equal(found.view(other).observation(), state.view(other).observation())
        twin = short.other.State.from_bytes(found.to_bytes())
        assert (twin.to_text(), twin.recent) == (found.to_text(), found.recent)
        assert short.module.State.from_bytes(found.to_bytes()) == state
        before = taken(batch)
        goes_on(found, state.copy(), random.Random(step), 12)
        while found.history:
            found.pop()
        assert found == state
        same(taken(batch), before)
        actions = batch.sample_actions(step)
        batch.step(actions)
        twins.step(actions)


def goes_on(one: Any, other: Any, chance: random.Random, plies: int) -> None:
    """Both go on in the same way, what chance brings included."""
    for _ in range(plies):
        if one.is_over:
            break
        action = chance.choice(one.legal_actions())
        one.push(action)
        other.push(action)
        assert one == other
        assert one.recent == other.recent
        assert one.to_text() == other.to_text()


def test_a_state_of_a_batch_is_dealt_anew_as_the_batch_is(backend: str) -> None:
    """DD-09: where all pass, the same chance deals in both, also after an earlier redeal."""
    case = case_of("doudizhu", backend, {})
    batch, twins = new(case, 2), Twins(case, 2)
    for step in range(14):
        state = batch.state(1)
        assert chance_ahead(state)
        assert state == twins.states[1]
        other = twins.states[1].copy()
        for _ in range(4):
            state.push(0)
            other.push(0)
            assert state == other
            assert state.to_text() == other.to_text()
        batch.step([0, 0])
        twins.step([0, 0])
        twins.check(batch)
        assert batch.state(1).recent == ((twins.states[1].recent)[-16:])
        assert len(batch.state(1).recent) == min(step + 1, 16)


def test_a_state_of_a_batch_is_reshuffled_as_the_batch_is(backend: str) -> None:
    """RM-07: three players who draw and discard come to the end of the stock, twice."""
    case = case_of("rummy", backend, {"players": 3, "hand_size": 15, "turn_limit": 60})
    batch, twins = new(case, 2), Twins(case, 2)
    shuffled = 0
    for _ in range(90):
        state, other = batch.state(0), twins.states[0].copy()
        if state.stock_size < 2 and not state.drew:
            shuffled += state.stock_size == 0
            for _ in range(7):
                assert state == other
                action = drawing(state)
                state.push(action)
                other.push(action)
            assert state == other
            assert state.stock == other.stock
        actions = [drawing(each) for each in twins.states]
        batch.step(actions)
        twins.step(actions)
        twins.check(batch)
        assert batch.state(0) == twins.states[0]
    assert shuffled > 1


def drawing(state: Any) -> int:
    """A draw from the stock; else a discard."""
    legal: list[int] = state.legal_actions()
    return legal[-1] if state.drew else legal[0]


def test_games_are_numbered_from_zero(plain: Case) -> None:
    for n in (1, 4):
        batch = new(plain, n)
        for k in (-1, n, 2**31, 2**64, 10**30, -(10**30)):
            message = f"there is no game {k}: the games of this batch are 0 to {n - 1}"
            refuses(InvalidArgumentError, message, batch.view, k)
            refuses(InvalidArgumentError, message, batch.state, k)
        things: tuple[Any, ...] = ("0", None, 1.0, True, b"0", [])
        for thing in things:
            refuses(TypeError, f"k must be an integer, not {shown_type(thing)}", batch.view, thing)
            refuses(TypeError, f"k must be an integer, not {shown_type(thing)}", batch.state, thing)


def test_batches_are_neither_copied_nor_pickled(plain: Case) -> None:
    batch = new(plain, 2)
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            way(batch)


# Threads


def test_any_number_of_threads_gives_the_same_bytes(plain: Case) -> None:
    sizes = ((1, 40), (2, 40), (63, 30), (3000, 25)) if plain.backend == "rust" else ((1, 20), (5, 12))
    for n, steps in sizes:
        batches = [new(plain, n, threads=threads) for threads in (1, 2, 3, 8, 64)]
        own = np.zeros((n, plain.rules.num_actions), np.bool_) if n < 100 else None
        for step in range(steps):
            actions = [batch.sample_actions(step) for batch in batches]
            for batch, each in zip(batches[1:], actions[1:], strict=True):
                assert np.array_equal(each, actions[0])
                if step % 8 == 0 or step > steps - 3:
                    same(taken(batch), taken(batches[0]))
                    if own is not None:
                        assert np.array_equal(batch.legal_mask(own), batches[0].legal_mask())
            for batch, each in zip(batches, actions, strict=True):
                batch.step(each)
        assert [batch.threads for batch in batches] == [1, 2, 3, 8, 64]
        for batch in batches:
            batch.reset()
            same(taken(batch), taken(batches[0]))


@pytest.mark.parametrize("threads", [1, 3, 8])
@pytest.mark.parametrize("game", GAMES)
def test_large_batches_of_the_rust_side(game: str, threads: int) -> None:
    """Of some thousands of games the reference plays a few."""
    case = case_of(game, "rust", {"turn_limit": 5} if game == "rummy" else {})
    n = 2500
    batch = new(case, n, threads=threads)
    some = [0, 1, 624, 625, 1249, 1250, 1251, 2498, 2499]
    twins = Twins(case, n)
    twins.states = [twins.states[k] if k in some else None for k in range(n)]
    for step in range(50):
        actions = batch.sample_actions(step)
        batch.step(actions)
        for k in some:
            state = twins.states[k]
            state.push(int(actions[k]))
            assert batch.terminated[k] == state.is_over
            assert batch.rewards[k].tolist() == list(state.payoffs or [0] * case.rules.players)
            if state.is_over:
                twins.episode[k] += 1
                twins.states[k] = state = twins.deal(k)
            assert batch.episode[k] == twins.episode[k]
            listed = batch.legal_ids[batch.legal_offsets[k] : batch.legal_offsets[k + 1]]
            assert listed.tolist() == state.legal_actions()
            assert np.array_equal(batch.observations[k], state.view(state.current_player).observation())
    assert batch.legal_offsets[-1] == len(batch.legal_ids)


def test_who_asks_within_a_step_is_told_so(plain: Case) -> None:
    """Whoever waited for the end of the step there would wait for ever."""
    batch = new(plain, 3)
    told: list[Any] = []

    def ask(_: object) -> None:
        told.append(batch.legal_ids.dtype)
        try:
            batch.step(batch.sample_actions(1))
        except InvalidStateError as error:
            told.append(str(error))

    watch = weakref.ref(batch.legal_ids, ask)
    batch.step(batch.sample_actions(0))
    assert watch() is None
    assert told == [np.int32, "this batch is in the middle of a step: look at it when that is over"]
    batch.step(batch.sample_actions(1))


class Asks:
    """Actions that look at the batch while they are converted."""

    def __init__(self, batch: Any) -> None:
        self.batch = batch

    def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[np.int32]:
        taken: npt.NDArray[np.int32] = self.batch.sample_actions(0)
        return taken


def test_actions_may_look_at_the_batch(plain: Case) -> None:
    batch, other = new(plain, 3), new(plain, 3)
    batch.step(Asks(batch))
    other.step(other.sample_actions(0))
    same(taken(batch), taken(other))


def test_two_threads_of_python_may_step_one_batch(plain: Case) -> None:
    """They wait for each other. In the auction of Dou Dizhu a pass is always legal."""
    n, turns = (1000, 60) if plain.backend == "rust" else (2, 10)
    if plain.game != "doudizhu":
        racing(plain, n, turns)
        return
    batch, other = new(plain, n, threads=2), new(plain, n)
    passing(batch, n, turns)
    for _ in range(2 * turns):
        other.step([0] * n)
    same(taken(batch), taken(other))


def passing(batch: Any, n: int, turns: int) -> None:
    def play() -> None:
        for _ in range(turns):
            batch.step([0] * n)
            batch.sample_actions(1)

    together(play)


def racing(case: Case, n: int, turns: int) -> None:
    """A step may come too late for the actions that were drawn: then it is refused as a whole."""
    batch = new(case, n, threads=2)

    def play() -> None:
        for seed in range(turns):
            with suppress(OxidealError):  # somebody else may have played meanwhile
                batch.step(batch.sample_actions(seed))
            batch.legal_mask()
            batch.view(0)

    together(play)
    last = batch.state(n - 1)
    assert batch.legal_ids[batch.legal_offsets[n - 1] :].tolist() == last.legal_actions()
    for k in {0, n // 2, n - 1}:
        state = batch.state(k)
        assert batch.current_player[k] == state.current_player
        assert np.array_equal(batch.observations[k], batch.view(k).observation())


def together(play: Callable[[], None]) -> None:
    failed: list[BaseException] = []

    def watched() -> None:
        try:
            play()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=watched) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed


FORKING = """
import hashlib, os, sys
from importlib import import_module
import numpy as np

module = import_module(sys.argv[1])
n, steps = int(sys.argv[2]), int(sys.argv[3])
stepped = module.Batch(module.Rules(), n, seed=7, threads=2)
fresh = module.Batch(module.Rules(), n, seed=8, threads=2)
for step in range(steps):
    stepped.step(stepped.sample_actions(step))

def play():
    digest = hashlib.sha256()
    for batch in (stepped, fresh):
        for step in range(steps):
            batch.step(batch.sample_actions(step))
            for name in ("observations", "current_player", "rewards", "terminated", "episode", "legal_ids"):
                digest.update(getattr(batch, name).tobytes())
    batch = module.Batch(module.Rules(), n, seed=9, threads=3)
    batch.step(batch.sample_actions(1))
    digest.update(batch.observations.tobytes())
    return digest.hexdigest()

read, write = os.pipe()
child = os.fork()
if child == 0:
    os.write(write, play().encode())
    os._exit(0)
os.close(write)
own = play()
with os.fdopen(read) as pipe:
    theirs = pipe.read()
_, status = os.waitpid(child, 0)
print(own == theirs and len(own) == 64, status)
# A child of a child, and the parent once more.
child = os.fork()
if child == 0:
    grandchild = os.fork()
    play()
    if grandchild:
        os._exit(os.waitpid(grandchild, 0)[1] != 0)
    os._exit(0)
play()
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_batches_go_on_after_a_fork(plain: Case) -> None:
    n, steps = (1000, 12) if plain.backend == "rust" else (2, 3)
    name = BACKENDS[plain.backend].format(plain.game)
    done = subprocess.run(
        [sys.executable, "-c", FORKING, name, str(n), str(steps)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["True", "0", "0"]), done.stderr


INTERRUPTED = """
import os, signal, sys, threading, time
from oxideal import doudizhu as dd

def ring():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
start = {"rules": dd.Rules(), "state": dd.State(seed=1), "view": dd.State(seed=1).view(0)}[sys.argv[1]]
threading.Thread(target=ring).start()
try:
    dd.playouts(start, 20_000_000, seed=1, threads=2)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="the test rings with SIGINT")
@pytest.mark.parametrize("start", ["rules", "state", "view"])
def test_ctrl_c_ends_playouts_on_several_threads(start: str) -> None:
    """They would go on for more than the time that is given here."""
    assert signal.SIGINT
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, start], capture_output=True, text=True, timeout=15, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "interrupted"), done.stderr


# Actions of all kinds


def test_actions_may_be_integers_of_any_kind(plain: Case) -> None:
    n = 3
    batch, twins = new(plain, n), Twins(plain, n)
    kinds: list[Callable[[list[int]], Any]] = [
        list,
        tuple,
        *(lambda actions, kind=kind: np.array(actions, kind) for kind in ("int32", "int64", "uint64", ">i4", "uint16")),
        lambda actions: np.array(actions, np.int32).repeat(2)[::2],
        lambda actions: [np.int16(action) for action in actions],
        lambda actions: np.array([[action] for action in actions])[:, 0],
    ]
    chance = random.Random(1)
    for kind in kinds:
        actions = twins.chosen(chance)
        given_now = kind(actions)
        assert batch.step(given_now) is None
        twins.step(actions)
        twins.check(batch)
        assert list(given_now) == actions
    if plain.rules.num_actions <= 256:
        actions = twins.chosen(chance)
        batch.step(np.array(actions, np.uint8))
        twins.step(actions)
        twins.check(batch)


def test_actions_of_another_type_or_shape_are_refused(plain: Case) -> None:
    n = 4
    batch, twins = new(plain, n), Twins(plain, n)
    batch.step(actions := twins.chosen(random.Random(1)))
    twins.step(actions)
    legal = twins.chosen(random.Random(2))
    of_type = "actions must be of an integer type, not"
    things: list[tuple[type[Exception], str, Any]] = [
        (TypeError, f"{of_type} float64", [float(action) for action in legal]),
        (TypeError, f"{of_type} float32", np.array(legal, np.float32)),
        (TypeError, f"{of_type} bool", [True] * n),
        (TypeError, f"{of_type} bool", np.ones(n, np.bool_)),
        (TypeError, f"{of_type} object", None),
        (TypeError, f"{of_type} object", np.array(legal, object)),
        (TypeError, f"{of_type} object", [10**30] * n),
        (TypeError, f"{of_type} object", [2**64] * n),
        (TypeError, f"{of_type} complex128", [1j] * n),
        (TypeError, f"{of_type} float64", np.zeros((n, 2))),  # the type comes first
        (InvalidArgumentError, f"actions has the shape ({n - 1},): expected ({n},)", legal[1:]),
        (InvalidArgumentError, f"actions has the shape ({n + 1},): expected ({n},)", [*legal, 0]),
        (InvalidArgumentError, f"actions has the shape ({n}, 1): expected ({n},)", [[action] for action in legal]),
        (InvalidArgumentError, f"actions has the shape (0,): expected ({n},)", []),
        (InvalidArgumentError, f"actions has the shape (): expected ({n},)", 0),
        (InvalidArgumentError, f"actions has the shape (1, {n}): expected ({n},)", np.array([legal])),
        (InvalidArgumentError, f"actions is ragged: expected the shape ({n},)", [[0], [0, 1], 2, 3]),
    ]
    for error, message, thing in things:
        refuses(error, message, batch.step, thing)
        twins.check(batch)
    with pytest.raises(TypeError, match=r"^actions must be of an integer type, not (<U|\|S)\d+$"):
        batch.step([str(action) for action in legal])
    twins.check(batch)


def wrong_ids(count: int) -> Iterator[tuple[Any, str]]:
    for action in (-1, count, 2**31, 2**32, 2**63 - 1, -(2**31) - 1, -(2**63)):
        yield action, str(action)
    yield 2**63, "9223372036854775807"
    yield 2**64 - 1, "9223372036854775807"


def test_the_first_wrong_game_is_named_and_no_game_moves(short: Case) -> None:
    n, count, chance = 5, short.rules.num_actions, random.Random(5)
    batch, twins = new(short, n), Twins(short, n)
    for _ in range(8):
        batch.step(actions := twins.chosen(chance))
        twins.step(actions)
    known = f"the ids of this table are 0 to {count - 1}"
    for places in ([0], [n - 1], [2], [1, 3], [4, 2, 3], list(range(n))):
        legal = twins.chosen(chance)
        first = min(places)
        for action, shown in wrong_ids(count):
            wrong = np.array(legal, np.uint64 if action >= 2**63 else np.int64)
            wrong[places] = action
            message = f"game {first}: there is no action {shown}: {known}"
            refuses(InvalidMoveError, message, batch.step, wrong)
            if len(places) == n or action < 2**63:  # of a list with larger ids and others numpy makes floats
                refuses(InvalidMoveError, message, batch.step, wrong.tolist())
        twins.check(batch)
        illegal = illegal_of(twins, chance)
        actions = [illegal[k] if k in places else action for k, action in enumerate(legal)]
        with pytest.raises(IllegalMoveError) as expected:
            twins.states[first].copy().push(actions[first])
        with pytest.raises(IllegalMoveError) as caught:
            batch.step(actions)
        assert type(caught.value) is IllegalMoveError
        assert caught.value.rule == expected.value.rule
        assert caught.value.reason == f"game {first}: {expected.value.reason}"
        assert str(caught.value) == f"game {first}: {expected.value}"
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
        twins.check(batch)
        for k in range(n):
            assert batch.state(k) == twins.states[k]
            assert batch.state(k).recent == twins.states[k].recent
        if len(places) > 1:  # of each kind one: the first one counts
            last = max(places)
            mixed = list(legal)
            mixed[first], mixed[last] = illegal[first], count
            with pytest.raises(IllegalMoveError, match=f"^game {first}: "):
                batch.step(mixed)
            mixed[first], mixed[last] = count, illegal[last]
            refuses(InvalidMoveError, f"game {first}: there is no action {count}: {known}", batch.step, mixed)
            twins.check(batch)
    assert batch.sample_actions(SEED).tolist() == drawn(twins, SEED)
    batch.step(actions := twins.chosen(chance))
    twins.step(actions)
    twins.check(batch)


def illegal_of(twins: Twins, chance: random.Random) -> list[int]:
    found = []
    for state in twins.states:
        legal = set(state.legal_actions())
        found.append(chance.choice([action for action in range(twins.rules.num_actions) if action not in legal]))
    return found


def test_wrong_games_among_many_threads(plain: Case) -> None:
    """The first one is named whichever thread it falls to."""
    n = 600 if plain.backend == "rust" else 6
    batch, one = new(plain, n, threads=8), new(plain, n)
    for step in range(3):
        actions = batch.sample_actions(step)
        batch.step(actions)
        one.step(actions)
    before = taken(batch)
    chance = random.Random(1)
    count = plain.rules.num_actions
    for _ in range(12):
        places = chance.sample(range(n), chance.choice((1, 2, n // 2)))
        actions = batch.sample_actions(1)
        actions[places] = count
        message = f"game {min(places)}: there is no action {count}: the ids of this table are 0 to {count - 1}"
        refuses(InvalidMoveError, message, batch.step, actions)
        same(taken(batch), before)
    actions = batch.sample_actions(2)
    batch.step(actions)
    one.step(actions)
    same(taken(batch), taken(one))


# Arguments of the constructor


def test_arguments_are_checked(plain: Case) -> None:
    batch, rules = plain.module.Batch, plain.rules
    outside = "this integer is outside that range"
    for n in (0, -1, 10_000_001, 2**64, 10**30):
        refuses(InvalidArgumentError, f"n is an integer from 1 to 10000000; {outside}", batch, rules, n)
    for threads in (0, -1, 257, 10**30):
        refuses(
            InvalidArgumentError, f"threads is an integer from 1 to 256; {outside}", batch, rules, 1, threads=threads
        )
    assert batch(rules, 1, threads=256).threads == 256
    things: tuple[Any, ...] = ("0", None, 1.0, True, b"0", [])
    for thing in things:
        refuses(TypeError, f"n must be an integer, not {shown_type(thing)}", batch, rules, thing)
        refuses(TypeError, f"threads must be an integer, not {shown_type(thing)}", batch, rules, 1, threads=thing)
    seeds = "a seed is an integer from 0 to 2**256 - 1, 32 bytes, or None (the system's entropy)"
    for seed in (-1, 2**256):
        refuses(InvalidArgumentError, f"{seeds}; {outside}", batch, rules, 1, seed)
        refuses(InvalidArgumentError, f"{seeds}; {outside}", batch(rules, 1).sample_actions, seed)
    refuses(InvalidArgumentError, f"{seeds}; these are 5 bytes", batch, rules, 1, b"short")
    refuses(TypeError, f"{seeds}, not str", batch, rules, 1, "7")
    refuses(TypeError, f"{seeds}, not float", batch(rules, 1).sample_actions, 7.0)
    wrong: list[Any] = [5, {}, plain.other.Rules(), plain.state(), plain.module.Rules]
    for thing in wrong:
        refuses(TypeError, f"rules must be a Rules object of this game, not {shown_type(thing)}", batch, thing, 1)
    positional: Any = batch
    with pytest.raises(TypeError):
        positional(rules, 1, 7, 2)  # threads and out by name only


def right(case: Case, n: int) -> dict[str, Any]:
    """Arrays as `out` takes them, filled with what they should not hold."""
    size, players = case.rules.observation_spec().size, case.rules.players
    return {
        "observations": np.full((n, size), 99, np.uint8),
        "current_player": np.full(n, 99, np.int8),
        "rewards": np.full((n, players), 99, np.int32),
        "terminated": np.full(n, True),
        "episode": np.full(n, 99, np.int64),
        "legal_offsets": np.full(n + 1, 99, np.int64),
    }


class Sub(np.ndarray[Any, Any]):
    pass


def test_the_callers_arrays_are_used(short: Case) -> None:
    n = 3
    whole = right(short, n)
    subs = {name: array.view(Sub) for name, array in right(short, n).items()}
    strided = np.zeros((2 * n, short.rules.players), np.int32)
    for given_now in ({}, None, {"rewards": strided[n:]}, {"episode": whole.pop("episode")}, whole, subs):
        batch, twins = new(short, n, out=given_now), Twins(short, n)
        for step in range(20):
            twins.check(batch)
            for name, array in (given_now or {}).items():
                assert getattr(batch, name) is array
            actions = batch.sample_actions(step)
            batch.step(actions)
            twins.step(actions)
    assert not strided[:n].any()


def not_aligned(like: npt.NDArray[Any]) -> npt.NDArray[Any]:
    memory = np.zeros(like.nbytes + 1, np.uint8)
    return memory[1:].view(like.dtype).reshape(like.shape)


def locked(like: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array = like.copy()
    array.flags.writeable = False
    return array


def test_each_fault_of_out_has_its_error(plain: Case) -> None:
    n = 4
    arrays = right(plain, n)
    names = ", ".join(ARRAYS)
    batch: Any = partial(new, plain, n)
    no_dicts: list[Any] = [[], 5, "rewards", np.zeros(3), tuple(arrays)]
    for thing in no_dicts:
        refuses(TypeError, f"out must be a dict of arrays, not {shown_type(thing)}", batch, out=thing)
    for unknown, shown in (
        ("reward", '"reward"'),
        ("", '""'),
        ("legal_ids", '"legal_ids"'),
        ("\u00e9" * 50, '"' + "?" * 40 + '..."'),
        (5, "of type int"),
        (None, "of type NoneType"),
        (b"rewards", "of type bytes"),
    ):
        message = f"out has no array {shown}: the arrays are {names}"
        refuses(InvalidArgumentError, message, batch, out={**arrays, unknown: 3})
    for name, array in arrays.items():
        called, kind, shape = f'out["{name}"]', array.dtype, array.shape
        other = np.float32 if kind == np.int64 else np.int64
        swapped = kind.newbyteorder(">")
        faults: list[tuple[type[Exception], str, Any]] = [
            (TypeError, f"{called} must be a numpy array, not list", array.tolist()),
            (TypeError, f"{called} must be a numpy array, not NoneType", None),
            (InvalidArgumentError, f"{called} is of type {np.dtype(other)}: expected {kind}", array.astype(other)),
            (
                InvalidArgumentError,
                f"{called} has the shape {(shape[0] - 1, *shape[1:])}: expected {shape}",
                array[1:].copy(),
            ),
            (InvalidArgumentError, f"{called} has the shape {(*shape, 1)}: expected {shape}", array[..., None]),
            (InvalidArgumentError, f"{called} has the shape (): expected {shape}", np.array(0, kind)),
            (InvalidArgumentError, f"{called} is not C-contiguous", np.repeat(array, 2, axis=0)[::2]),
            (InvalidArgumentError, f"{called} is not writable", locked(array)),
        ]
        if kind.itemsize > 1:
            faults.append(
                (InvalidArgumentError, f"{called} is of type {swapped}: expected {kind}", array.astype(swapped))
            )
            faults.append((InvalidArgumentError, f"{called} is not aligned", not_aligned(array)))
        if kind == np.bool_:
            faults.append((InvalidArgumentError, f"{called} is of type uint8: expected bool", array.view(np.uint8)))
        for error, message, wrong in faults:
            refuses(error, message, batch, out={name: wrong})
            refuses(error, message, batch, out={**arrays, name: wrong})
            assert all((each == 99).all() or each.dtype == np.bool_ for each in arrays.values())


def test_the_first_fault_of_out_counts(plain: Case) -> None:
    """Each step puts right what the error before had named."""
    n = 4
    batch: Any = lambda out: new(plain, n, out=out)  # noqa: E731
    arrays = right(plain, n)
    rewards, players = arrays["rewards"], plain.rules.players
    out: dict[Any, Any] = {"legal_offsets": 5, "rewards": [], "observation": 1, "current_player": 3.0}
    steps: list[tuple[type[Exception], str, dict[Any, Any]]] = [
        (InvalidArgumentError, f'out has no array "observation": the arrays are {", ".join(ARRAYS)}', {}),
        (TypeError, 'out["current_player"] must be a numpy array, not float', {}),
        (TypeError, 'out["rewards"] must be a numpy array, not list', {"current_player": arrays["current_player"]}),
        (
            InvalidArgumentError,
            'out["rewards"] is of type >i4: expected int32',
            {"rewards": locked_in_place(np.zeros((players + 1, n), ">i4").T)},
        ),
        (
            InvalidArgumentError,
            f'out["rewards"] has the shape ({n}, {players + 1}): expected ({n}, {players})',
            {"rewards": locked_in_place(np.zeros((players + 1, n), "i4").T)},
        ),
        (
            InvalidArgumentError,
            'out["rewards"] is not C-contiguous',
            {"rewards": locked_in_place(not_aligned(np.zeros((2 * n, players), "i4"))[::2])},
        ),
        (InvalidArgumentError, 'out["rewards"] is not aligned', {"rewards": locked_in_place(not_aligned(rewards))}),
        (InvalidArgumentError, 'out["rewards"] is not writable', {"rewards": locked(rewards)}),
        (
            TypeError,
            'out["legal_offsets"] must be a numpy array, not int',
            {"rewards": rewards, "terminated": arrays["current_player"].view(np.bool_)},
        ),
        (
            InvalidArgumentError,
            'out["current_player"] and out["terminated"] overlap',
            {"legal_offsets": arrays["legal_offsets"]},
        ),
    ]
    for error, message, change in steps:
        out.update(change)
        refuses(error, message, batch, out)
        out.pop("observation", None)
    out["terminated"] = arrays["terminated"]
    assert batch(out).rewards is rewards


def locked_in_place(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array


def test_arrays_of_out_may_not_overlap(plain: Case) -> None:
    n = 8
    memory = np.zeros(4 * n, np.int64)
    touching = {"episode": memory[:n], "legal_offsets": memory[n : 2 * n + 1]}
    batch = new(plain, n, out=touching)
    assert batch.legal_offsets.base is memory
    for shift in (1, n - 1):
        wrong = {"legal_offsets": memory[shift : shift + n + 1], "episode": memory[:n]}
        message = 'out["episode"] and out["legal_offsets"] overlap'
        refuses(InvalidArgumentError, message, lambda out: new(plain, n, out=out), wrong)
    small = memory.view(np.int8)[:n]
    wrong = {"terminated": small.view(np.bool_), "current_player": small, "episode": memory[:n]}
    message = 'out["current_player"] and out["terminated"] overlap'
    refuses(InvalidArgumentError, message, lambda out: new(plain, n, out=out), wrong)


# Both backends


def test_both_backends_play_the_same_batches() -> None:
    cases = [(game, fields) for game, each in GAMES.items() for fields in each]
    rules: dict[tuple[str, int], Any] = {}

    def rules_of(backend: str, place: int) -> Any:
        if (backend, place) not in rules:  # dear to make
            game, fields = cases[place]
            rules[backend, place] = module_of(game, backend).Rules.from_dict(fields)
        return rules[backend, place]

    @settings(max_examples=60, deadline=None)
    @given(
        st.integers(0, len(cases) - 1),
        st.integers(1, 5),
        st.integers(1, 5),
        st.integers(0, 2**256 - 1),
        st.lists(st.integers(0, 2**64), max_size=25),
        st.booleans(),
    )
    def agree(place: int, n: int, threads: int, seed: int, seeds: list[int], reset: bool) -> None:
        game, _ = cases[place]
        rust, reference = (
            module_of(game, backend).Batch(rules_of(backend, place), n, seed, threads=threads) for backend in BACKENDS
        )
        for number, each in enumerate(seeds):
            actions = rust.sample_actions(each)
            assert actions.tolist() == reference.sample_actions(each).tolist()
            if number % 6 == 0:
                same(taken(rust), taken(reference))
            rust.step(actions)
            reference.step(actions)
        same(taken(rust), taken(reference))
        assert np.array_equal(rust.legal_mask(), reference.legal_mask())
        assert rust.state(n - 1).to_bytes() == reference.state(n - 1).to_bytes()
        assert rust.view(0).to_bytes() == reference.view(0).to_bytes()
        if reset:
            rust.reset()
            reference.reset()
            same(taken(rust), taken(reference))

    agree()


def test_refusals_are_the_same_on_both_backends() -> None:
    for game, fields in SHORT:
        batches = [
            module_of(game, backend).Batch(module_of(game, backend).Rules(**fields), 3, 5) for backend in BACKENDS
        ]
        chance, refused = random.Random(9), 0
        count = batches[0].rules.num_actions
        for step in range(12):
            for _ in range(4):
                actions = [chance.randrange(-1, count + 1) for _ in range(3)]
                said = [answer(batch, actions) for batch in batches]
                assert said[0] == said[1]
                refused += said[0] is not None
            for batch in batches:
                batch.step(batch.sample_actions(step))
        same(taken(batches[0]), taken(batches[1]))
        assert refused


def answer(batch: Any, actions: list[int]) -> object:
    """The error with which a step is refused, None where it is not."""
    try:
        batch.step(actions)
    except OxidealError as error:
        return type(error), str(error), getattr(error, "rule", None)
    return None


KEPT: list[tuple[str, Callable[[Any], None]]] = [
    ("observations", lambda array: array.setflags(write=False)),
    ("rewards", lambda array: setattr(array, "dtype", np.uint32)),
    ("terminated", lambda array: setattr(array, "dtype", np.uint8)),
    ("rewards", lambda array: setattr(array, "shape", (-1,))),
    ("observations", lambda array: setattr(array, "strides", (0, 1))),
    ("episode", lambda array: setattr(array, "dtype", np.int32)),
    ("legal_offsets", lambda array: array.setflags(write=False)),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # newer versions of numpy advise against such changes
@pytest.mark.parametrize(("name", "change"), KEPT)
def test_arrays_that_have_been_changed_are_not_written_to(
    plain: Case, name: str, change: Callable[[Any], None]
) -> None:
    batch = new(plain, 4)
    before = batch.state(0)
    actions = batch.sample_actions(0)
    change(getattr(batch, name))
    told = f"the array {name} is not what it was: it must keep its type and shape, stay writable, and be written to by "
    for act in (partial(batch.step, actions), batch.reset):
        with pytest.raises(InvalidArgumentError, match=f"^{told}one step at a time$"):
            act()
    assert batch.state(0) == before


def all_masked(shape: tuple[int, ...], dtype: type[np.generic]) -> Any:
    masked: Any = np.ma.array(np.zeros(shape, dtype), mask=True, hard_mask=True)
    return masked


def test_masks_and_subclasses_of_the_callers_are_written_to(plain: Case) -> None:
    batch, other = new(plain, 4), new(plain, 4)
    masked = all_masked((4, plain.rules.num_actions), np.bool_)
    assert batch.legal_mask(masked) is masked
    assert np.array_equal(masked.data, other.legal_mask())
    rewards = all_masked((4, plain.rules.players), np.int32)
    rewards.data[:] = 77
    plain.module.Batch(plain.rules, 4, SEED, out={"rewards": rewards})
    assert not rewards.data.any()


class Owned(np.ndarray[tuple[int, ...], np.dtype[np.uint8]]):
    """An array that knows whose it is."""

    owner: Any


def test_a_batch_that_its_arrays_know_is_collected(plain: Case) -> None:
    shape = (2, plain.rules.observation_spec().size)
    array = np.zeros(shape, np.uint8).view(Owned)
    array.owner = plain.module.Batch(plain.rules, 2, SEED, out={"observations": array})
    watch = weakref.ref(array)
    del array
    gc.collect()
    assert watch() is None


def test_a_changed_room_is_not_used(plain: Case) -> None:
    """What `legal_ids` is a part of is the batch's own, but within reach."""
    batch, other = new(plain, 4), new(plain, 4)
    for step in range(6):
        if batch.legal_ids.base is not None:
            batch.legal_ids.base.shape = (1, -1)
        for each in (batch, other):
            each.step(each.sample_actions(step))
        same(taken(batch), taken(other))
