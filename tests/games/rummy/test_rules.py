"""Fields and default hand sizes of the rules, the action table, and matches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from helpers.brute import rummy as brute
from helpers.rummy import rules_of

# Rules objects (RM-01, RM-02, RM-12, RM-15, RM-17)


def test_rule_fields(rummy: Any) -> None:
    rules = rummy.Rules()
    assert (rules.num_actions, rules.action_table_version) == (515, 1)
    assert rummy.Rules(ace="both").num_actions == 567
    assert rummy.Rules(hand_size=None) == rules == rummy.Rules(hand_size=10)
    assert rummy.Rules(players=np.uint8(3), turn_limit=np.int64(7)).to_dict() == rules.to_dict() | {
        "players": 3,
        "hand_size": 7,
        "turn_limit": 7,
    }
    assert rules.next_round() == rules  # RM-16: all hands of a match have the same rules


def test_default_hand_sizes(rummy: Any) -> None:
    """RM-01, RM-02."""
    usual = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
    assert usual == brute.USUAL
    for players, size in usual.items():
        rules = rummy.Rules(players=players)
        assert rules.hand_size == rules.to_dict()["hand_size"] == size
        state = rummy.State(rules, seed=3)
        assert state.hand_sizes == (size,) * players
        assert state.stock_size == 51 - players * size
        for other in (1, 51 // players):
            assert rummy.Rules(players=players, hand_size=other).hand_size == other


@pytest.mark.parametrize("ace", ["low", "both"])
def test_action_table(backend: str, ace: str) -> None:
    """RM-08, RM-09, RM-10, RM-15: draws, sets, runs, lay-offs, discards."""
    rules = rules_of(backend, {"ace": ace})
    texts = brute.action_texts(ace)
    assert rules.num_actions == len(texts) == {"low": 515, "both": 567}[ace]
    assert [str(rules.move(action)) for action in range(rules.num_actions)] == texts
    for action, text in enumerate(texts):
        move = rules.parse(text)
        assert int(move) == action
        assert repr(move) == f"Move({text!r})"
        first, _, cards = text.partition(" ")
        card, _, place = text.partition("@")
        if place:
            assert (move.kind, move.cards, move.place) == ("lay_off", card, place)
        else:
            assert (move.kind, move.cards, move.place) == (first, cards or None, None)


# Matches (RM-16)


def test_matches(rummy: Any) -> None:
    usual = rummy.Match(seed=7)
    assert (usual.target, usual.rounds) == (150, 1000)
    assert (rummy.Match(rounds=10, target=None, seed=7).rounds, rummy.Match(target=20, seed=7).rounds) == (10, 1000)
    assert rummy.Match(rounds=None, seed=7).rounds is None
    assert usual.state == rummy.State(rummy.Rules(), seed=7, stream=1, dealer=usual.dealer)


def finish(state: Any, chance: random.Random) -> None:
    """Play a hand to its end, laying down whenever possible."""
    while legal := state.legal_moves():
        plays = [move for move in legal if move.kind in ("meld", "lay_off")]
        state.push(chance.choice(plays or legal))


def test_match_ends_at_its_target(rummy: Any) -> None:
    """RM-16: winners collect points until one of them reaches the target."""
    chance = random.Random(5)
    match = rummy.Match(rummy.Rules(players=3, hand_size=12, turn_limit=90), seed=7)
    totals, dealer = [0, 0, 0], match.dealer
    while True:
        finish(match.state, chance)
        totals = [total + score for total, score in zip(totals, match.state.scores, strict=True)]
        assert match.totals == match.scores == tuple(totals)
        assert match.dealer == (dealer + len(match.results) - 1) % 3
        if match.is_over:
            break
        assert max(totals) < 150
        match.next_round()
    assert max(totals) >= 150
    assert match.winners == tuple(seat for seat in range(3) if totals[seat] == max(totals))
