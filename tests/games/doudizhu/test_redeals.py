"""The most redeals of a round (DD-09), and deals in batches, playouts and matches."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.batches import Twins, case_of, new
from helpers.cases import chance_ahead, rows
from helpers.doudizhu import PLAIN, dealt, rules_from, rules_of
from helpers.matches import finish
from helpers.playouts import replayed
from helpers.splitmix import SplitMix
from oxideal.random import Stream

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


def test_state_from_a_batch_redeals_like_the_batch(backend: str) -> None:
    """DD-09: after everybody passes, both deal from the same chance, also after an earlier redeal."""
    case = case_of("doudizhu", backend, {})
    batch, twins = new(case, 2), Twins(case, 2)
    for step in range(14):
        state = batch.state(1)
        assert chance_ahead(state)
        assert state == twins.states[1]
        other = twins.states[1].copy()
        for _ in range(4):
            state.push(0)
            other.push(0)
            assert state == other
            assert state.to_text() == other.to_text()
        batch.step([0, 0])
        twins.step([0, 0])
        twins.check(batch)
        assert batch.state(1).recent == ((twins.states[1].recent)[-16:])
        assert len(batch.state(1).recent) == min(step + 1, 16)


SEED = 7


def test_playouts_redeal(dd: Any) -> None:
    """DD-09: after two of three passes, one action in four is a pass that makes the playout's
    generator redeal.
    """
    rules = dd.Rules()
    state = dd.State(rules, seed=3)
    state.push(0)
    state.push(0)
    run = dd.playouts(state, 24, SEED)
    seat = state.current_player
    views = dd.playouts(state.view(seat), 24, SEED)
    redeals = 0
    for k in range(24):
        chance = SplitMix.of_game(SEED, k)
        assert (run.payoffs[k].tolist(), run.lengths[k]) == replayed(state, chance)
        sample = state.view(seat).sample(SEED, k)
        assert (views.payoffs[k].tolist(), views.lengths[k]) == replayed(sample, SplitMix.of_game(SEED, k))
        redeals += SplitMix.of_game(SEED, k).below(4) == 0
    assert redeals > 1


def test_playouts_end_at_the_last_redeal(dd: Any) -> None:
    """DD-09: a playout of an auction that may not be dealt again ends when everybody passes."""
    rules = dd.Rules(max_redeals=1)
    state = dd.State(rules, seed=3)
    for _ in range(5):
        state.push(0)
    assert state.redeals == 1
    for start in (state, state.view(state.current_player)):
        run = dd.playouts(start, 24, SEED)
        void = [k for k in range(24) if SplitMix.of_game(SEED, k).below(4) == 0]
        assert [k for k in range(24) if run.lengths[k] == 1] == void != []
        assert not run.payoffs[void].any()


def test_balances_can_be_negative(dd: Any) -> None:
    """DD-32: balances start at 0, and gains equal losses."""
    match = dd.Match(seed=7)
    assert match.totals == (0, 0, 0)
    for number in range(12):
        finish(match.next_round() if number else match.state)
        assert sum(match.totals) == 0
    assert not match.is_over
    assert min(match.totals) < 0
    assert match.totals == match.scores


@pytest.mark.parametrize(
    ("players", "first", "dealers"), [(3, 0, [0, 2, 1, 0, 2]), (3, 1, [1, 0, 2, 1, 0]), (4, 2, [2, 1, 0, 3, 2])]
)
def test_deal_passes_clockwise(dd: Any, players: int, first: int, dealers: list[int]) -> None:
    """DD-04: the deal passes from seat s to seat s - 1, a void round included."""
    match = dd.Match(dd.Rules(players=players, all_pass="void"), seed=7, rounds=5, dealer=first)
    while not match.is_over:
        state = match.next_round() if match.state.is_over else match.state
        assert state.dealer == match.dealer
        if state.dealer == dealers[1]:
            for _ in range(players):
                state.push(state.parse("pass"))
            assert state.is_over
        finish(state)
    assert [each.dealer for each in match.results] == dealers


def test_chance_ahead_ends_with_the_first_bid(dd: Any, backend: str) -> None:
    """DD-09: a redeal uses the seed given with a text or deal, which stops counting once there is a bid."""
    rules = rules_of(backend, PLAIN)
    deal = rows("doudizhu", "rounds.json")[0]["deal"]
    base = dd.State.from_deal(rules, **deal, seed=0)
    text = base.to_text()
    assert base == dd.State.from_text(text, seed=0) == dd.State.from_text(text, seed=0, stream=0)
    for seed, stream in ((5, 0), (0, 3), (2**255, 2**90)):
        state = dd.State.from_deal(rules, **deal, dealer=2, seed=seed, stream=stream)
        same = dd.State.from_text(state.to_text(), seed=seed, stream=stream)
        assert state == same
        assert hash(state) == hash(same)
        assert state != dd.State.from_text(state.to_text())
        assert state.view(0) == dd.State.from_text(state.to_text()).view(0)
        for each in (state, same):
            for _ in range(3):
                each.push(0)
        assert state == same
        expected = dealt(Stream(seed, stream), 3, 2)
        assert {name: getattr(state, name) for name in expected} == expected
        one, other = base.copy(), dd.State.from_text(text, seed=seed, stream=stream)
        assert one != other
        for each in (one, other):
            each.push(0)
            each.push(each.parse("bid 1"))
        assert one == other  # no redeal is possible
        assert hash(one) == hash(other)
        assert one.to_text() == other.to_text()
    void = rules_from(backend, {"rules": {"all_pass": "void"}})
    text = dd.State.from_deal(void, **deal).to_text()
    assert dd.State.from_text(text, seed=1) == dd.State.from_text(text, seed=2)
