"""Hands worked out by hand, and random hands checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from helpers.batches import Twins, case_of, drawing, new
from helpers.brute import rummy as brute
from helpers.cases import Case, module_of, plain
from helpers.effort import times
from helpers.messages import says
from helpers.observations import cards, check, marks, push, shown
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


def test_rare_values_are_observed(rummy: Any, backend: str) -> None:
    """Runs with high and low aces, a card taken in this turn, a distant limit."""
    rules = rummy.Rules(players=3, hand_size=9, ace="both", turn_limit=1000)
    case = Case("rummy", backend, rules.to_dict())
    state = rummy.State.from_position(
        rules,
        hands=["2C 3C 4D 9D 9H", "4C 4H 5H 9S 7D 7H", "2H 2S 6S"],
        turn=1,
        discards="5D 6D 5S TC TD",
        table=["8C 8D 8H 8S", "QS KS AS", "JC QC KC AC", "AD 2D 3D"],
        drew=True,
        took="7H",
        turns=700,
    )
    for seat in range(3):
        check(case, state.view(seat))
    assert np.flatnonzero(shown(state, 2, "run_ends")).tolist() == [9, 52, 55]
    assert np.flatnonzero(shown(state, 2, "run_starts")).tolist() == [1, 40, 47]
    assert np.flatnonzero(shown(state, 2, "took")).tolist() == [26]
    assert shown(state, 2, "turns_left") == [255]
    late = rummy.State.from_text(state.to_text().replace("turns 700", "turns 745"))
    assert shown(late, 0, "turns_left") == [255]
    late = rummy.State.from_text(state.to_text().replace("turns 700", "turns 746"))
    assert shown(late, 0, "turns_left") == [254]


def test_only_the_stock_is_hidden_after_the_end(rummy: Any, backend: str) -> None:
    stock = " ".join(card for card in brute.PACK if card not in ["7S", "8H", "9H", "6C", "6D", "6H", "6S", "4C"])
    text = (
        f"rummy hand_size=3; hand 0 7S; hand 1 8H 9H; stock {stock}; table 6C 6D 6H 6S; discards 4C; "
        "turn 0 drew; turns 40; earlier 7S 8H 9H by 1 2"
    )
    state = rummy.State.from_text(text)
    case = Case("rummy", backend, state.rules.to_dict())
    for seat in (0, 1):
        check(case, state.view(seat))
    assert [each for each in shown(state, 0, "hidden") if each > 1] == [2, 2]
    push(state, "discard 7S")
    for seat in (0, 1):
        check(case, state.view(seat))
        assert np.array_equal(shown(state, seat, "hidden"), marks(cards(stock)))
        assert shown(state, seat, "held")[1] == [[0, 2], [2, 0]][seat]
