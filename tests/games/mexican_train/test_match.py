"""Matches of Mexican Train."""

from __future__ import annotations

from typing import Any

from helpers.matches import finish


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
