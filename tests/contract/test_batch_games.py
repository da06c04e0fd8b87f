"""States and views of single games of a batch."""

from __future__ import annotations

import copy
import pickle
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.batches import Twins, new, same, taken

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
