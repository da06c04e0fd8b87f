"""Ids, moves and legality, for every game, engine and rules object."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest

from helpers import effort
from helpers.contract import LARGE, Index, drawn, states_with_ids
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidMoveError

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


def test_every_move_has_a_kind_that_its_dict_has(case: Case) -> None:
    for action in drawn(range(case.rules.num_actions), 1, LARGE):
        move = case.rules.move(action)
        assert type(move.kind) is str
        assert move.kind == move.to_dict()["kind"]


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
