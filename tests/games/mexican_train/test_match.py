"""Matches of Mexican Train."""

from __future__ import annotations

from typing import Any

from helpers.matches import column_sums, finish, finished


def test_match_uses_every_engine_once(mt: Any) -> None:
    """MT-05: engines run from the highest double, or the given one, down to the double blank.
    MT-06: each round is started by the next seat.
    """
    for rules in (mt.Rules(), mt.Rules(players=2, set=6, hand_size=5), mt.Rules(players=3, set=9, engine=1)):
        match = mt.Match(rules, seed=7)
        starters = [match.state.turn]
        finish(match.state)
        while not match.is_over:
            starters.append(match.next_round().turn)
            finish(match.state)
        rounds = match.results
        assert [each.rules.engine for each in rounds] == list(range(rules.engine, -1, -1))
        assert [each.rules.to_dict() for each in rounds] == [
            rules.to_dict() | {"engine": engine} for engine in range(rules.engine, -1, -1)
        ]
        assert starters == [each.dealer for each in rounds]
        assert starters == [(starters[0] + number) % rules.players for number in range(rules.engine + 1)]


def test_lowest_total_score_wins_the_match(mt: Any) -> None:
    """MT-28: totals over all rounds; a payoff is minus the score."""
    for seed in range(5):
        match = mt.Match(mt.Rules(players=3, set=6, hand_size=4), seed=seed)
        finished(match)
        assert match.scores == column_sums([each.scores for each in match.results])
        assert match.totals == tuple(-score for score in match.scores)
        assert match.winners == tuple(seat for seat in range(3) if match.scores[seat] == min(match.scores))


def test_match_can_have_fewer_rounds(mt: Any) -> None:
    match = mt.Match(seed=7, rounds=2, dealer=3)
    finished(match)
    assert [(each.rules.engine, each.dealer) for each in match.results] == [(12, 3), (11, 0)]
