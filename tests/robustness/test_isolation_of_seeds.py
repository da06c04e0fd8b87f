"""The seed of a deal does not help to guess hidden cards."""

from __future__ import annotations

import random
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.isolation import ROUNDS, RUST, differences, everything, hidden_cards, midway
from oxideal._registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.cases import Case

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


DEALS = {"doudizhu": 2500}
"""Where hands are sets of equal cards, they reveal less of the deal's order."""


@pytest.mark.parametrize("game", GAMES)
def test_guesses_from_the_words_of_the_deal_are_detected(game: str) -> None:
    """`sample` does not draw from the given stream but from one derived from it; here we choose one
    that maps to the deal's.
    """
    case, deals = next(case for case in RUST if case.game == game), DEALS.get(game, 300)
    assert nearness(case, deals, lambda seed, stream: (seed, stream ^ 16 << 91)) > 5
    assert nearness(case, deals, lambda seed, stream: (seed, stream)) < 5


def test_views_do_not_depend_on_seed_and_stream(case: Case) -> None:
    """The same cards with another chance ahead."""
    state = midway(case)
    seat = state.current_player
    found = [
        everything(case.module.State.from_text(state.to_text(), seed=seed, stream=stream).view(seat))
        for seed, stream in ((0, 0), (state.seed, state.stream), (2**256 - 1, 2**96 - 1))
    ]
    assert differences(found[0], found[1]) == differences(found[0], found[2]) == []
