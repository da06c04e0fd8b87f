"""Batches compared with separate states played alongside."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import effort
from helpers.batches import ARRAYS, SHORT, Twins, drawn, mask_of, new, same, taken
from helpers.cases import BACKENDS, Case, module_of
from oxideal.differential import GAMES
from oxideal.errors import OxidealError

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


# Both backends


def test_backends_agree_on_batches() -> None:
    cases = [(game, fields) for game, each in GAMES.items() for fields in each]
    rules: dict[tuple[str, int], Any] = {}

    def rules_of(backend: str, place: int) -> Any:
        if (backend, place) not in rules:  # expensive to make
            game, fields = cases[place]
            rules[backend, place] = module_of(game, backend).Rules.from_dict(fields)
        return rules[backend, place]

    @settings(max_examples=60)
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


def test_backends_refuse_alike() -> None:
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
    """Return the error with which a step is refused, or None."""
    try:
        batch.step(actions)
    except OxidealError as error:
        return type(error), str(error), getattr(error, "rule", None)
    return None
