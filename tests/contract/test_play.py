"""Actions are played and undone; rounds end and pay."""

from __future__ import annotations

import pytest

from helpers.cases import Case, play
from helpers.contract import SMALL, drawn, fingerprint
from helpers.refusal import refuses
from oxideal.errors import IllegalMoveError, InvalidStateError

MOST_ACTIONS = 20_000
"""More than any round has that ends by its rules, whatever the players do."""


@pytest.mark.parametrize("place", [0, -1], ids=["first", "last"])
def test_a_loop_over_one_legal_action_ends(case: Case, place: int) -> None:
    """By default all rounds end, also if nobody tries to win."""
    endless = case.fields.get("max_redeals", 1) is None
    rules = case.module.Rules.from_dict(case.fields | ({"max_redeals": 100} if endless else {}))
    state = case.module.State(rules, seed=7)
    for _ in range(MOST_ACTIONS):
        if state.is_over:
            break
        state.push(state.legal_actions()[place])
    assert state.is_over


def test_pop_undoes_push(case: Case) -> None:
    for place, state in enumerate(case.states):
        before = fingerprint(state)
        untouched = state.copy()
        for action in drawn(state.legal_actions(), place):
            move = case.rules.move(action)
            state.push(action)
            played = state.copy()
            assert state.history == (*untouched.history, action)
            assert state != untouched
            assert state.pop() == action
            assert fingerprint(state) == before
            assert state == untouched
            state.push(move)
            assert state == played
            assert fingerprint(state) == fingerprint(played)
            state.pop()


def test_whole_round_can_be_undone(case: Case) -> None:
    state = case.state()
    moments = list(play(state, 1))
    for moment in reversed(moments):
        assert fingerprint(state) == fingerprint(moment)
        assert state == moment
        if state.history:
            state.pop()
    refuses(InvalidStateError, "nothing to pop: no action has been played since the start", state.pop)
    assert fingerprint(state) == fingerprint(moments[0])


def test_finished_round_has_no_actions(case: Case) -> None:
    for seed in range(5):
        state = case.game_over(seed)
        ids = drawn(range(case.rules.num_actions), seed, 1000 if seed == 0 else SMALL)
        for table in (state, *(state.view(seat) for seat in range(case.rules.players))):
            assert table.is_over is True
            assert table.is_void in ((True, False) if set(table.payoffs) == {0} else (False,))
            assert table.current_player is None
            assert table.legal_actions() == table.legal_moves() == []
            assert not any(map(table.is_legal, ids))
            for figures in (table.payoffs, table.scores):
                assert type(figures) is tuple
                assert len(figures) == case.rules.players
                assert all(type(figure) is int for figure in figures)
            best = max(table.payoffs)
            best_seats = tuple(seat for seat, payoff in enumerate(table.payoffs) if payoff == best)
            assert table.winners == (best_seats if set(table.payoffs) != {0} else ())
        for action in ids:
            with pytest.raises(IllegalMoveError):
                state.push(action)


def test_payoffs_require_a_finished_round(case: Case) -> None:
    going_on = [state for state in case.states if state.legal_actions()]
    assert len(going_on) > 10
    for state in going_on:
        for table in (state, state.view(0)):
            assert table.is_over is False
            assert table.is_void is False
            assert table.current_player in range(case.rules.players)
            assert table.payoffs is None
            assert table.scores is None
            assert table.winners is None
