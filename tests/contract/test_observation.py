"""Observations against decoders of their own, which know the attributes of views alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.brute.doudizhu import KINDS
from helpers.cases import CASES, Case, module_of
from helpers.observations import (
    DOU_DIZHU_RANKS,
    SHOWN_RANKS,
    SUITS,
    cards,
    check,
    counts,
    marks,
    moments,
    one_hot,
    push,
    shown,
)


def test_observations_tell_what_the_view_tells(case: Case) -> None:
    seats = case.rules.players
    for place, state in enumerate(moments(case)):
        for seat in range(seats) if seats < 6 or state.is_over else ((place * 5 + each) % seats for each in range(3)):
            check(case, state.view(seat))


def test_observations_of_positions_set_up_by_hand(case: Case) -> None:
    """Of samples, which go on from the last actions, and of texts and what follows them."""
    for place, state in enumerate(case.states[::5]):
        seat = place % case.rules.players
        check(case, state.view(seat))
        check(case, state.view(seat).sample(place).view((seat + 1) % case.rules.players))
        read = case.module.State.from_text(state.to_text())
        for _ in range(3):
            check(case, read.view(seat))
            if read.is_over:
                break
            read.push(read.legal_actions()[0])
        view = case.module.View.from_text(state.view(seat).to_text())
        check(case, view)


def test_observations_are_the_callers_own(case: Case) -> None:
    view = case.midway.view(0)
    found, before = view.observation(), view.observation()
    found.fill(77)
    assert np.array_equal(view.observation(), before)
    assert found.flags.writeable
    assert found.flags.c_contiguous


def test_both_backends_observe_the_same() -> None:
    for case in CASES:
        if case.backend == "rust":
            continue
        for state in case.states[::3]:
            twin = case.other.State.from_bytes(state.to_bytes())
            assert twin.recent == state.recent
            for seat in range(case.rules.players):
                assert np.array_equal(twin.view(seat).observation(), state.view(seat).observation())


# What comes up seldom


@pytest.mark.parametrize("players", [3, 4])
def test_the_face_up_card_may_lie_in_the_kitty(backend: str, players: int) -> None:
    """Or not be known at all, where a state was set up by hand (DD-05)."""
    dd: Any = module_of("doudizhu", backend)
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
def test_every_kind_of_combination_is_told(backend: str, players: int) -> None:
    dd: Any = module_of("doudizhu", backend)
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
            hands = [DOU_DIZHU_RANKS[place] for place in free[: players - 1]]
            if len(move.cards) < {3: 20, 4: 33}[players]:
                hands.insert(1, move.cards + DOU_DIZHU_RANKS[free[players - 1]])
            else:  # a whole hand, in the first trick
                left = zip(DOU_DIZHU_RANKS, deck, counts(move.cards), strict=True)
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


def test_all_that_rummy_may_show(backend: str) -> None:
    """Runs with high and low aces, a card that was taken in this turn, a limit that is far away."""
    rummy_module: Any = module_of("rummy", backend)
    rules = rummy_module.Rules(players=3, hand_size=9, ace="both", turn_limit=1000)
    case = Case("rummy", backend, rules.to_dict())
    state = rummy_module.State.from_position(
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
    late = rummy_module.State.from_text(state.to_text().replace("turns 700", "turns 745"))
    assert shown(late, 0, "turns_left") == [255]
    late = rummy_module.State.from_text(state.to_text().replace("turns 700", "turns 746"))
    assert shown(late, 0, "turns_left") == [254]


def test_hands_that_are_laid_open_are_not_hidden(backend: str) -> None:
    """When somebody has gone out in Rummy, only the stock is."""
    pack = [rank + suit for rank in SHOWN_RANKS for suit in SUITS]
    stock = " ".join(card for card in pack if card not in ["7S", "8H", "9H", "6C", "6D", "6H", "6S", "4C"])
    text = (
        f"rummy hand_size=3; hand 0 7S; hand 1 8H 9H; stock {stock}; table 6C 6D 6H 6S; discards 4C; "
        "turn 0 drew; turns 40; earlier 7S 8H 9H by 1 2"
    )
    state = module_of("rummy", backend).State.from_text(text)
    case = Case("rummy", backend, state.rules.to_dict())
    for seat in (0, 1):
        check(case, state.view(seat))
    assert [each for each in shown(state, 0, "hidden") if each > 1] == [2, 2]
    push(state, "discard 7S")
    for seat in (0, 1):
        check(case, state.view(seat))
        assert np.array_equal(shown(state, seat, "hidden"), marks(cards(stock)))
        assert shown(state, seat, "held")[1] == [[0, 2], [2, 0]][seat]


# What it may not tell


def test_observations_hold_nothing_hidden(case: Case) -> None:
    different = 0
    states = case.states[::4]
    for place, state in enumerate(states):
        for seat in {place % case.rules.players, (place + 1) % case.rules.players}:
            view = state.view(seat)
            one, two = (view.sample(seed) for seed in (1, 2))
            different += one != two
            for sample in (one, two):
                assert sample.view(seat).recent == sample.recent == view.recent
                assert np.array_equal(sample.view(seat).observation(), view.observation())
    assert different > len(states) // 2
