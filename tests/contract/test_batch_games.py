"""States and views of single games of a batch, its sampled actions and masks."""

from __future__ import annotations

import copy
import pickle
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.batches import SEED, Twins, drawn, mask_of, new, same, taken
from helpers.refusal import refuses
from helpers.splitmix import SplitMix
from oxideal.errors import InvalidArgumentError

if TYPE_CHECKING:
    from helpers.cases import Case


def test_states_and_views_of_single_games(short: Case) -> None:
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
        assert type(found) is vars(short.module)["State"]
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
        continue_alike(found, state.copy(), random.Random(step), 12)
        while found.history:
            found.pop()
        assert found == state
        same(taken(batch), before)
        actions = batch.sample_actions(step)
        batch.step(actions)
        twins.step(actions)


def continue_alike(one: Any, other: Any, chance: random.Random, plies: int) -> None:
    """Check that both states continue alike, chance included."""
    for _ in range(plies):
        if one.is_over:
            break
        action = chance.choice(one.legal_actions())
        one.push(action)
        other.push(action)
        assert one == other
        assert one.recent == other.recent
        assert one.to_text() == other.to_text()


def test_batches_cannot_be_copied_or_pickled(plain: Case) -> None:
    batch = new(plain, 2)
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            way(batch)


def test_sampled_actions_use_the_playout_generator(short: Case) -> None:
    n = 9
    batch, twins = new(short, n, 11), Twins(short, n, 11)
    for step in range(12):
        before = taken(batch)
        for seed in (SEED, 2**256 - 1, step):
            found = batch.sample_actions(seed)
            assert (type(found), found.dtype, found.shape) == (np.ndarray, np.int32, (n,))
            assert found.tolist() == drawn(twins, seed)
            again = batch.sample_actions(seed=seed)
            assert again.tolist() == found.tolist()
            assert not np.shares_memory(again, found)
        for seed in (SEED, 2**256 - 1):
            by_game = [SplitMix.of_game(seed, k) for k in range(n)]
            legal = [state.legal_actions() for state in twins.states]
            expected = [each[chance.below(len(each))] for each, chance in zip(legal, by_game, strict=True)]
            assert batch.sample_actions(seed).tolist() == expected
        found = batch.sample_actions()  # without a seed
        assert all(action in state.legal_actions() for action, state in zip(found, twins.states, strict=True))
        same(taken(batch), before)
        actions = batch.sample_actions(step.to_bytes(32, "little"))
        assert actions.tolist() == batch.sample_actions(step).tolist()
        batch.step(actions)
        twins.step(actions)


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


def test_mask_argument_is_checked(plain: Case) -> None:
    n, count = 3, plain.rules.num_actions
    mask = new(plain, n).legal_mask
    right = np.zeros((n, count), np.bool_)
    refuses(TypeError, "out must be a numpy array, not list", mask, right.tolist())
    refuses(TypeError, "out must be a numpy array, not int", mask, out=5)
    refuses(InvalidArgumentError, "out must be of type bool, got uint8", mask, right.view(np.uint8))
    message = f"out must have shape ({n}, {count}), got ({n}, {count - 1})"
    refuses(InvalidArgumentError, message, mask, np.zeros((n, count - 1), np.bool_))
    refuses(InvalidArgumentError, f"out must have shape ({n}, {count}), got ({n * count},)", mask, right.reshape(-1))
    refuses(InvalidArgumentError, "out must be C-contiguous", mask, np.zeros((count, n), np.bool_).T)
    wrong = np.zeros((n, count), np.bool_)
    wrong.flags.writeable = False
    refuses(InvalidArgumentError, "out must be writable", mask, wrong)
    assert not wrong.any()
