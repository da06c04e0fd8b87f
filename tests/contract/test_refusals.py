"""Illegal actions and wrong moves are refused with a rule and change nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from helpers.contract import fingerprint, states_with_ids
from helpers.messages import says
from helpers.refusal import refuses, shown_type
from oxideal.errors import IllegalMoveError, InvalidMoveError

if TYPE_CHECKING:
    from helpers.cases import Case

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


def test_dicts_given_for_moves_and_events_name_what_reads_them(case: Case) -> None:
    rules, state = case.rules, case.state()
    move = rules.move(state.legal_actions()[0])
    message = says("not_a_move", "dict; rules.move_from_dict reads it")
    for method in (state.push, state.is_legal, rules.action):
        refuses(TypeError, message, method, move.to_dict())
    state.push(rules.move_from_dict(move.to_dict()))
    event = rules.event_to_dict(state.events(0)[0])
    message = says("not_a_str", "an event", "dict; rules.event_from_dict reads it")
    refuses(TypeError, message, case.module.View.from_events, rules, 0, [event])
    refuses(TypeError, message, case.module.ViewBuilder(rules, 0).push, event)
    message = says("not_a_str", "event", "dict; rules.event_from_dict reads it")
    refuses(TypeError, message, rules.event_to_dict, event)


def test_non_ascii_characters_are_quoted_as_question_marks(case: Case) -> None:
    for strange in ("\u00e9", "\u2663", "\U0001f0a1", "\ud800", "\0", "\n", "\x7f"):
        for parse in (case.rules.parse, case.state().parse):
            with pytest.raises(InvalidMoveError) as caught:
                parse(f"<{strange}>" + strange * 100)
            assert f'"<?>{"?" * 37}..."' in str(caught.value)
