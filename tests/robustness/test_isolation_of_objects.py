"""No object, error or cache leads from a view to a state."""

from __future__ import annotations

import gc
import random
import traceback
from collections.abc import Callable
from functools import _lru_cache_wrapper
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.cases import CASES, Case
from helpers.isolation import (
    HIDDEN,
    ROUNDS,
    RUST,
    differences,
    everything,
    hidden_among,
    hidden_cards,
    midway,
    reachable,
)
from oxideal.errors import OxidealError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.cases import Case


def test_no_object_leads_to_a_state(case: Case) -> None:
    state = midway(case)
    view = state.view(state.current_player)
    asked = [view.legal_moves(), view.observation(), view.rules, view.recent, view.__reduce__()[1]]
    assert hidden_among(case, view, *asked) == []
    assert hidden_among(case, [lambda: state]) != []


def test_no_error_of_a_view_leads_to_a_state(case: Case) -> None:
    """The reference's errors hold the frames that raised them."""
    state = midway(case)
    view = state.view(state.current_player)
    wrong: list[Callable[[], Any]] = [
        lambda: view.parse("nothing"),
        lambda: view.is_legal(7.5),
        lambda: view.from_text("x"),
        lambda: view.from_bytes(b"x"),
        lambda: view.from_events(view.rules, 0, ["x"]),
        lambda: view.from_events(view.rules, 0, []),
        lambda: setattr(view, "seat", 1),
        lambda: view.hidden,
        lambda: type(view)(),
    ]
    for call in wrong:
        with pytest.raises((OxidealError, TypeError, AttributeError)) as caught:
            call()
        frames = [frame for frame, _ in traceback.walk_tb(caught.value.__traceback__)]
        inside = [frame for frame in frames if frame.f_globals is not globals()]
        held = [value for frame in inside for value in frame.f_locals.values()]
        assert hidden_among(case, held, caught.value.args, caught.value.__context__) == []


def test_caches_hold_no_rounds() -> None:
    """Anybody can read what functions cache between calls."""
    cases = {case.game: case for case in reversed(CASES) if case.backend == "reference"}.values()
    for case in cases:
        state = midway(case)
        everything(state.view(state.current_player))
    gc.unfreeze()  # conftest.py hides from the collector what was there before the tests
    caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
    ours = [cache for cache in caches if str(cache.__module__).startswith("oxideal.")]
    assert len(ours) > 3
    held = list(reachable(*ours))
    assert not [each for each in held if isinstance(each, (*HIDDEN, *(vars(case.module)["State"] for case in cases)))]


LAGS = range(-3, 4)


def hidden_in(state: Any, seat: int) -> list[str]:
    """Return the cards that this seat cannot see, in the order of the state's text."""
    text = state.to_text()
    return [text[start:end] for start, end in hidden_cards(text, seat)]


def alike(deal: list[str], guess: list[str]) -> list[Any]:
    """Return how many cards are at the same place, and how well the order agrees, also with places
    shifted by a few.
    """
    numbers = {card: number for number, card in enumerate(sorted(set(deal)))}
    one, two = (np.array([numbers[card] for card in cards]) - (len(numbers) - 1) / 2 for cards in (deal, guess))
    n = len(one)
    products = [one[max(0, lag) : n + min(0, lag)] @ two[max(0, -lag) : n + min(0, -lag)] for lag in LAGS]
    return [np.count_nonzero(one == two), *products]


def nearness(case: Case, deals: int, guess: Callable[[int, int], tuple[int, int]]) -> float:
    """Return by how many standard errors, at most, guesses from this seed and stream differ from
    those of others.
    """
    chance = random.Random(1)
    found = []
    for seed in range(deals):
        stream = chance.randrange(3)
        state = case.module.State(case.rules, seed=seed, stream=stream)
        deal, view = hidden_in(state, 0), state.view(0)
        near, far = (hidden_in(view.sample(*each), 0) for each in (guess(seed, stream), (seed + 2**40, stream)))
        found.append(np.subtract(alike(deal, near), alike(deal, far)))
    return float(np.max(np.abs(np.mean(found, axis=0)) / (np.std(found, axis=0) / sqrt(deals) + 1e-9)))


@pytest.mark.parametrize("case", RUST, ids=str)
def test_seed_of_the_deal_is_no_help_in_guessing(case: Case) -> None:
    """A bot may by chance have been given the game's seed, as people choose small numbers."""
    for guess in (lambda seed, stream: (seed, stream), lambda seed, stream: (seed, stream + 1)):
        assert nearness(case, 100 * ROUNDS, guess) < 5


def test_views_do_not_depend_on_seed_and_stream(case: Case) -> None:
    """The same cards with another chance ahead."""
    state = midway(case)
    seat = state.current_player
    found = [
        everything(case.module.State.from_text(state.to_text(), seed=seed, stream=stream).view(seat))
        for seed, stream in ((0, 0), (state.seed, state.stream), (2**256 - 1, 2**96 - 1))
    ]
    assert differences(found[0], found[1]) == differences(found[0], found[2]) == []
