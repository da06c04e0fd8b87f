"""Deals and reshuffles follow the published order of draws."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from helpers.brute import rummy as brute
from helpers.rummy import LARGE, SMALL, assert_matches_model, rules_of
from oxideal.random import Stream

# The deal (RM-02)


@pytest.mark.parametrize("fields", [*LARGE, *SMALL], ids=str)
def test_deals(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """The dealer is drawn unless given, then the deck is shuffled: hands from the player after the
    dealer, upcard, stock.
    """
    rules = rules_of(backend, fields)
    options = brute.Options.of(fields)
    begins = Counter()  # type: ignore[var-annotated]
    for seed in range(20):
        for dealer in (None, seed % rules.players):
            state = rummy.State(rules, seed=seed, stream=5, dealer=dealer)
            table = brute.dealt(options, Stream(seed, 5), dealer)
            assert_matches_model(state, table)
            assert dealer is None or state.turn == (dealer + 1) % rules.players
        begins[rummy.State(rules, seed=seed, stream=5).turn] += 1
    assert len(begins) > 1


# The reshuffle (RM-07)


def test_reshuffles_continue_the_stream_of_the_deal(rummy: Any, backend: str) -> None:
    """The order of every new stock, in dealt hands and in positions with their own seed."""
    fields = {"players": 4, "hand_size": 12}
    reshuffles = 0
    for seed, stream in ((3, 0), (2**256 - 1, 2**96 - 1)):
        rules = rules_of(backend, fields)
        state = rummy.State(rules, seed=seed, stream=stream, dealer=1)
        chance = Stream(seed, stream)
        table = brute.dealt(brute.Options.of(fields), chance, 1)
        for _ in range(120):
            move = "draw" if not table.drew and "draw" in table.legal() else table.legal()[-1]
            table.push(move)
            state.push(state.parse(move))
            assert state.stock == brute.text_of(table.stock)
        reshuffles += table.shuffles
        text = table.to_text()
        hand = rummy.State.from_text(text, seed=seed, stream=stream)
        fresh = brute.from_text(text, Stream(seed, stream))
        while fresh.shuffles < 20 and not fresh.is_over and fresh.turns < 100:
            move = "draw" if not fresh.drew and "draw" in fresh.legal() else fresh.legal()[-1]
            fresh.push(move)
            hand.push(hand.parse(move))
            assert hand.stock == brute.text_of(fresh.stock)
    assert reshuffles > 20


def test_dealer_stays_the_same_in_a_round(rummy: Any) -> None:
    """RM-02: also in views, and at an end by going out or by the turn limit."""
    ends = set()
    for seed in range(6):
        rules = rummy.Rules(players=2 + seed % 3, turn_limit=9 if seed % 2 else 1000)
        state = rummy.State(rules, seed=seed, dealer=seed % rules.players)
        chance = random.Random(seed)
        while True:
            assert state.dealer == seed % rules.players
            assert {state.view(seat).dealer for seat in range(rules.players)} == {state.dealer}
            if state.is_over:
                break
            state.push(chance.choice(state.legal_actions()))
        ends.add(state.went_out is None)
    assert ends == {True, False}
