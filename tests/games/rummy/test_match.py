"""Matches of several hands."""

from __future__ import annotations

import random
from typing import Any

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
