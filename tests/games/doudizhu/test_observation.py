"""Observations of Dou Dizhu in rare positions."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.brute.doudizhu import KINDS, RANKS
from helpers.cases import Case
from helpers.observations import check, counts, one_hot, shown


@pytest.mark.parametrize("players", [3, 4])
def test_face_up_card_can_be_in_the_kitty(dd: Any, backend: str, players: int) -> None:
    """The card can also be unknown, in a state set up by hand (DD-05)."""
    rules = dd.Rules(players=players)
    case = Case("doudizhu", backend, rules.to_dict())
    streams = [stream for stream in range(120) if dd.State(rules, seed=2, stream=stream).face_up_seat is None]
    assert streams
    for stream in streams[:3]:
        state = dd.State(rules, seed=2, stream=stream)
        deal = {"hands": state.hands, "kitty": state.kitty, "first_bidder": 1}
        for each in (state, dd.State.from_deal(rules, **deal)):
            for seat in range(players):
                check(case, each.view(seat))
        assert shown(state, 0, "face_up_by") == [0] * players + [1]
        unknown = dd.State.from_deal(rules, **deal)
        assert sum(shown(unknown, 0, "face_up") + shown(unknown, 0, "face_up_by")) == 0
        state.push(state.parse("bid 3"))
        for seat in range(players):
            check(case, state.view(seat))


@pytest.mark.parametrize("players", [3, 4])
def test_every_kind_of_combination_is_observed(dd: Any, backend: str, players: int) -> None:
    rules = dd.Rules(players=players)
    case = Case("doudizhu", backend, rules.to_dict())
    deck = [4 * (players - 2)] * 13 + [players - 2] * 2
    found: dict[str, list[Any]] = {}
    for action in range(rules.num_actions):
        found.setdefault(rules.move(action).kind, []).append(rules.move(action))
    assert len(found) == {3: 16, 4: 12}[players]
    for kind in KINDS:
        for move in {found[kind][0], found[kind][len(found[kind]) // 2], found[kind][-1]} if kind in found else ():
            free = [place for place, count in enumerate(counts(move.cards)) if count < deck[place]]
            hands = [RANKS[place] for place in free[: players - 1]]
            if len(move.cards) < {3: 20, 4: 33}[players]:
                hands.insert(1, move.cards + RANKS[free[players - 1]])
            else:  # a whole hand in the first trick
                left = zip(RANKS, deck, counts(move.cards), strict=True)
                rest = "".join(rank * (all_of_it - used) for rank, all_of_it, used in left)
                each = len(rest) // (players - 1)
                hands = [rest[place * each : (place + 1) * each] for place in range(players - 1)]
                hands.insert(1, move.cards)
            state = dd.State.from_position(rules, hands=hands, landlord=1, lead=1)
            state.push(move)
            for seat in range(players):
                check(case, state.view(seat))
            assert shown(state, 0, "to_beat_kind") == one_hot(14, KINDS.index(kind))
            assert shown(state, 0, "to_beat_seat")[1] == 1
            assert shown(state, 1, "recent_cards")[0] == counts(move.cards)
