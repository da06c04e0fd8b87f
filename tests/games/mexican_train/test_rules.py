"""Fields and default hand sizes of the rules, the action table, and matches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.brute import mexican_train as brute
from helpers.matches import finish
from helpers.messages import says
from helpers.mexican_train import LARGE, SMALL, rules_of
from helpers.refusal import refuses
from oxideal.errors import InvalidRulesError

# Rules objects (MT-01, MT-02, MT-04, MT-05)


def test_rule_fields(mt: Any) -> None:
    rules = mt.Rules()
    assert (rules.num_actions, rules.action_table_version) == (548, 1)
    assert mt.Rules(engine=None, hand_size=None) == rules == mt.Rules(engine=12, hand_size=15)
    assert mt.Rules(set=np.int64(9), players=np.uint8(3)).to_dict() == rules.to_dict() | {
        "players": 3,
        "set": 9,
        "engine": 9,
        "hand_size": 13,
    }
    assert mt.Rules(players=2, set=1, hand_size=1).to_dict()["engine"] == 1


def test_default_hand_sizes(mt: Any) -> None:
    """MT-02, MT-04: only these player counts have a default. MT-01: the number of tiles."""
    tiles = {9: 55, 12: 91, 15: 136, 18: 190}
    for top in range(1, 19):
        for players in range(2, 13):
            if (players, top) in brute.USUAL:
                rules = mt.Rules(players=players, set=top)
                assert rules.hand_size == brute.USUAL[players, top]
                assert len(rules.tiles) == tiles[top]
            else:
                with pytest.raises(InvalidRulesError):
                    mt.Rules(players=players, set=top)


def test_any_possible_hand_size_is_accepted(mt: Any) -> None:
    """MT-02: each player has at least one tile; the boneyard can be empty."""
    for top in (1, 2, 3, 9, 18):
        for players in (2, 3, 7, 12):
            most = (len(brute.tiles_of(top)) - 1) // players
            for size in {1, most // 2, most} - {0}:
                if size <= most:
                    assert mt.Rules(players=players, set=top, hand_size=size).hand_size == size
            if most:
                message = says("out_of_range", "hand_size", 1, most, most + 1)
                refuses(InvalidRulesError, message, mt.Rules, players=players, set=top, hand_size=most + 1)


def test_tile_numbers(mt: Any) -> None:
    """MT-01."""
    for top in (1, 3, 12, 18):
        rules = mt.Rules(players=2, set=top, hand_size=1)
        assert rules.tiles == tuple(map(brute.shown, brute.tiles_of(top)))
        for low, high in brute.tiles_of(top):
            assert rules.tiles[high * (high + 1) // 2 + low] == f"{low}-{high}"


def test_next_round_rules(mt: Any) -> None:
    """MT-05: the engine is one lower, down to the double blank; everything else is unchanged."""
    rules = mt.Rules(players=3, set=5, hand_size=2, follow_up="double", close_order="reverse")
    for engine in range(5, -1, -1):
        assert rules.to_dict() == {
            "players": 3,
            "set": 5,
            "engine": engine,
            "hand_size": 2,
            "follow_up": "double",
            "close_order": "reverse",
        }
        assert rules.num_actions == 2 + 5 * 21
        rules = rules.next_round()
    assert rules is None


@pytest.mark.parametrize("fields", [*SMALL, *LARGE], ids=str)
def test_action_table(backend: str, fields: dict[str, Any]) -> None:
    """Pass, draw, then every tile on the own train, on the Mexican train, and on each seat's train."""
    rules = rules_of(backend, fields)
    texts = ["pass", "draw"]
    for where in ("me", "mexican", *map(str, range(rules.players))):
        texts += [f"{brute.shown(tile)}@{where}" for tile in brute.tiles_of(rules.set)]
    assert rules.num_actions == len(texts) == 2 + (rules.players + 2) * len(rules.tiles)
    assert [str(rules.move(action)) for action in range(rules.num_actions)] == texts
    for action in (*range(5), *range(5, len(texts), 37), len(texts) - 1):
        move = rules.move(action)
        assert repr(move) == f"Move({texts[action]!r})"
        tile, _, train = texts[action].partition("@")
        assert (move.kind, move.tile, move.train) == (("play", tile, train) if train else (tile, None, None))


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
