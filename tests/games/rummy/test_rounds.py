"""Hands worked out by hand, and random hands checked by independent bookkeeping."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from helpers.brute import rummy as brute
from helpers.cases import begun, module_of, plain, rows
from helpers.effort import times
from helpers.rummy import LARGE, SMALL, assert_matches_model, hands_of
from oxideal.bots import RuleBot
from oxideal.errors import IllegalMoveError


def test_every_id_at_many_positions(backend: str) -> None:
    """Ids that are not legal are refused: every id of the table, at positions of all kinds."""
    kept = [*rows("rummy", "taken.json"), *rows("rummy", "melds.json")]
    for row in kept[::9]:
        state = begun("rummy", backend, row)
        legal = state.legal_actions()
        for action in range(state.rules.num_actions):
            assert state.is_legal(action) is (action in legal)
            if action not in legal:
                with pytest.raises(IllegalMoveError):
                    state.push(action)


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


# Dead ends (RM-06)

TABLES = ["", "5C 5D 5H", "4C 5C 6C, 5D 5H 5S", "3C 4C 5C, JC QC KC"]


def test_no_turn_reaches_a_dead_end() -> None:
    """RM-06, RM-12: after taking any card, every sequence of moves can be continued to the end of
    the turn.

    Tested for all hands of one and two cards of three suits, and of three cards of a few ranks.
    """
    found = 0
    rules = (("low", False), ("both", True), ("low", True), ("both", False))
    for text in TABLES:
        table = [meld.split() for meld in text.split(",")] if text else []
        free = [card for card in brute.PACK if not any(card in meld for meld in table)]
        for size, ranks, suits in ((1, brute.RANKS, "CDS"), (2, "A2367QK", "C"), (3, "A236", "CD")):
            pack = [card for card in free if card[0] in ranks and card[1] in suits]
            for top in pack:
                for hand in combinations([card for card in pack if card != top], size):
                    for ace, must in rules[: times(4, quick=2)]:
                        options = brute.Options(2, 20, ace, must)
                        turn = brute.Round(options, [list(hand), ["8H"]], ["9H"], ["TH", top], 0, table)
                        turn.apply("take")
                        found += walked(turn)
    assert found > times(50_000, quick=25_000)


def walked(turn: brute.Round) -> int:
    found = 0
    for moment in brute.moments(turn):
        assert moment.is_over or moment.legal(), moment.to_text()
        found += 1
    return found


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
