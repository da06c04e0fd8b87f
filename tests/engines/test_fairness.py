"""Chi-square tests of shuffles and deals on both engines, and tests that no two of them are equal.

All seeds are fixed, so the results never change. `--effort 20` tests 400,000 shuffles and 200,000 deals of each kind.
"""

from __future__ import annotations

import importlib
import itertools
import secrets
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest

from helpers import shuffles
from helpers.cases import BACKENDS, module_of
from helpers.deals import DEALT, deals, likelihoods
from helpers.effort import times
from oxideal.differential import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helpers.shuffles import Orders
    from oxideal.interface import RandomStream

UNLIKELY = 1e-6
"""Some hundred statistics are tested, so fair chance passes; faults give less than PROOF."""

PROOF = 1e-12

SMALL = 64
"""Wrong shuffles draw numbers below this; with 2**32 they would be nearly right."""

STREAMS = {"rust": "oxideal.random", "reference": "oxideal.reference.random"}
COUNTS = {"rust": times(20_000, quick=5_000), "reference": times(1_000, quick=500)}
"""The reference is four hundred times as slow. Another test checks that it gives the same words."""


def fair(likelihoods: dict[str, float]) -> None:
    """Check that all likelihoods are plausible: too even is as suspicious as too uneven."""
    assert likelihoods
    assert {name: each for name, each in likelihoods.items() if not UNLIKELY < each < 1 - UNLIKELY} == {}


def stream_of(backend: str, seed: Any, stream: int = 0) -> RandomStream:
    made: RandomStream = importlib.import_module(STREAMS[backend]).Stream(seed, stream)
    return made


def shuffled(backend: str, cards: int, each: Iterator[tuple[int, int]]) -> Orders:
    return np.array([stream_of(backend, seed, stream).shuffled(cards) for seed, stream in each])


def states(game: str, backend: str, fields: dict[str, Any], count: int, **given: Any) -> list[Any]:
    module = module_of(game, backend)
    rules = module.Rules.from_dict(fields)
    return [module.State(rules, **{"seed": 1, "stream": stream, **given}) for stream in range(count)]


# Tests of the tests


def fisher_yates(chance: np.random.Generator, count: int, cards: int) -> Orders:
    return swapped(count, cards, [(i, chance.integers(0, i + 1, count)) for i in range(cards - 1, 0, -1)])


def swapped(count: int, cards: int, swaps: list[tuple[int, npt.NDArray[np.int64]]]) -> Orders:
    orders, rows = np.tile(np.arange(cards), (count, 1)), np.arange(count)
    for place, others in swaps:
        orders[rows, place], orders[rows, others] = orders[rows, others], orders[rows, place].copy()
    return orders


def naive(chance: np.random.Generator, count: int, cards: int) -> Orders:
    """Naive shuffle: swap each place with any other."""
    return swapped(count, cards, [(i, chance.integers(0, cards, count)) for i in range(cards)])


def ends_early(chance: np.random.Generator, count: int, cards: int) -> Orders:
    """Leave out the last swap."""
    return swapped(count, cards, [(i, chance.integers(0, i + 1, count)) for i in range(cards - 1, 1, -1)])


def remainders(chance: np.random.Generator, count: int, cards: int) -> Orders:
    """Take remainders of numbers that are too small."""
    return swapped(count, cards, [(i, chance.integers(0, SMALL, count) % (i + 1)) for i in range(cards - 1, 0, -1)])


@pytest.mark.parametrize("cards", [4, 6, 40, 54])
def test_fair_shuffle_passes(cards: int) -> None:
    fair(shuffles.likelihoods(fisher_yates(np.random.default_rng(cards), 20_000, cards)))


@pytest.mark.parametrize("cards", [6, 40, 54])
@pytest.mark.parametrize("wrong", [naive, ends_early, remainders])
def test_wrong_shuffles_are_found(wrong: Callable[..., Orders], cards: int) -> None:
    count = 10_000 if cards > 6 else 100_000  # biases are smaller with few cards
    assert min(shuffles.likelihoods(wrong(np.random.default_rng(cards), count, cards)).values()) < PROOF


# Shuffles and integers


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("cards", [5, 6, 40, 54])
def test_shuffles_of_one_seed_are_fair(backend: str, cards: int) -> None:
    found = shuffles.likelihoods(shuffled(backend, cards, ((2, stream) for stream in range(COUNTS[backend]))))
    if backend == "reference":  # sufficient for these
        found = {name: each for name, each in found.items() if not name.startswith("places") or cards < 10}
    fair(found)


def test_successive_shuffles_are_independent() -> None:
    """Shuffles drawn one after the other from one stream."""
    stream = stream_of("rust", 3)
    orders = np.array([stream.shuffled(54) for _ in range(20_000)])
    fair(shuffles.likelihoods(orders))
    fair(shuffles.likelihoods(shuffles.between(orders[::2], orders[1::2])))


# Deals


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("game", "fields"), DEALT, ids=str)
def test_deals(game: str, fields: dict[str, Any], backend: str) -> None:
    count = COUNTS[backend] // 2
    dealt = deals(game, states(game, backend, fields, count))
    found = likelihoods(dealt, module_of(game, backend).Rules.from_dict(fields).players)
    if backend == "reference":
        found = {name: each for name, each in found.items() if ", places" not in name}
    fair(found)
    whole = np.sort(dealt.orders, axis=1) == np.sort(dealt.orders[0])
    assert whole.all()  # every card occurs exactly once
    assert len(np.unique(dealt.orders, axis=0)) == count  # and no two deals are equal


# No repeats


def dealing(module: Any) -> list[Callable[[Any], Any]]:
    """Return everything that deals from a seed."""
    return [
        lambda seed: module.State(seed=seed),
        lambda seed: module.Match(seed=seed),
        lambda seed: module.Batch(module.Rules(), 1, seed=seed),
    ]


def test_no_two_streams_are_equal() -> None:
    """Different seeds and streams give different words: the seed is the key and the stream the nonce."""
    seeds = [*range(100), *(2**bit for bit in range(7, 256)), *(2**256 - 1 - each for each in range(50))]
    numbers = [*range(100), *(2**bit for bit in range(7, 96)), *(2**96 - 1 - each for each in range(50))]
    found = set()
    for seed, number in itertools.product(seeds, numbers):
        stream = stream_of("rust", seed, number)
        found.add((stream.word(), stream.word(), stream.word(), stream.word()))
    assert len(found) == len(seeds) * len(numbers) == 399 * 239
    for seed, number in itertools.product(seeds[::40], numbers[::40]):
        one, other = stream_of("rust", seed, number), stream_of("reference", seed.to_bytes(32, "little"), number)
        assert [one.word() for _ in range(4)] == [other.word() for _ in range(4)]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("game", GAMES)
def test_deals_distinguish_all_seeds(game: str, backend: str) -> None:
    """Seeds and streams are never truncated."""
    module: Any = module_of(game, backend)
    rules = module.Rules()
    texts = {
        module.State(rules, seed=seed, stream=stream).to_text()
        for seed, stream in ((0, 0), (0, 1), (1, 0), (2**255, 0), (0, 2**95), (2**256 - 1, 2**96 - 1), (0, 2**64))
    }
    assert len(texts) == 7


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("game", GAMES)
def test_deals_without_seed_differ(game: str, backend: str) -> None:
    """Seeds have 256 bits of system entropy, and no bit is constant."""
    module: Any = module_of(game, backend)
    for make in dealing(module):
        seeds = [make(None).seed for _ in range(100)]
        assert len(set(seeds)) == 100
        one = none = 0
        for seed in seeds:
            one |= seed
            none |= ~seed
        assert one == none & 2**256 - 1 == 2**256 - 1
    view = module.State().view(0)
    assert view.sample() != view.sample()


def test_deal_without_entropy_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without system entropy, dealing fails rather than use a guessable seed."""

    def none_left(count: int) -> bytes:
        raise OSError(f"no {count} bytes")

    monkeypatch.setattr(secrets, "token_bytes", none_left)
    for game in GAMES:
        for make in dealing(module_of(game, "reference")):
            with pytest.raises(OSError, match="no 32 bytes"):
                make(None)
