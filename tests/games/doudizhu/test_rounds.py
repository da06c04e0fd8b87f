"""Rounds worked out by hand, and random rounds checked by independent bookkeeping."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.brute import doudizhu as brute
from helpers.cases import play
from helpers.doudizhu import FOUR, PLAIN, rules_from, rules_of

# Rounds (DD-02, DD-04, DD-06 to DD-13, DD-30 to DD-33)


def test_random_rounds_keep_invariants(dd: Any, backend: str) -> None:
    """DD-01, DD-10 to DD-13, DD-30 to DD-33 on whole rounds: cards are conserved, rounds end,
    payoffs are right.
    """
    for fields in ({}, {"players": 4}, {"spring": True, "auction": False}, {"all_pass": "void"}):
        rules = rules_from(backend, {"rules": fields})
        options = brute.Options.of(rules.to_dict())
        for seed in range(4):
            state = dd.State(rules, seed=seed)
            last: list[Any] = []
            for moment in play(state, seed):
                cards = "".join((*moment.hands, *moment.played)) + ("" if moment.landlord is not None else moment.kitty)
                assert brute.counts(cards) == options.deck
                assert moment.hand_sizes == tuple(len(hand.replace("-", "")) for hand in moment.hands)
                if moment.is_over or moment.phase == "auction":
                    continue
                last.append(moment)
                plays = brute_legal_plays(moment, options)
                assert [str(move) for move in moment.legal_moves() if str(move) != "pass"] == plays
                assert moment.is_legal(0) is (moment.to_beat is not None)
            end = moment
            assert sum(end.payoffs) == 0
            assert end.scores == end.payoffs
            if end.landlord is None:
                assert end.payoffs == (0,) * rules.players
                continue
            winner = end.hands.index("-")
            won = winner == end.landlord
            stake = end.bid << end.doublings
            others = [end.plays[seat] for seat in range(rules.players) if seat != end.landlord]
            if rules.spring and ((won and not any(others)) or (not won and end.plays[end.landlord] == 1)):
                stake *= 2
            each = -stake if won else stake
            assert end.payoffs == tuple(
                -each * (rules.players - 1) if seat == end.landlord else each for seat in range(rules.players)
            )


def brute_legal_plays(state: Any, options: brute.Options) -> list[str]:
    """Return the texts of the legal plays: by brute force for small hands, unchecked for others."""
    hand = state.hands[state.current_player]
    if len(hand) > 9:
        return [str(move) for move in state.legal_moves() if str(move) != "pass"]
    to_beat = None
    if state.to_beat is not None:
        (to_beat,) = brute.readings(brute.counts(state.to_beat.cards), options)
    plays = brute.legal_plays(brute.counts(hand), options, to_beat)
    return [brute.text(each.main) + (f" {brute.text(each.attached)}" if any(each.attached) else "") for each in plays]


@pytest.mark.parametrize("players", [3, 4])
def test_rounds_match_independent_bookkeeping(dd: Any, backend: str, players: int) -> None:
    """DD-04, DD-07, DD-08, DD-11 to DD-13: the seat to move and the play to beat, tracked independently."""
    rules = rules_of(backend, PLAIN if players == 3 else FOUR)
    for seed in range(6):
        chance = random.Random(seed)
        state = dd.State(rules, seed=seed)
        seat, bids, highest = state.first_bidder, 0, 0
        bidder = None
        while True:  # the auction
            assert state.current_player == seat
            legal = [0, *range(highest + 1, 4)]
            assert state.legal_actions() == legal
            action = chance.choice(legal)
            state.push(action)
            if action:
                highest, bidder, bids = action, seat, 0
            else:
                bids += 1
            seat = (seat + 1) % players
            if bidder is None and bids == players:
                seat, bids = state.first_bidder, 0
            if highest == 3 or (bidder is not None and bids == players - 1):
                break
        assert (state.landlord, state.bid) == (bidder, highest)
        assert bidder is not None
        seat, passes = bidder, 0
        to_beat: tuple[str, int] | None = None
        while not state.is_over:
            assert state.current_player == seat
            assert (None if state.to_beat is None else (str(state.to_beat), state.to_beat_seat)) == to_beat
            assert state.passes == passes
            move = chance.choice(state.legal_moves())
            if str(move) == "pass":
                passes += 1
            else:
                if to_beat is not None:
                    assert move.beats(rules.parse(to_beat[0]))
                to_beat, passes = (str(move), seat), 0
            state.push(move)
            if passes == players - 1:
                assert to_beat is not None
                to_beat, passes = None, 0
            seat = (seat + 1) % players
        assert state.hands[(seat - 1) % players] == "-"
