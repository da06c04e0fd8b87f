"""Batches compared with separate states played alongside."""

from __future__ import annotations

import gc
import random
import sys
import weakref
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from helpers import effort
from helpers.batches import ARRAYS, Twins, drawn, mask_of, new, same, taken
from helpers.cases import Case
from oxideal.errors import InvalidStateError

if TYPE_CHECKING:
    from helpers.cases import Case

# Against separate states


def test_batch_matches_separate_states(case: Case) -> None:
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


def test_finished_rounds_are_redealt_in_the_same_step(short: Case) -> None:
    n, chance, ended = 4, random.Random(2), 0
    batch, twins = new(short, n), Twins(short, n)
    steps = 0
    while min(twins.episode) < (3 if effort.level else 1):
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


def test_batch_attributes(plain: Case) -> None:
    for n, threads in ((1, 1), (4, 2), (np.int64(7), np.uint8(3))):
        batch = plain.module.Batch(plain.rules, n, 2**256 - 1, threads=threads)
        assert (batch.n, len(batch), batch.seed, batch.threads) == (n, n, 2**256 - 1, threads)
        assert [type(each) for each in (batch.n, batch.seed, batch.threads)] == [int, int, int]
        assert batch.rules == plain.rules
    one, other = plain.module.Batch(plain.rules, 2), plain.module.Batch(plain.rules, 2, None)
    assert one.seed != other.seed  # without a seed
    again = plain.module.Batch(plain.rules, 2, one.seed.to_bytes(32, "little"))
    same(taken(one), taken(again))
    assert again.seed == one.seed
    assert plain.module.Batch(plain.rules, 2, seed=3).threads == 1


# The arrays


def test_arrays_are_never_replaced(short: Case) -> None:
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


def test_legal_ids_share_one_array(plain: Case) -> None:
    """The array is replaced by a larger one only when it is full; the old one stays readable."""
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


def test_writing_to_the_arrays_does_not_change_the_games(short: Case) -> None:
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


def test_results_do_not_depend_on_thread_count(plain: Case) -> None:
    sizes = (
        ((1, 40), (2, 40), (63, 30), (3000 if effort.level else 700, 25))
        if plain.backend == "rust"
        else ((1, 20), (5, 12))
    )
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


def test_batch_cannot_be_used_during_its_step(plain: Case) -> None:
    """A collector's callback that waited for the end of the step would deadlock."""
    batch = new(plain, 3)
    errors: list[str] = []

    def ask(_phase: str, _info: object) -> None:
        try:
            batch.sample_actions(1)
        except InvalidStateError as error:
            errors.append(str(error))

    threshold = gc.get_threshold()
    gc.callbacks.append(ask)
    gc.set_threshold(1)
    try:
        actions = batch.sample_actions(0)
        kept = slice(0)  # the interpreter keeps one for reuse: without it the step allocates one
        batch.step(actions)
    finally:
        gc.callbacks.remove(ask)
        gc.set_threshold(*threshold)
    del kept
    # From Python 3.12 on the collector runs between bytecodes only, and there are none in a step of the Rust engine.
    collects = plain.backend == "reference" or sys.version_info < (3, 12)
    expected = "this batch is in the middle of a step: use it when the step is done"
    assert set(errors) == ({expected} if collects else set())
    batch.step(batch.sample_actions(1))


def test_batch_is_free_when_its_old_arrays_go(plain: Case) -> None:
    batch = new(plain, 3)
    counts: list[int] = []
    weakref.finalize(batch.legal_ids, lambda: counts.append(len(batch.sample_actions(1))))
    batch.step(batch.sample_actions(0))
    assert counts == [3]


def test_two_batches_whose_finalizers_use_each_other_do_not_wait_for_ever(plain: Case) -> None:
    batches = [new(plain, 3), new(plain, 3)]

    def look_at(batch: Any) -> None:
        with suppress(InvalidStateError):  # it is in the middle of a step, and so is this thread
            batch.legal_mask()

    def play(mine: Any, other: Any) -> None:
        for seed in range(300 if plain.backend == "rust" else 20):
            weakref.finalize(mine.legal_ids, look_at, other)
            mine.step(mine.sample_actions(seed))

    threads = [Thread(target=play, args=pair, daemon=True) for pair in (batches, batches[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


class Asks:
    """Actions that read the batch while they are converted."""

    def __init__(self, batch: Any) -> None:
        self.batch = batch

    def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[np.int32]:
        taken: npt.NDArray[np.int32] = self.batch.sample_actions(0)
        return taken


def test_action_conversion_may_read_the_batch(plain: Case) -> None:
    batch, other = new(plain, 3), new(plain, 3)
    batch.step(Asks(batch))
    other.step(other.sample_actions(0))
    same(taken(batch), taken(other))
