"""Ids, moves and legality, for every game, engine and rules object."""

from __future__ import annotations

import copy
import pickle
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers import effort
from helpers.contract import LARGE, Index, drawn, fingerprint, states_with_ids
from helpers.messages import says
from helpers.refusal import refuses, shown_type
from oxideal.errors import IllegalMoveError, InvalidMoveError

if TYPE_CHECKING:
    from helpers.cases import Case


def test_every_id_has_a_move(case: Case) -> None:
    rules, state = case.rules, case.state()
    moves = [rules.move(action) for action in range(rules.num_actions)]
    assert [type(move) for move in moves] == [case.module.Move] * rules.num_actions
    assert [rules.action(move) for move in moves] == list(range(rules.num_actions))
    assert [int(move) for move in moves] == list(range(rules.num_actions))
    assert len(set(moves)) == len({str(move) for move in moves}) == rules.num_actions
    for action in drawn(range(rules.num_actions), 1, LARGE):
        assert rules.parse(str(moves[action])) == state.parse(str(moves[action])) == moves[action]
    assert type(rules.num_actions) is int
    assert type(rules.action_table_version) is int


def test_ids_beyond_the_table_are_refused(case: Case) -> None:
    rules = case.rules
    for action in (-1, rules.num_actions, 2**31, 2**32, 2**63, 2**64, 10**30, -(10**30)):
        message = says("action_out_of_range", action, rules.num_actions - 1)
        refuses(InvalidMoveError, message, rules.move, action)


def test_moves_are_values(case: Case) -> None:
    for action in drawn(range(0, case.rules.num_actions, 5), 1):
        move, same = case.rules.move(action), case.rules.move(action)
        assert move == same
        assert hash(move) == hash(same)
        assert move != case.rules.move((action + 1) % case.rules.num_actions)
        assert move != action
        assert not hasattr(
            move, "__index__"
        )  # a move is not an integer: a move of another game must not pass for an id
        assert copy.copy(move) == copy.deepcopy(move) == move
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(move, protocol)) == move


def test_moves_need_rules_or_arguments(case: Case) -> None:
    with pytest.raises(TypeError, match=r"^a Move comes from Rules\.move\(\), Rules\.parse\(\)|required"):
        case.module.Move()


def test_legal_actions_ascend_and_match_legal_moves(case: Case) -> None:
    rules = case.rules
    for state, ids in states_with_ids(case):
        legal = state.legal_actions()
        assert type(legal) is list
        assert all(type(action) is int for action in legal)
        members = set(legal)
        assert legal == sorted(members)
        assert state.legal_moves() == [rules.move(action) for action in legal]
        for action in ids:
            assert state.is_legal(action) is state.is_legal(rules.move(action)) is (action in members)
            assert state.is_legal(str(rules.move(action))) is (action in members)
        assert not any(map(state.is_legal, (-1, rules.num_actions, 2**64, 10**30, -(10**30))))
        for seat in range(rules.players):
            view = state.view(seat)
            own = state.current_player == seat  # the legal actions of others depend on hidden cards
            assert view.legal_actions() == (legal if own else [])
            assert view.legal_moves() == (state.legal_moves() if own else [])
            for action in drawn(legal, seat, 10):
                assert view.is_legal(action) is view.is_legal(rules.move(action)) is own
            for action in drawn(ids, seat, 10):
                assert view.is_legal(action) is (own and action in members)


def test_any_integer_type_is_an_id(case: Case) -> None:
    for integer in (int, np.int8, np.uint8, np.int64, np.uint64, Index):
        state = case.state()
        action = state.legal_actions()[0]
        state.push(integer(action))
        assert state.history == (action,)
        assert state.is_legal(integer(action)) is (action in state.legal_actions())
        assert case.rules.move(integer(action)) == case.rules.move(action)


def test_features_are_in_the_range_of_their_spec(case: Case) -> None:
    spec = case.rules.action_features_spec()
    for state in case.states[:: 2 if effort.level else 6]:
        if state.is_over:
            continue
        features = state.view(state.current_player).action_features()
        assert features.shape == (len(state.legal_moves()), spec.size)
        assert features.dtype == np.uint8
        assert (features <= spec.high).all()


def test_other_seats_and_ended_rounds_have_no_rows(case: Case) -> None:
    spec = case.rules.action_features_spec()
    for state in case.states[::5]:
        for seat in range(case.rules.players):
            view = state.view(seat)
            if seat != state.current_player:
                assert view.action_features().shape == (0, spec.size)


def test_batches_have_the_features_of_their_views(case: Case) -> None:
    n = 5 if case.backend != "rust" else 300
    batch = case.module.Batch(case.rules, n, seed=3, threads=2)
    alone = case.module.Batch(case.rules, n, seed=3)
    for step in range(4):
        features, offsets = batch.action_features(), batch.legal_offsets
        assert features.shape == (len(batch.legal_ids), case.rules.action_features_spec().size)
        assert np.array_equal(alone.action_features(), features)
        for game in {0, n // 2, n - 1}:
            own = features[offsets[game] : offsets[game + 1]]
            assert np.array_equal(own, batch.view(game).action_features())
        actions = batch.sample_actions(step)
        batch.step(actions)
        alone.step(actions)


RULE = re.compile(r"[A-Z]{2}-\d\d")


def wrong_moves(case: Case) -> list[Any]:
    """Return values that are neither an id nor a move of this game and backend."""
    return [None, True, False, 1.0, b"0", [0], object(), case.other.Rules().move(0), case.module.Move]


def test_illegal_ids_are_refused_with_a_rule_and_change_nothing(case: Case) -> None:
    tried = 0
    for state, ids in states_with_ids(case):
        before, untouched = fingerprint(state), state.copy()
        legal = set(state.legal_actions())
        for action in ids:
            if action in legal:
                continue
            tried += 1
            for move in (action, case.rules.move(action)):
                with pytest.raises(IllegalMoveError) as caught:
                    state.push(move)
                assert RULE.fullmatch(caught.value.rule)
                assert str(caught.value) == f"{caught.value.reason} [{caught.value.rule}]"
        assert fingerprint(state) == before
        assert state == untouched
    assert tried > len(case.states)


def test_wrong_moves_are_refused_and_change_nothing(case: Case) -> None:
    for state in case.states[::5]:
        before = fingerprint(state)
        for action in (-1, case.rules.num_actions, 2**64, 10**30, -(10**30)):
            message = says("action_out_of_range", action, case.rules.num_actions - 1)
            refuses(InvalidMoveError, message, state.push, action)
        for thing in wrong_moves(case):
            message = says("not_a_move", shown_type(thing))
            refuses(TypeError, message, state.push, thing)
            refuses(TypeError, message, state.is_legal, thing)
            refuses(TypeError, message, case.rules.action, thing)
        for text in ("", "no move", "\0", "\u2663" * 100):
            for table in (state, state.view(0), case.rules):
                with pytest.raises(InvalidMoveError) as parsed:
                    table.parse(text)
            for method in (state.push, case.rules.action):
                refuses(InvalidMoveError, str(parsed.value), method, text)
            assert state.is_legal(text) is False
        assert fingerprint(state) == before


def test_non_ascii_characters_are_quoted_as_question_marks(case: Case) -> None:
    for strange in ("\u00e9", "\u2663", "\U0001f0a1", "\ud800", "\0", "\n", "\x7f"):
        for parse in (case.rules.parse, case.state().parse):
            with pytest.raises(InvalidMoveError) as caught:
                parse(f"<{strange}>" + strange * 100)
            assert f'"<?>{"?" * 37}..."' in str(caught.value)
