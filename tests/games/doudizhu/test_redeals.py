"""The most redeals of a round (DD-09)."""

from __future__ import annotations

from typing import Any

import pytest

LIMITS: list[dict[str, Any]] = [{}, {"max_redeals": 1}, {"max_redeals": 255}, {"players": 4, "max_redeals": 2}]


def passed(state: Any, deals: int) -> Any:
    """Let everybody pass in this many deals, and return the state."""
    for _ in range(deals * state.rules.players):
        state.push(0)
    return state


@pytest.mark.parametrize("fields", LIMITS)
def test_round_is_void_after_the_last_redeal(dd: Any, fields: dict[str, Any]) -> None:
    rules = dd.Rules(**fields)
    state = passed(dd.State(rules, seed=7), rules.max_redeals)
    assert (state.redeals, state.phase, state.bids, state.is_over) == (rules.max_redeals, "auction", (), False)
    dealer, hands = state.dealer, state.hands
    for _ in range(rules.players):
        assert state.view(0).redeals == rules.max_redeals
        state.push(0)
    assert state.is_over
    assert (state.dealer, state.hands) == (dealer, hands)
    assert (state.payoffs, state.scores) == ((0,) * rules.players,) * 2
    assert (state.phase, state.current_player, state.landlord, state.redeals) == ("over", None, None, rules.max_redeals)
    assert dd.State.from_text(state.to_text()) == state
    for seat in range(rules.players):
        assert dd.View.from_events(rules, seat, state.events(seat)) == state.view(seat)
    state.pop()
    assert not state.is_over


def test_bid_after_the_last_redeal_is_played(dd: Any) -> None:
    state = passed(dd.State(dd.Rules(max_redeals=1), seed=7), 1)
    for move in ("pass", "pass", "bid 1", "pass", "pass"):
        state.push(state.parse(move))
    assert (state.phase, state.redeals) == ("play", 1)
    while not state.is_over:
        state.push(state.legal_actions()[-1])
    assert state.redeals == 1
    assert any(state.payoffs)


def test_count_of_redeals_is_part_of_a_state(dd: Any) -> None:
    """Two auctions with the same cards and chance differ if only one of them is the last."""
    state = passed(dd.State(dd.Rules(max_redeals=2), seed=7), 1)
    text = state.to_text()
    assert "; redeals 1; " in text
    last = dd.State.from_text(text.replace("redeals 1", "redeals 2"), seed=5)
    other = dd.State.from_text(text, seed=5)
    assert last != other
    assert (passed(last, 1).is_over, passed(other, 1).is_over) == (True, False)
    view = state.view(0)
    sample = view.sample(1)
    assert (sample.redeals, sample.view(0)) == (1, view)
    assert dd.View.from_bytes(view.to_bytes()).redeals == dd.View.from_text(view.to_text()).redeals == 1
    assert dd.State.from_bytes(state.to_bytes()).redeals == state.copy().redeals == 1


def test_without_a_limit_redeals_are_not_counted(dd: Any) -> None:
    state = passed(dd.State(dd.Rules(max_redeals=None), seed=7), 300)
    assert (state.is_over, state.redeals, state.bids) == (False, 0, ())
    assert "redeals" not in state.to_text().split(";", 1)[1]


def test_chance_is_not_ahead_after_the_last_redeal(dd: Any) -> None:
    """Whatever their seeds, states are equal if nothing can be dealt again."""
    text = passed(dd.State(dd.Rules(max_redeals=1), seed=7), 1).to_text()
    assert dd.State.from_text(text, seed=1) == dd.State.from_text(text, seed=2)
    before = text.replace("redeals 1; ", "")
    assert dd.State.from_text(before, seed=1) != dd.State.from_text(before, seed=2)


def test_void_round_of_a_match_passes_the_deal_on(dd: Any) -> None:
    """DD-04: a void round counts, and the next has another dealer."""
    match = dd.Match(dd.Rules(max_redeals=3), seed=7, rounds=2, dealer=0)
    passed(match.state, 4)
    assert [result.payoffs for result in match.results] == [(0, 0, 0)]
    state = match.next_round()
    assert (state.dealer, state.redeals) == (2, 0)
    passed(state, 4)
    assert (match.is_over, match.totals, match.winners) == (True, (0, 0, 0), (0, 1, 2))


def test_round_in_which_all_pass_is_void(dd: Any) -> None:
    """DD-09."""
    for rules, passes in ((dd.Rules(all_pass="void"), 3), (dd.Rules(max_redeals=1, players=4), 8)):
        state = dd.State(rules, seed=7)
        for _ in range(passes):
            assert state.is_void is state.view(0).is_void is False
            state.push("pass")
        assert state.is_void is True
        assert all(state.view(seat).is_void is True for seat in range(rules.players))
        assert state.payoffs == (0,) * rules.players
        state.pop()
        assert state.is_void is False
    won = finished(dd)
    assert (won.is_void, won.view(0).is_void) == (False, False)


def finished(dd: Any) -> Any:
    state = dd.State(seed=7)
    while not state.is_over:
        state.push(state.legal_actions()[-1])
    return state
