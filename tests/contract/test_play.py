"""Rounds are dealt from an origin; actions are played, undone and counted; rounds end and pay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers import codec, effort
from helpers.cases import Case, chance_ahead, module_of, play, rows
from helpers.contract import COPIES, SMALL, Index, count, drawn, fingerprint
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import IllegalMoveError, InvalidStateError, OxidealError

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
    message = "nothing to pop: no action has been played since the start"
    refuses(InvalidStateError, message, case.state().pop)


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


DRAWINGS = [(game, number) for game in GAMES for number in range(len(rows(game, "pictures.json")))]


@pytest.mark.parametrize(("game", "number"), DRAWINGS)
def test_render(game: str, number: int, backend: str) -> None:
    row: dict[str, Any] = rows(game, "pictures.json")[number]
    reader = getattr(module_of(game, backend), row["reader"])
    assert str(reader.from_text(row["text"])).split("\n") == row["lines"]


SEQUENCES = 2_500
"""The approximate limit up to which action sequences are counted by playing."""


def countable(state: Any, most: int) -> range:
    """Return the depths that are cheap to count by playing. Few legal actions now can still lead to many."""
    branches = len(state.legal_actions())
    return range(next((depth for depth in range(2, most + 1) if branches**depth > SEQUENCES), most + 1))


def test_perft_matches_counting_by_playing(case: Case) -> None:
    for state in [*case.states[::9], case.game_over()]:
        before = fingerprint(state)
        for depth in countable(state, 2):
            assert state.perft(depth) == count(state, depth)
        assert fingerprint(state) == before
    for depth in countable(case.state(), 3):
        assert case.state().perft(depth) == count(case.state(), depth)


@pytest.mark.parametrize("game", GAMES)
def test_perft_matches_the_published_numbers(game: str, backend: str) -> None:
    for row in rows(game, "perft.json")[:: 1 if effort.level else 3]:
        state = module_of(game, backend).State.from_text(row["text"], seed=0)
        assert [state.perft(depth) for depth in range(len(row["counts"]))] == row["counts"], row["why"]


def test_seed_and_stream_determine_the_deal(case: Case) -> None:
    state_type, rules = case.module.State, case.rules
    for seed, stream in ((0, 0), (2**256 - 1, 2**96 - 1), (2**64, 2**32)):
        state = state_type(rules, seed=seed, stream=stream)
        assert (state.seed, state.stream) == (seed, stream)
        assert state == state_type(rules, seed=seed.to_bytes(32, "little"), stream=Index(stream))
        assert (
            state.to_text()
            == case.other.State(case.other.Rules.from_dict(case.fields), seed=seed, stream=stream).to_text()
        )
    assert state_type(rules, seed=1) != state_type(rules, seed=1, stream=1)
    assert state_type(seed=1) == state_type(None, seed=1) == state_type(case.module.Rules(), seed=1)
    drawn = state_type(rules)
    assert drawn.seed is not None
    assert drawn == state_type(rules, seed=drawn.seed, stream=0)
    assert drawn.seed != state_type(rules).seed
    assert case.state().view(0).sample() is not None


def test_dealer_is_drawn_or_given(case: Case) -> None:
    """The dealer is drawn first, unless it is given or there is only one seat."""
    state_type, rules, players = case.module.State, case.rules, case.rules.players
    drawn_state = case.state(7, 3)
    assert state_type(rules, seed=7, stream=3, dealer=None) == drawn_state
    states = [state_type(rules, seed=7, stream=3, dealer=seat) for seat in range(players)]
    for seat, state in enumerate(states):
        assert (state.seed, state.stream, state.history) == (7, 3, ())
        assert state == state_type(rules, seed=7, stream=Index(3), dealer=Index(seat)) == case.state(7, 3, seat)
        assert (state == drawn_state) is (players == 1)
        assert [state == other for other in states] == [seat == other for other in range(players)]
        twin = case.other.State(case.other.Rules.from_dict(case.fields), seed=7, stream=3, dealer=np.uint8(seat))
        assert twin.to_text() == state.to_text()
        text = state.to_text()
        moments = list(play(state, seat))
        assert moments[0].to_text() == text
        for moment in (moments[0], moments[-1]):
            data = moment.to_bytes()
            head = codec.header("S", case.game, codec.rules_of(data, case.game))
            assert data == head + codec.dealt(7, 3, seat) + codec.history(moment.history)
            assert case.other.State.from_bytes(data).to_bytes() == data
            for way in COPIES:
                copied = COPIES[way](moment)
                assert copied == moment
                assert copied.to_bytes() == data
            for view in range(players):
                assert case.module.View.from_events(rules, view, moment.events(view)) == moment.view(view)


def started(state: Any) -> Any:
    """Return the state before its first action."""
    start = state.copy()
    while start.history:
        start.pop()
    return start


def test_origin_of_a_dealt_round(case: Case) -> None:
    for dealer in (None, *range(case.rules.players)):
        state = case.state(7, 3, dealer)
        assert state.origin == (7, 3, 0, dealer, None, ())
        state.push(state.legal_actions()[0])
        assert state.origin == (7, 3, 0, dealer, None, ())


def test_origin_of_a_position(case: Case) -> None:
    for state in case.states:
        if state.seed is not None:
            continue
        origin, start = state.origin, started(state)
        assert (origin.text, origin.dealer) == (start.to_text(), None)
        assert origin.recent == start.recent
        assert ((origin.seed, origin.stream) == (None, None)) is (not chance_ahead(start))
        if origin.seed is None:
            assert origin.drawn == 0


def test_from_origin_restores_the_start(case: Case) -> None:
    for state in case.states:
        for module in (case.module, case.other):
            rules = module.Rules.from_dict(case.fields)
            again = module.State.from_origin(rules, state.origin)
            assert again.history == ()
            assert again.to_bytes() == started(state).to_bytes()
            for action in state.history:
                again.push(action)
            assert again.to_bytes() == state.to_bytes()
            assert again.origin == state.origin


def test_impossible_origins_are_refused(case: Case) -> None:
    origin = case.state(7).origin
    wrong = [
        origin._replace(seed=-1),
        origin._replace(stream=2**96),
        origin._replace(dealer=case.rules.players),
        origin._replace(drawn=1),
        origin._replace(seed=None),
        origin._replace(text="nothing"),
        origin._replace(recent=((0, 0),)),
    ]
    for each in wrong:
        with pytest.raises(OxidealError):
            case.module.State.from_origin(case.rules, each)
