"""Deals and redeals follow the published order of draws."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from helpers.brute import doudizhu as brute
from helpers.doudizhu import FOUR, PLAIN, dealt, rules_from, rules_of
from oxideal.random import Stream


@pytest.mark.parametrize("players", [3, 4])
def test_deals(dd: Any, backend: str, players: int) -> None:
    """DD-01, DD-03, DD-04, DD-05, DD-06."""
    rules = rules_of(backend, PLAIN if players == 3 else FOUR)
    in_kitty = 0
    dealers = Counter()  # type: ignore[var-annotated]
    for seed in range(150):
        for dealer in (None, seed % players):
            state = dd.State(rules, seed=seed, stream=5, dealer=dealer)
            expected = dealt(Stream(seed, 5), players, dealer)
            assert {name: getattr(state, name) for name in expected} == expected
            assert state.current_player == expected["first_bidder"]
            assert (state.phase, state.bids, state.landlord) == ("auction", (), None)
            in_kitty += state.face_up_seat is None
        dealers[dd.State(rules, seed=seed, stream=5).dealer] += 1
    assert in_kitty > 5
    assert min(dealers[seat] for seat in range(players)) > 20


def test_deal_without_auction(dd: Any, backend: str) -> None:
    """The player who would bid first is the landlord, at a bid of 1."""
    rules = rules_from(backend, {"rules": {"auction": False}})
    for seed in range(40):
        state, expected = dd.State(rules, seed=seed), dealt(Stream(seed, 0), 3, None)
        landlord = expected["first_bidder"]
        assert (state.landlord, state.bid, state.bids, state.phase) == (landlord, 1, (), "play")
        assert state.current_player == landlord
        hands = list(expected["hands"])
        hands[landlord] = "".join(sorted(hands[landlord] + expected["kitty"], key=brute.RANKS.index))
        assert state.hands == tuple(hands)
        assert (state.kitty, state.dealer) == (expected["kitty"], expected["dealer"])


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [None, 1])
def test_redeals_follow_the_published_order(dd: Any, backend: str, players: int, dealer: int | None) -> None:
    """DD-09: when everybody passes, the same dealer deals again from the same stream, as often as needed."""
    rules = rules_of(backend, PLAIN if players == 3 else FOUR)
    for seed in range(10):
        stream = Stream(seed, 9)
        state = dd.State(rules, seed=seed, stream=9, dealer=dealer)
        expected = dealt(stream, players, dealer)
        events: list[list[str]] = [[f"dealer {expected['dealer']}"] for _ in range(players)]
        for _ in range(4):
            assert {name: getattr(state, name) for name in expected} == expected
            assert (state.bids, state.bid, state.landlord, state.phase) == ((), None, None, "auction")
            assert state.current_player == expected["first_bidder"]
            where = "in kitty" if expected["face_up_seat"] is None else f"by {expected['face_up_seat']}"
            for seat in range(players):
                events[seat] += [f"face-up {expected['face_up']} {where}", f"hand {expected['hands'][seat]}"]
                assert state.events(seat) == events[seat]
                assert dd.View.from_events(rules, seat, events[seat]) == state.view(seat)
            for number in range(players):
                assert state.bids == (0,) * number
                passing = state.current_player
                state.push(0)
                for seat in range(players):
                    events[seat].append(f"{passing} pass")
            expected = dealt(stream, players, expected["dealer"])
        assert state.history == (0,) * 4 * players
        assert state == dd.State.from_bytes(state.to_bytes())
        for _ in range(4 * players):
            state.pop()
        assert state == dd.State(rules, seed=seed, stream=9, dealer=dealer)
