"""Hands worked out by hand, and random hands checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from helpers.batches import Twins, case_of, drawing, new
from helpers.brute import rummy as brute
from helpers.cases import module_of, plain
from helpers.effort import times
from helpers.messages import says
from helpers.playouts import rummy_replayed
from helpers.refusal import refuses
from helpers.rummy import LARGE, SMALL, assert_matches_model, hands_of, rules_of
from helpers.splitmix import SplitMix
from oxideal.bots import RuleBot
from oxideal.random import Stream


@pytest.mark.parametrize("fields", SMALL, ids=str)
def test_random_hands_match_independent_bookkeeping(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    """RM-02 to RM-17, RM-19: legal moves and their effects."""
    met: Counter[str] = Counter()
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(6))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 5 and not table.is_over and not table.laid:
            continue
        assert_matches_model(state, table)
        met["void"] += table.is_over and table.went_out is None
        met["out"] += table.went_out is not None
        met["rummy"] += table.went_out is not None and table.rummy()
        met["laid"] += table.laid
        met["took"] += table.took is not None
        met["earlier"] += bool(table.earlier())
        met["reshuffled"] += table.shuffles > 0
        assert sorted(brute.PACK) == sorted(
            [
                *table.stock,
                *table.discards,
                *(card for hand in table.hands for card in hand),
                *(card for meld in table.table for card in meld),
            ]
        )
    assert met["took"] > 0
    assert met["out"] + met["void"] == 6
    if fields["hand_size"] > 2:
        assert met["laid"] > 0
    if fields["hand_size"] in (8, 11, 15):
        assert min(met["earlier"], met["reshuffled"]) > 0


@pytest.mark.parametrize("fields", LARGE, ids=str)
def test_random_hands_with_default_rules(rummy: Any, backend: str, fields: dict[str, Any]) -> None:
    for place, (state, table) in enumerate(hands_of(rummy, backend, fields, range(2))):
        assert plain(state.legal_moves()) == table.legal()
        if place % 17 == 0 or table.is_over:
            assert_matches_model(state, table)


def test_round_at_the_turn_limit_is_void(backend: str) -> None:
    """RM-17."""
    rummy: Any = module_of("rummy", backend)
    state = rummy.State(rummy.Rules(turn_limit=3), seed=7)
    while not state.is_over:
        assert state.is_void is state.view(1).is_void is False
        state.push(state.legal_actions()[0])
    assert state.is_void is state.view(0).is_void is state.view(1).is_void is True
    state.pop()
    assert state.is_void is False
    played: Any = module_of("rummy", "rust").State(seed=7)
    while not played.is_over:
        played.push(RuleBot().choose(played.view(played.current_player)))
    won = rummy.State.from_bytes(played.to_bytes())
    assert (any(won.payoffs), won.is_void, won.view(1).is_void) == (True, False, False)


def test_state_from_a_batch_reshuffles_like_the_batch(backend: str) -> None:
    """RM-07: three players who only draw and discard exhaust the stock twice."""
    case = case_of("rummy", backend, {"players": 3, "hand_size": 15, "turn_limit": 60})
    batch, twins = new(case, 2), Twins(case, 2)
    shuffled = 0
    for _ in range(90):
        state, other = batch.state(0), twins.states[0].copy()
        if state.stock_size < 2 and not state.drew:
            shuffled += state.stock_size == 0
            for _ in range(7):
                assert state == other
                action = drawing(state)
                state.push(action)
                other.push(action)
            assert state == other
            assert state.stock == other.stock
        actions = [drawing(each) for each in twins.states]
        batch.step(actions)
        twins.step(actions)
        twins.check(batch)
        assert batch.state(0) == twins.states[0]
    assert shuffled > 1


SEED = 7


def test_playouts_reshuffle(rummy: Any) -> None:
    """RM-07, from a state and from a view with an empty stock."""
    state = rummy.State(rummy.Rules(players=3, hand_size=15, turn_limit=60), seed=5)
    found, n = 0, times(4, quick=1)
    while not state.is_over:
        if state.stock_size < 2 and not state.drew:
            found += 1
            for start in (state, state.view(found % 3)):
                run = rummy.playouts(start, n, SEED, first=found)
                for k in range(n):
                    here = start if start is state else start.sample(SEED, found + k)
                    expected = rummy_replayed(here, SplitMix.of_game(SEED, found + k))
                    assert (run.payoffs[k].tolist(), run.lengths[k]) == expected
        state.push(drawing(state))
    assert found > 2


def test_stock_of_a_position_is_shuffled(rummy: Any, backend: str) -> None:
    """All remaining cards, ascending, are shuffled by the stream, which reshuffles continue."""
    rules = rules_of(backend, {"hand_size": 2})
    rest = [card for card in brute.PACK if card not in ("5D", "6D", "KC", "QC", "7H")]
    for seed, stream in ((0, 0), (5, 0), (2**255, 2**90)):
        order = brute.text_of([rest[place] for place in Stream(seed, stream).shuffled(len(rest))])
        hands = ["5D 6D", "KC QC"]
        state = rummy.State.from_position(rules, hands=hands, turn=1, discards="7H", seed=seed, stream=stream)
        assert state.stock == order
        assert (state.seed, state.stream) == (None, None)
        deal = rummy.State.from_deal(rules, hands=hands, dealer=0, upcard="7H", seed=seed, stream=stream)
        assert deal.stock == order
        assert deal == state
    deals = {rummy.State.from_deal(rules, hands=hands, dealer=0, upcard="7H").stock for _ in range(9)}
    assert len(deals) == 9  # without a seed
    positions = {rummy.State.from_position(rules, hands=hands, turn=1, discards="7H").stock for _ in range(9)}
    assert len(positions) == 9


def test_positions_accept_cards_in_any_form(rummy: Any, backend: str) -> None:
    rules = rules_of(backend, {"hand_size": 2})
    expected = rummy.State.from_position(
        rules, hands=["5D 6D 8S", "KC QC"], turn=0, discards="7H", drew=True, took="8S", seed=0
    )
    found = rummy.State.from_position(
        rules,
        hands=iter([iter(["8s", "5\u2666", "6D"]), ("kc", "QC")]),
        turn=np.int64(0),
        discards=iter(["7\u2665"]),
        table=iter([]),
        drew=True,
        took="8\u2660",
        turns=np.uint8(0),
        taken=iter(["", ()]),
        seed=0,
    )
    assert found == expected
    assert found.taken == ("8S", "-")
    message = says("rules_of_other_game", "dict")
    refuses(TypeError, message, rummy.State.from_position, {}, hands=5, turn="x", discards=5)
    refuses(TypeError, message, rummy.State.from_deal, {}, hands=5, dealer="x", upcard=5)
