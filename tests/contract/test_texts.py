"""Texts keep the position and drop the history."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from helpers import codec
from helpers.cases import Case, chance_ahead
from helpers.contract import COPIES, Index, fingerprint
from helpers.messages import says
from helpers.refusal import refuses


def test_texts_keep_the_position_and_drop_the_history(case: Case) -> None:
    for state in case.states:
        read = case.module.State.from_text(state.to_text())
        assert (read == state) is not chance_ahead(state)  # the text does not hold the chance ahead
        assert hash(read) == hash(state)
        for seat in range(case.rules.players):
            assert read.view(seat) == state.view(seat)
        assert read.rules == state.rules
        assert read.to_text() == state.to_text()
        assert state.to_text().isascii()
        assert state.to_text().isprintable()
        assert (read.history, read.seed, read.stream) == ((), None, None)
        assert read.legal_actions() == state.legal_actions()


def test_seed_of_from_text_decides_the_chance_ahead(case: Case) -> None:
    read = case.module.State.from_text
    for place, state in enumerate(case.states[::3]):
        text, ahead = state.to_text(), chance_ahead(state)
        plain = read(text, seed=0)
        assert plain == read(text, seed=0, stream=0) == read(text, seed=bytes(32), stream=Index(0))
        assert (plain == read(text)) is not ahead  # without a seed
        for seed, stream in ((2**256 - 1, 2**96 - 1), (1, 0), (0, 1)):
            one, other = read(text, seed=seed, stream=stream), read(text, seed=seed, stream=stream)
            assert one == other
            assert (one == plain) is not ahead
            assert one.to_text() == text
            assert [one.view(seat) for seat in range(case.rules.players)] == [
                plain.view(seat) for seat in range(case.rules.players)
            ]
            assert (one.history, one.seed, one.stream) == ((), None, None)
            kept = codec.chance(seed, stream, 0) if ahead else b""
            rules = codec.rules_of(one.to_bytes(), case.game)
            begin = codec.header("S", case.game, rules) + codec.by_hand(text, kept)
            assert one.to_bytes() == begin + codec.history(())
            twin = case.other.State.from_text(text, seed=seed, stream=stream)
            chance = random.Random(place)
            for _ in range(12):  # both continue alike, on the other backend too
                legal = one.legal_actions()
                if not legal:
                    break
                action = legal[0] if ahead else chance.choice(legal)
                for each in (one, other, twin):
                    each.push(action)
                assert one == other
                assert hash(one) == hash(other)
                assert twin.to_text() == one.to_text()
            assert one.to_bytes() == begin + codec.history(one.history)
            for way in COPIES:
                assert COPIES[way](one) == one
            while one.history:
                one.pop()
            assert one == read(text, seed=seed, stream=stream)
        if ahead:
            assert read(text, seed=None) != read(text, seed=None)  # without a seed


def test_chance_ahead_of_a_restored_state_comes_from_the_system(case: Case) -> None:
    """Nobody can compute it: each restored state has a seed of 256 random bits."""
    for state in case.states[::3]:
        text = state.to_text()
        seeds = {case.module.State.from_text(text).origin.seed for _ in range(8)}
        if chance_ahead(state):
            assert len(seeds) == 8
            assert min(seed.bit_length() for seed in seeds if seed is not None) > 128
        else:
            assert seeds == {None}


def test_repr_says_whether_the_text_is_the_whole_state(case: Case) -> None:
    for state in case.states:
        names = {"State": case.module.State, "View": case.module.View}
        if chance_ahead(state):
            assert repr(state) == f"State.from_text({state.to_text()!r}, seed=...)"
            refuses(TypeError, says("not_a_seed", ", not ellipsis"), eval, repr(state), names)
        else:
            assert repr(state) == f"State.from_text({state.to_text()!r})"
            assert eval(repr(state), names) == state
        for seat in range(case.rules.players):
            assert eval(repr(state.view(seat)), names) == state.view(seat)


@pytest.mark.parametrize("way", COPIES)
def test_copies_are_equal_and_independent(case: Case, way: str) -> None:
    for state in case.states[::3]:
        before = fingerprint(state)
        twin = COPIES[way](state)
        assert type(twin) is type(state)
        assert twin == state
        assert fingerprint(twin) == before
        if state.legal_actions():
            action = state.legal_actions()[-1]
            twin.push(action)
            assert twin != state
            assert fingerprint(state) == before
            state.push(action)
            assert fingerprint(state) == fingerprint(twin)
            assert twin.pop() == action
            assert twin != state
            assert fingerprint(twin) == before
            state.pop()
        while twin.history:  # the history is copied as well
            twin.pop()
        assert fingerprint(state) == before


def test_copies_of_views_and_rules(case: Case) -> None:
    for state in case.states[::4]:
        view = state.view(0)
        for thing in (view, state.rules):
            twins = [copy.copy(thing), copy.deepcopy(thing)]
            twins += [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
            for twin in twins:
                assert type(twin) is type(thing)
                assert twin == thing
                assert hash(twin) == hash(thing)
                if thing is view:
                    assert twin.recent == view.recent
                    assert np.array_equal(twin.observation(), view.observation())
