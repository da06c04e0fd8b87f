"""Every promise of `docs/contract.md`, for every game, on both backends, with all of its rules."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from helpers import codec
from helpers.cases import BACKENDS, Case, chance_ahead, module_of, play, protocol_of, rows
from helpers.refusal import refuses, shown_type
from oxideal.differential import GAMES
from oxideal.errors import (
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
    OxidealError,
)
from oxideal.interface import Playouts, PlayoutsFunction

RULE = re.compile(r"[A-Z]{2}-\d\d")

SEEDS = "a seed is an integer from 0 to 2**256 - 1, 32 bytes, or None (the system's entropy)"


class Index:
    """Neither an int nor a numpy integer, but usable as one."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def fingerprint(state: Any) -> tuple[object, ...]:
    """All that must stay the same when nothing happens."""
    return (state.to_text(), hash(state), state.history, state.seed, state.stream, state.legal_actions(), str(state))


SMALL = 100
"""A table of so many ids is gone through in full everywhere; of a larger one mostly so many ids, drawn at random."""

LARGE = 3000
"""Of a large table so many ids are tried where it is done once."""


def drawn(ids: Sequence[int], seed: int, most: int = SMALL) -> list[int]:
    """All of them where they are few, else a sample in the same order."""
    if len(ids) <= most:
        return list(ids)
    return sorted(random.Random(seed).sample(ids, most))


def states_with_ids(case: Case) -> Iterator[tuple[Any, list[int]]]:
    """Every state with the ids to try on it: all of the table where it is small, or else many of them on one of the
    states; on the others a sample, for each another one, and half of it from the neighbours of what is legal.
    """
    table, states = range(case.rules.num_actions), case.states
    for place, state in enumerate(states):
        if len(table) <= SMALL or place == len(states) // 3:
            yield state, drawn(table, place, LARGE)
        else:
            near = {action + step for action in drawn(state.legal_actions(), place, SMALL // 6) for step in (-1, 0, 1)}
            yield state, sorted({*drawn(table, place, SMALL // 2), *near.intersection(table)})


def wrong_moves(case: Case) -> list[Any]:
    """What is neither an id nor a move of this game on this backend."""
    return [None, True, False, 1.0, "0", str(case.rules.move(0)), b"0", [0], object(), case.other.Rules().move(0)]


# Moves and ids


def test_ids_are_dense_and_every_one_is_a_move(case: Case) -> None:
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


def test_there_is_no_move_beyond_the_table(case: Case) -> None:
    rules = case.rules
    for action in (-1, rules.num_actions, 2**31, 2**32, 2**63, 2**64, 10**30, -(10**30)):
        message = f"there is no action {action}: the ids of this table are 0 to {rules.num_actions - 1}"
        refuses(InvalidMoveError, message, rules.move, action)


def test_moves_are_small_frozen_values(case: Case) -> None:
    for action in drawn(range(0, case.rules.num_actions, 5), 1):
        move, same = case.rules.move(action), case.rules.move(action)
        assert move == same
        assert hash(move) == hash(same)
        assert move != case.rules.move((action + 1) % case.rules.num_actions)
        assert move != action
        assert not hasattr(move, "__index__")  # a move is no number: another game's must not pass for an id
        assert copy.copy(move) == copy.deepcopy(move) == move
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(move, protocol)) == move
        for name in [name for name in dir(move) if not name.startswith("_")] + ["novelty"]:
            with pytest.raises(AttributeError):
                setattr(move, name, 0)
            with pytest.raises(AttributeError):
                delattr(move, name)


def test_legal_actions_ascend_and_legal_moves_are_the_same(case: Case) -> None:
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
        assert not any(map(state.is_legal, (-1, rules.num_actions, 2**64, 10**30, -(10**30))))
        for seat in range(rules.players):
            view = state.view(seat)
            own = state.current_player == seat  # what others may do depends on cards that are not seen
            assert view.legal_actions() == (legal if own else [])
            assert view.legal_moves() == (state.legal_moves() if own else [])
            for action in drawn(legal, seat, 10):
                assert view.is_legal(action) is view.is_legal(rules.move(action)) is own
            for action in drawn(ids, seat, 10):
                assert view.is_legal(action) is (own and action in members)


def test_integers_of_any_kind_are_ids(case: Case) -> None:
    for integer in (int, np.int8, np.uint8, np.int64, np.uint64, Index):
        state = case.state()
        action = state.legal_actions()[0]
        state.push(integer(action))
        assert state.history == (action,)
        assert state.is_legal(integer(action)) is (action in state.legal_actions())
        assert case.rules.move(integer(action)) == case.rules.move(action)


# Playing and taking back


def test_push_is_undone_by_pop(case: Case) -> None:
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


def test_a_whole_game_is_taken_back(case: Case) -> None:
    state = case.state()
    moments = list(play(state, 1))
    for moment in reversed(moments):
        assert fingerprint(state) == fingerprint(moment)
        assert state == moment
        if state.history:
            state.pop()
    refuses(InvalidStateError, "nothing to take back: no action has been played since the start", state.pop)
    assert fingerprint(state) == fingerprint(moments[0])


def test_every_illegal_id_is_refused_by_a_rule_and_changes_nothing(case: Case) -> None:
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


def test_what_is_no_move_is_refused_and_changes_nothing(case: Case) -> None:
    for state in case.states[::5]:
        before = fingerprint(state)
        for action in (-1, case.rules.num_actions, 2**64, 10**30, -(10**30)):
            message = f"there is no action {action}: the ids of this table are 0 to {case.rules.num_actions - 1}"
            refuses(InvalidMoveError, message, state.push, action)
        for thing in wrong_moves(case):
            hint = "; use parse() for texts" if isinstance(thing, str) else ""
            message = f"a move is an action id or a Move of this game, not {shown_type(thing)}{hint}"
            refuses(TypeError, message, state.push, thing)
            refuses(TypeError, message, state.is_legal, thing)
            refuses(TypeError, message, case.rules.action, thing)
        for text in ("", "no move", "\0", "\u2663" * 100):
            for table in (state, state.view(0), case.rules):
                with pytest.raises(InvalidMoveError):
                    table.parse(text)
        assert fingerprint(state) == before


def test_every_character_beyond_ascii_is_quoted_as_one_question_mark(case: Case) -> None:
    for strange in ("\u00e9", "\u2663", "\U0001f0a1", "\ud800", "\0", "\n", "\x7f"):
        for parse in (case.rules.parse, case.state().parse):
            with pytest.raises(InvalidMoveError) as caught:
                parse(f"<{strange}>" + strange * 100)
            assert f'"<?>{"?" * 37}..."' in str(caught.value)


def test_illegal_move_errors_can_be_pickled(case: Case) -> None:
    state = case.game_over()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.rule, again.reason, str(again)) == (caught.value.rule, caught.value.reason, str(caught.value))


def test_a_finished_round_is_finished(case: Case) -> None:
    for seed in range(5):
        state = case.game_over(seed)
        ids = drawn(range(case.rules.num_actions), seed, 1000 if seed == 0 else SMALL)
        for table in (state, *(state.view(seat) for seat in range(case.rules.players))):
            assert table.is_over is True
            assert table.current_player is None
            assert table.legal_actions() == table.legal_moves() == []
            assert not any(map(table.is_legal, ids))
            for figures in (table.payoffs, table.scores):
                assert type(figures) is tuple
                assert len(figures) == case.rules.players
                assert all(type(figure) is int for figure in figures)
        for action in ids:
            with pytest.raises(IllegalMoveError):
                state.push(action)


def test_before_the_end_there_are_no_payoffs(case: Case) -> None:
    going_on = [state for state in case.states if state.legal_actions()]
    assert len(going_on) > 20
    for state in going_on:
        for table in (state, state.view(0)):
            assert table.is_over is False
            assert table.current_player in range(case.rules.players)
            assert table.payoffs is None
            assert table.scores is None


# Copies, pickles, bytes, texts


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": lambda state: state.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "bytes": lambda state: type(state).from_bytes(state.to_bytes()),
    **{
        f"pickle {protocol}": lambda state, protocol=protocol: pickle.loads(pickle.dumps(state, protocol))  # type: ignore[misc]
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("way", COPIES)
def test_copies_are_equal_and_independent(case: Case, way: str) -> None:
    for state in case.states[::3]:
        before = fingerprint(state)
        twin = COPIES[way](state)
        assert type(twin) is type(state)
        assert twin == state
        assert fingerprint(twin) == before
        if state.legal_actions():
            twin.push(state.legal_actions()[-1])
            assert twin != state
            assert fingerprint(state) == before
            twin = COPIES[way](state)
            state.push(state.legal_actions()[0])
            assert twin != state
            assert fingerprint(twin) == before
            state.pop()
        while twin.history:  # the way back is the copy's own as well
            twin.pop()
        assert fingerprint(state) == before


def test_views_and_rules_are_copied_too(case: Case) -> None:
    for state in case.states[::4]:
        for thing in (state.view(0), state.rules):
            twins = [copy.copy(thing), copy.deepcopy(thing)]
            twins += [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
            for twin in twins:
                assert type(twin) is type(thing)
                assert twin == thing
                assert hash(twin) == hash(thing)
        view = state.view(0)
        for twin in (type(view).from_bytes(view.to_bytes()), type(view).from_text(view.to_text())):
            assert twin == view
            assert hash(twin) == hash(view)
            assert (twin.to_text(), twin.rules) == (view.to_text(), view.rules)
        assert type(view).from_bytes(view.to_bytes()).to_bytes() == view.to_bytes()


def test_texts_keep_the_position_and_forget_the_way(case: Case) -> None:
    for state in case.states:
        read = case.module.State.from_text(state.to_text())
        if not chance_ahead(state):
            assert read == state
            assert hash(read) == hash(state)
        elif state.seed is not None:
            assert read != state  # the text does not hold what the deal's stream has still to bring
        for seat in range(case.rules.players):
            assert read.view(seat) == state.view(seat)
        assert read.rules == state.rules
        assert read.to_text() == state.to_text()
        assert state.to_text().isascii()
        assert state.to_text().isprintable()
        assert (read.history, read.seed, read.stream) == ((), None, None)
        assert read.legal_actions() == state.legal_actions()


def test_the_seed_of_a_text_is_that_of_all_chance_ahead(case: Case) -> None:
    read = case.module.State.from_text
    for place, state in enumerate(case.states[::3]):
        text, ahead = state.to_text(), chance_ahead(state)
        plain = read(text)
        assert plain == read(text, seed=0) == read(text, stream=0) == read(text, seed=bytes(32), stream=Index(0))
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
            for _ in range(12):  # both go on in the same way, on the other backend too
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
            assert read(text, seed=None) != read(text, seed=None)  # from the system's entropy


def test_states_are_equal_whatever_way_led_there(case: Case) -> None:
    for place, state in enumerate(case.states):
        detour, straight = (case.module.State.from_text(state.to_text()) for _ in range(2))
        for action in drawn(state.legal_actions(), place):
            detour.push(action)
            detour.pop()
        assert detour == straight
        assert hash(detour) == hash(straight)
        assert (detour == state) is (straight == state)
        assert chance_ahead(state) or detour == state
        assert state != case.state(seed=1234)
        assert state != state.view(0)
        assert state != state.to_text()
    assert case.state(1) != case.state(2)


def test_bytes_are_read_by_the_other_backend(case: Case) -> None:
    for state in case.states:
        other = case.other.State.from_bytes(state.to_bytes())
        assert other.to_bytes() == state.to_bytes()
        assert (other.to_text(), other.history, other.seed, other.stream) == (
            state.to_text(),
            state.history,
            state.seed,
            state.stream,
        )
        for seat in range(case.rules.players):
            view = state.view(seat)
            assert case.other.View.from_bytes(view.to_bytes()).to_bytes() == view.to_bytes()
            assert case.other.View.from_text(view.to_text()).to_text() == view.to_text()


def test_bytes_are_laid_out_as_written(case: Case) -> None:
    for state in case.states:
        data = state.to_bytes()
        rules = codec.rules_of(data, case.game)
        start = state.copy()
        while start.history:
            start.pop()
        head = codec.header("S", case.game, rules)
        if state.seed is not None:
            origin = codec.dealt(state.seed, state.stream)
        else:
            at = len(head + codec.by_hand(start.to_text(), last=None))
            kept = data[at : at + 52] if chance_ahead(start) else b""  # what it is: see the test of texts' seeds
            origin = codec.by_hand(start.to_text(), kept, start.recent)
        assert data == head + origin + codec.history(state.history)
        for seat in range(case.rules.players):
            view = state.view(seat)
            content = codec.number(seat) + codec.sized(view.to_text()) + codec.recent(view.recent)
            assert view.to_bytes() == codec.header("V", case.game, rules) + content


def test_damaged_bytes_are_refused(case: Case) -> None:
    state = case.midway
    data, view = state.to_bytes(), state.view(0).to_bytes()
    rules = codec.rules_of(data, case.game)
    head = codec.header("S", case.game, rules)
    start = codec.dealt(state.seed, state.stream)
    by_hand = codec.by_hand(state.to_text(), codec.chance(0, 0, 0) if chance_ahead(state) else b"")
    count = case.rules.num_actions
    illegal = next(action for action in range(count) if not state.is_legal(action))
    with pytest.raises(IllegalMoveError) as caught:
        state.push(illegal)
    no_start = "these bytes do not begin as a saved state or view does"
    too_early, too_large = "the bytes end too early", "a number in these bytes is too large"
    players = case.rules.players
    no_seat = f": the seats of this game are 0 to {players - 1}"
    other_rules = "the rules of the position's text are not those of these bytes"
    cases: list[tuple[bytes, str]] = [
        (b"oxid" + data[4:], no_start),
        (b"OXIE" + data[4:], no_start),
        (b"PNG\0", no_start),
        (b"OXID\x09" + data[5:], "saved in format 9; this version reads format 1"),
        (b"OXID\x00X", "saved in format 0; this version reads format 1"),
        (b"OXID\x01X" + data[6:], "these bytes hold neither a state nor a view"),
        (b"OXID\x01\xff", "these bytes hold neither a state nor a view"),
        (view, "these bytes hold a view, not a state"),
        (b"OXID\x01S" + codec.sized("chess"), f'these bytes hold the game "chess", not {case.game}'),
        (b"OXID\x01S" + codec.sized(b"\xc3\xa9" * 30), f'these bytes hold the game "{"?" * 40}...", not {case.game}'),
        (b"OXID\x01S\x00", f'these bytes hold the game "", not {case.game}'),
        (b"OXID\x01S" + b"\xff" * 5 + data, too_large),
        (b"OXID\x01S" + b"\x80\x80\x80\x80\x10" + data, too_large),  # 2**32
        (b"OXID\x01S" + b"\xff\xff\xff\xff\x0f" + data, too_early),  # 2**32 - 1
        (codec.header("S", case.game, b"") + start, "the rules in these bytes are not known"),
        (codec.header("S", case.game, b"\xff" * 200) + start, "the rules in these bytes are not known"),
        (head + b"\x02", "the origin in these bytes is neither 0 nor 1"),
        (head + codec.by_hand("?"), "the starting position: "),
        (head + by_hand + codec.history((count,)), "action 0 of the history: there is no action "),
        (head + by_hand + codec.history((2**32 - 1,)), "action 0 of the history: there is no action "),
        (head + by_hand + codec.history((illegal,)), f"action 0 of the history: {caught.value}"),
        (head + by_hand + b"\xff\xff\xff\xff\x0f", too_early),
        (head + start + codec.number(1) + b"\x80\x80\x80\x80\x80\x00", too_large),
        (head + codec.dealt(1, 0, players), f"there is no seat {players}{no_seat}"),
        (head + codec.dealt(1, 0, 254) + b"\xff" * 9, f"there is no seat 254{no_seat}"),
        (data + b"\0", "the bytes go on after the end: 1 too many"),
        (data + b"OXI", "the bytes go on after the end: 3 too many"),
    ]
    for other in GAMES[case.game]:
        if other != case.fields:
            text = case.module.State(case.module.Rules.from_dict(other), seed=1).to_text()
            cases.append((head + codec.by_hand(text), other_rules))
    for whole in (data, *(each.to_bytes() for each in case.states if each.seed is None and chance_ahead(each))):
        cases += [(whole[:length], too_early) for length in range(4, len(whole))]
    for broken, message in cases:
        with pytest.raises(InvalidStateError) as error:
            case.module.State.from_bytes(broken)
        expected = str(error.value)[: len(message)] if message.endswith(" ") else str(error.value)
        assert expected == message, broken
    for length in range(4):  # too short for the first four bytes to be right
        with pytest.raises(InvalidStateError):
            case.module.State.from_bytes(data[:length])


def test_damaged_bytes_of_views_are_refused(case: Case) -> None:
    state = case.midway
    data = state.view(0).to_bytes()
    head = codec.header("V", case.game, codec.rules_of(data, case.game))
    players = case.rules.players
    no_seat = f"there is no seat {players}: the seats of this game are 0 to {players - 1}"
    cases = [
        (state.to_bytes(), "these bytes hold a state, not a view"),
        (head + codec.number(players), no_seat),
        (head + codec.number(0) + codec.sized("?"), "the view: "),
        (head + codec.number(0) + codec.sized(state.to_text()), "the view: "),
        (data + b"\0", "the bytes go on after the end: 1 too many"),
        *((data[:length], "the bytes end too early") for length in range(4, len(data))),
    ]
    if players > 1:
        text = state.view(0).to_text()
        cases.append(
            (
                head + codec.number(1) + codec.sized(text),
                "the seat of the view's text is not that of these bytes",
            )
        )
    for other in GAMES[case.game]:
        if other != case.fields:
            text = case.module.State(case.module.Rules.from_dict(other), seed=1).view(0).to_text()
            cases.append(
                (
                    head + codec.number(0) + codec.sized(text),
                    "the rules of the position's text are not those of these bytes",
                )
            )
    for broken, message in cases:
        with pytest.raises(InvalidStateError) as error:
            case.module.View.from_bytes(broken)
        expected = str(error.value)[: len(message)] if message.endswith(" ") else str(error.value)
        assert expected == message, broken


# Views


def test_samples_have_the_same_view(case: Case) -> None:
    for state in case.states:
        for seat in range(case.rules.players):
            view = state.view(seat)
            others = case.other.View.from_text(view.to_text())
            for seed in range(2):
                sample = view.sample(seed)
                assert type(sample) is case.module.State
                assert sample.view(seat) == view
                assert sample.view(view.seat).to_text() == view.to_text()
                assert view.sample(seed) == sample
                assert others.sample(seed, seat).to_text() == view.sample(seed, seat).to_text()
                assert view.sample(seed, 1) == view.sample(seed, stream=1)
                assert sample.rules == state.rules
                assert (sample.current_player, sample.is_over) == (state.current_player, state.is_over)
                assert (sample.history, sample.seed, sample.stream) == ((), None, None)


def everything_in(view: Any) -> list[object]:
    """All that can be got out of a view in one way or another."""
    public = [name for name in dir(view) if not name.startswith("_")]
    values = {name: repr(getattr(view, name)) for name in public if not callable(getattr(view, name))}
    return [
        values,
        *(pickle.dumps(view, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
        view.to_bytes(),
        view.to_text(),
        str(view),
        repr(view),
        hash(view),
        view.legal_actions(),
        [sample.to_text() for sample in map(view.sample, range(3))],
    ]


def test_views_hold_nothing_hidden(case: Case) -> None:
    different = 0
    states = case.states[::2]
    for state in states:
        for seat in range(case.rules.players):
            one, two = (state.view(seat).sample(seed) for seed in (1, 2))
            different += one != two
            assert one.view(seat) == two.view(seat)
            assert everything_in(one.view(seat)) == everything_in(two.view(seat)) == everything_in(state.view(seat))
    assert different > len(states) // 2


def test_events_make_the_view_at_every_ply(case: Case) -> None:
    for place, state in enumerate(case.states):
        for seat in range(case.rules.players):
            events = state.events(seat)
            assert type(events) is list
            assert all(type(event) is str for event in events)
            assert state.seed is not None or events[0].startswith("position ")
            for given in (events, tuple(events), iter(events)) if place % 4 == 0 else (events,):
                view = case.module.View.from_events(state.rules, seat, given)
                assert view == state.view(seat)
                assert view.seat == seat
                assert view.to_text() == state.view(seat).to_text()


def test_events_grow_as_the_game_goes_on(case: Case) -> None:
    state = case.state()
    earlier: list[str] = []
    for moment in play(state, 3):
        events = moment.events(0)
        assert events[: len(earlier)] == earlier
        earlier = events
    assert len(earlier) > len(case.state().events(0))
    with pytest.raises(InvalidRecordError, match=f"^event {len(earlier)}: "):
        case.module.View.from_events(case.rules, 0, [*earlier, earlier[-1]])
    with pytest.raises(InvalidRecordError, match=r"^event 0: "):
        case.module.View.from_events(case.rules, 0, ["no such thing", *earlier])


def test_positions_of_events_are_those_of_the_seat_and_the_rules(case: Case) -> None:
    state, from_events = case.midway, case.module.View.from_events
    for seat in range(case.rules.players):
        position = f"position {state.view(seat).to_text()}"
        assert from_events(case.rules, seat, [position]) == state.view(seat)
        for other in range(case.rules.players):
            if other != seat:
                message = "event 0: the position is seen from another seat than that given"
                refuses(InvalidRecordError, message, from_events, case.rules, other, [position])
        for fields in GAMES[case.game]:
            rules = case.module.Rules.from_dict(fields)
            if fields != case.fields and rules.players > seat:
                message = "event 0: the rules of the position are not those given"
                refuses(InvalidRecordError, message, from_events, rules, seat, [position])


def test_views_are_frozen(case: Case) -> None:
    view = case.midway.view(0)
    for name in [name for name in dir(view) if not name.startswith("_")] + ["novelty"]:
        with pytest.raises(AttributeError):
            setattr(view, name, 0)
        with pytest.raises(AttributeError):
            delattr(view, name)


# Counting


SEQUENCES = 2_500
"""Up to about so many action sequences are played one by one to be counted."""


def countable(state: Any, most: int) -> range:
    """The depths up to this one that can be counted by playing; with few legal actions now there may be more later."""
    branches = len(state.legal_actions())
    return range(next((depth for depth in range(2, most + 1) if branches**depth > SEQUENCES), most + 1))


def count(state: Any, depth: int) -> int:
    """The number of action sequences of this length, by playing them."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        state.push(action)
        total += count(state, depth - 1)
        state.pop()
    return total


def test_perft_counts_what_can_be_played(case: Case) -> None:
    for state in [*case.states[::9], case.game_over()]:
        before = fingerprint(state)
        for depth in countable(state, 2):
            assert state.perft(depth) == count(state, depth)
        assert fingerprint(state) == before
    for depth in countable(case.state(), 3):
        assert case.state().perft(depth) == count(case.state(), depth)


@pytest.mark.parametrize("game", GAMES)
def test_perft_has_the_published_numbers(game: str, backend: str) -> None:
    for row in rows(game, "perft.json"):
        state = module_of(game, backend).State.from_text(row["text"])
        assert [state.perft(depth) for depth in range(len(row["counts"]))] == row["counts"], row["why"]


# Rules


def test_rules_are_frozen_values(case: Case) -> None:
    rules = case.rules
    assert rules.to_dict() == case.fields
    assert case.module.Rules(**case.fields) == rules
    assert case.module.Rules.from_dict(rules.to_dict()) == rules
    assert hash(case.module.Rules.from_dict(case.fields)) == hash(rules)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules
    for name in [name for name in dir(rules) if not name.startswith("_")] + ["novelty"]:
        with pytest.raises(AttributeError):
            setattr(rules, name, 0)
        with pytest.raises(AttributeError):
            delattr(rules, name)
    assert rules.to_dict() == case.fields
    assert repr(rules) == f"Rules({', '.join(f'{name}={value!r}' for name, value in case.fields.items())})"
    assert rules != case.fields
    assert case.state().rules == rules == case.state().view(0).rules


@pytest.mark.parametrize("game", GAMES)
def test_rules_tell_each_other_apart(game: str, backend: str) -> None:
    module = module_of(game, backend)
    for one in GAMES[game]:
        for two in GAMES[game]:
            assert (module.Rules.from_dict(one) == module.Rules.from_dict(two)) is (one == two)
            states = [module.State(module.Rules.from_dict(each), seed=7) for each in (one, two)]
            assert (states[0] == states[1]) is (one == two)
            assert (states[0].view(0) == states[1].view(0)) is (one == two)


def test_fields_may_be_missing_but_not_unknown(case: Case) -> None:
    plain = case.module.Rules()
    assert case.module.Rules.from_dict({}) == plain

    def outcome(make: Callable[[], Any]) -> Any:
        """Not every choice of fields makes rules."""
        try:
            return make()
        except InvalidRulesError as error:
            return str(error)

    makes = 0
    for name, value in case.fields.items():
        without = {other: each for other, each in case.fields.items() if other != name}
        for given in ({name: value}, without):
            rules = outcome(partial(case.module.Rules.from_dict, given))
            assert rules == outcome(partial(case.module.Rules, **given))
            makes += not isinstance(rules, str)
    assert makes > len(case.fields)
    fields = ", ".join(case.fields)
    for name in ("nonsense", "", "x" * 41, "caf\u00e9"):
        shown = ("x" * 40 + "...") if len(name) > 40 else name.replace("\u00e9", "?")
        message = f'"{shown}" is no field of these rules: the fields are {fields}'
        refuses(InvalidRulesError, message, case.module.Rules.from_dict, {name: 1})
    with pytest.raises(TypeError):
        case.module.Rules(*case.fields.values())


# Observations and the last actions (more of them in `test_observation.py`)


def test_equal_views_with_the_same_last_actions_observe_the_same(case: Case) -> None:
    for place, state in enumerate(case.states[::3]):
        for seat in range(case.rules.players):
            view = state.view(seat)
            found = view.observation()
            assert (found.dtype, found.shape) == (np.uint8, (case.rules.observation_spec().size,))
            assert np.array_equal(view.sample(place).view(seat).observation(), found)
            read = case.module.View.from_bytes(view.to_bytes())
            assert (read, read.recent) == (view, view.recent)
            assert np.array_equal(read.observation(), found)


def test_recent_are_the_last_sixteen_actions(case: Case) -> None:
    seen: list[tuple[int | None, int]] = []
    state = case.state(8)
    chance = random.Random(8)
    for ply in range(60):
        assert state.recent == tuple(seen[-16:])
        assert all(state.view(seat).recent == state.recent for seat in range(case.rules.players))
        if state.is_over:
            break
        if ply == 20:  # those before a sample was drawn are among them
            state = state.view(0).sample(3)
            assert state.recent == tuple(seen[-16:])
        seen.append((state.current_player, chance.choice(state.legal_actions())))
        state.push(seen[-1][1])


# Playouts


def results(played: Playouts) -> tuple[list[Any], list[Any]]:
    return played.payoffs.tolist(), played.lengths.tolist()


def test_playouts_are_the_same_however_they_are_cut(case: Case) -> None:
    rules, playouts = case.rules, case.module.playouts
    whole = playouts(rules, 12, 7)
    assert isinstance(whole, Playouts)
    for array, shape in ((whole.payoffs, (12, rules.players)), (whole.lengths, (12,))):
        assert array.dtype == np.int32
        assert array.shape == shape
    assert results(whole) == results(playouts(rules, 12, seed=7, policy="random", threads=3, first=0))
    assert results(whole) == results(playouts(rules, 12, 7, "random", 16))
    for cuts in ((0, 12), (1, 5, 6), (11, 1)):
        done, parts = 0, []
        for games in cuts:
            parts.append(playouts(rules, games, 7, first=done))
            done += games
        assert np.concatenate([part.payoffs for part in parts]).tolist() == whole.payoffs.tolist()
        assert np.concatenate([part.lengths for part in parts]).tolist() == whole.lengths.tolist()
    assert results(whole) != results(playouts(rules, 12, 8))
    assert results(whole) == results(playouts(rules, 12, (7).to_bytes(32, "little")))
    assert results(whole) == results(case.other.playouts(case.other.Rules.from_dict(case.fields), 12, 7))
    assert len(playouts(rules, 3).lengths) == 3  # from the system's entropy


def test_game_k_of_a_run_can_be_played_again_alone(case: Case) -> None:
    for seed in (7, 2**256 - 1):
        for first in (0, 5, 2**32 - 2, 2**64 - 4):
            run = case.module.playouts(case.rules, 4, seed, first=first)
            alone = [case.module.playouts(case.rules, 1, seed, first=first + k) for k in range(4)]
            assert [each.payoffs[0].tolist() for each in alone] == run.payoffs.tolist()
            assert [each.lengths[0] for each in alone] == run.lengths.tolist()


@pytest.mark.parametrize("game", GAMES)
def test_playouts_have_the_published_results(game: str, backend: str) -> None:
    module = module_of(game, backend)
    for row in rows(game, "playouts.json"):
        rules, seed, first = module.Rules.from_dict(row["rules"]), int(row["seed"]), int(row["first"])
        played = module.playouts(rules, len(row["lengths"]), seed, first=first)
        assert results(played) == (row["payoffs"], row["lengths"])


# Arguments


def test_seeds_and_streams(case: Case) -> None:
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


def test_who_deals(case: Case) -> None:
    """Drawn first, unless it is given, or there is but one seat."""
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
        for moment in (moments[0], moments[len(moments) // 2], moments[-1]):
            data = moment.to_bytes()
            head = codec.header("S", case.game, codec.rules_of(data, case.game))
            assert data == head + codec.dealt(7, 3, seat) + codec.history(moment.history)
            assert case.other.State.from_bytes(data).to_bytes() == data
            for way in COPIES:
                copied = COPIES[way](moment)
                assert copied == moment
                assert copied.to_bytes() == data
                while copied.history:
                    copied.pop()
                assert copied.to_text() == text
            for view in range(players):
                assert case.module.View.from_events(rules, view, moment.events(view)) == moment.view(view)


NOT_INTEGERS: tuple[Any, ...] = ("0", None, 1.0, True, b"0", [])


def test_dealers_are_checked(case: Case) -> None:
    state_type, rules = case.module.State, case.rules
    for dealer in (-1, rules.players, 2**64, 10**30):
        message = f"there is no seat {dealer}: the seats of this game are 0 to {rules.players - 1}"
        refuses(InvalidArgumentError, message, state_type, rules, seed=1, dealer=dealer)
    for thing in NOT_INTEGERS:
        if thing is not None:
            message = f"dealer must be an integer, not {shown_type(thing)}"
            refuses(TypeError, message, state_type, rules, seed=1, dealer=thing)


def test_seats_are_checked(case: Case) -> None:
    module, rules, state = case.module, case.rules, case.state()
    for seat in (-1, rules.players, 2**64, 10**30):
        message = f"there is no seat {seat}: the seats of this game are 0 to {rules.players - 1}"
        refuses(InvalidArgumentError, message, state.view, seat)
        refuses(InvalidArgumentError, message, state.events, seat)
        refuses(InvalidArgumentError, message, module.View.from_events, rules, seat, [])
    for thing in NOT_INTEGERS:
        message = f"seat must be an integer, not {shown_type(thing)}"
        refuses(TypeError, message, state.view, thing)
        refuses(TypeError, message, state.events, thing)
        refuses(TypeError, message, module.View.from_events, rules, thing, [])


def test_seeds_are_checked(case: Case) -> None:
    module, rules, view, text = case.module, case.rules, case.state().view(0), case.state().to_text()
    wrong: list[tuple[type[Exception], str, Any]] = []
    wrong += [(InvalidArgumentError, "; this integer is outside that range", seed) for seed in (-1, 2**256, -(10**100))]
    wrong += [(InvalidArgumentError, f"; these are {len(seed)} bytes", seed) for seed in (b"", b"short", b"x" * 33)]
    wrong += [(TypeError, f", not {type(seed).__name__}", seed) for seed in ("7", 7.0, True, [7])]
    for error, ending, seed in wrong:
        refuses(error, SEEDS + ending, module.State, rules, seed=seed)
        refuses(error, SEEDS + ending, view.sample, seed)
        refuses(error, SEEDS + ending, module.State.from_text, text, seed=seed)
        refuses(error, SEEDS + ending, module.playouts, rules, 1, seed)


def test_streams_are_checked(case: Case) -> None:
    module, rules, view, text = case.module, case.rules, case.state().view(0), case.state().to_text()
    message = "a stream is an integer from 0 to 2**96 - 1; this integer is outside that range"
    for stream in (-1, 2**96, 10**30):
        refuses(InvalidArgumentError, message, module.State, rules, seed=1, stream=stream)
        refuses(InvalidArgumentError, message, view.sample, 1, stream)
        refuses(InvalidArgumentError, message, module.State.from_text, text, stream=stream)
    for thing in NOT_INTEGERS:
        message = f"stream must be an integer, not {shown_type(thing)}"
        refuses(TypeError, message, module.State, rules, seed=1, stream=thing)
        refuses(TypeError, message, view.sample, 1, thing)
        refuses(TypeError, message, module.State.from_text, text, stream=thing)


def test_ids_and_depths_are_checked(case: Case) -> None:
    rules, state = case.rules, case.state()
    for depth in (-1, 256, 2**64, 10**30, -(10**30)):
        message = "a depth is an integer from 0 to 255; this integer is outside that range"
        refuses(InvalidArgumentError, message, state.perft, depth)
    for thing in NOT_INTEGERS:
        refuses(TypeError, f"depth must be an integer, not {shown_type(thing)}", state.perft, thing)
        refuses(TypeError, f"action must be an integer, not {shown_type(thing)}", rules.move, thing)


def test_rules_must_be_this_games(case: Case) -> None:
    module = case.module
    things: list[Any] = [5, "diagonal", {}, case.fields, case.other.Rules(), module.Rules, case.state()]
    for thing in things:
        message = f"rules must be a Rules object of this game, not {shown_type(thing)}"
        refuses(TypeError, message, module.State, thing)
        refuses(TypeError, message, module.View.from_events, thing, 0, [])
        refuses(TypeError, message, module.Batch, thing, 1)


def test_arguments_of_playouts_are_checked(case: Case) -> None:
    playouts, rules = case.module.playouts, case.rules
    outside = "this integer is outside that range"
    for n in (-1, 100_000_001, 10**30):
        refuses(InvalidArgumentError, f"n is an integer from 0 to 100000000; {outside}", playouts, rules, n, 1)
    for threads in (-1, 0, 257, 10**30):
        message = f"threads is an integer from 1 to 256; {outside}"
        refuses(InvalidArgumentError, message, playouts, rules, 1, 1, threads=threads)
    for first in (-1, 2**64, 10**30):
        message = f"first is an integer from 0 to 18446744073709551615; {outside}"
        refuses(InvalidArgumentError, message, playouts, rules, 1, 1, first=first)
    message = "the numbers of these games go beyond 2**64 - 1"
    refuses(InvalidArgumentError, message, playouts, rules, 2, 1, first=2**64 - 1)
    for policy, shown in (("best", "best"), ("", ""), ("\u00e9" * 50, "?" * 40 + "...")):
        message = f'there is no policy "{shown}": the policies are "random"'
        refuses(InvalidArgumentError, message, playouts, rules, 1, 1, policy)
    for thing in NOT_INTEGERS:
        name = type(thing).__name__
        refuses(TypeError, f"n must be an integer, not {name}", playouts, rules, thing)
        refuses(TypeError, f"threads must be an integer, not {name}", playouts, rules, 1, threads=thing)
        refuses(TypeError, f"first must be an integer, not {name}", playouts, rules, 1, first=thing)
    for thing in (None, 5, b"random"):
        refuses(TypeError, f"policy must be a str, not {shown_type(thing)}", playouts, rules, 1, 1, thing)


def test_texts_and_bytes_must_be_such(case: Case) -> None:
    module, rules, state = case.module, case.rules, case.state()
    for thing in (None, 5, b"text", ["text"]):
        message = f"text must be a str, not {shown_type(thing)}"
        for parse in (rules.parse, state.parse, state.view(0).parse, module.State.from_text, module.View.from_text):
            refuses(TypeError, message, parse, thing)
        message = f"an event must be a str, not {shown_type(thing)}"
        refuses(TypeError, message, module.View.from_events, rules, 0, [thing])
        refuses(TypeError, message, module.View.from_events, rules, 0, [*state.events(0), thing])
    for wrong in (None, 5, "data", [0]):
        message = f"data must be bytes, not {type(wrong).__name__}"
        refuses(TypeError, message, module.State.from_bytes, wrong)
        refuses(TypeError, message, module.View.from_bytes, wrong)


def test_views_are_not_made_out_of_nothing(case: Case) -> None:
    message = "a View comes from State.view(), View.from_events(), View.from_text() or View.from_bytes()"
    refuses(TypeError, message, case.module.View)


def test_events_must_be_a_list(case: Case) -> None:
    for thing in (5, None, "card 7S", case.rules):
        message = f"events must be a list of texts, not {shown_type(thing)}"
        refuses(TypeError, message, case.module.View.from_events, case.rules, 0, thing)


def test_errors_of_iterables_come_through(case: Case) -> None:
    class Failing:
        def __iter__(self) -> Any:
            raise ZeroDivisionError

    failing: list[Any] = [Failing(), (1 // 0 for _ in range(1))]
    for things in failing:
        with pytest.raises(ZeroDivisionError):
            case.module.View.from_events(case.rules, 0, things)


def test_all_errors_are_value_errors_of_the_package() -> None:
    kinds = (InvalidMoveError, IllegalMoveError, InvalidRulesError, InvalidStateError, InvalidRecordError)
    for kind in (*kinds, InvalidArgumentError):
        assert issubclass(kind, OxidealError)
        assert issubclass(kind, ValueError)


# Names and signatures


def public_names(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def protocol_names(protocol: type) -> set[str]:
    return {name for base in protocol.__mro__ for name in vars(base) if not name.startswith("_")}


def parameters(function: Callable[..., Any]) -> list[tuple[str, str, object]]:
    found = inspect.signature(function).parameters.values()
    return [(each.name, str(each.kind), each.default) for each in found]


def agrees(promised: list[tuple[str, str, object]], kept: list[tuple[str, str, object]]) -> bool:
    """`...` in the interface stands for any default."""
    return len(promised) == len(kept) and all(
        (name, kind) == (other, other_kind) and (default == value or default is ...)
        for (name, kind, default), (other, other_kind, value) in zip(promised, kept, strict=True)
    )


def without_self(found: list[tuple[str, str, object]]) -> list[tuple[str, str, object]]:
    return found[1:] if found and found[0][0] in ("self", "cls") else found


@pytest.mark.parametrize("game", GAMES)
def test_the_module_has_the_names_of_its_protocol(game: str, backend: str) -> None:
    module = cast("ModuleType", module_of(game, backend))
    promised = protocol_of(game)
    assert set(module.__all__) == protocol_names(promised)
    for name in module.__all__:
        kept, function = getattr(module, name), vars(promised).get(name)
        assert inspect.getdoc(kept), name
        if inspect.isfunction(function):
            assert agrees(without_self(parameters(function)), parameters(kept)), name
    assert module.__doc__


@pytest.mark.parametrize("name", ["Rules", "Move", "State", "View", "Batch"])
def test_classes_have_the_names_and_signatures_of_their_protocol(case: Case, name: str) -> None:
    kept, promised = getattr(case.module, name), protocol_of(case.game, name)
    state = case.state()
    instances = {"Rules": state.rules, "Move": state.rules.move(0), "State": state, "View": state.view(0)}
    instance = case.module.Batch(state.rules, 1) if name == "Batch" else instances[name]
    assert type(instance) is kept
    assert kept.__name__ == name
    assert public_names(instance) == protocol_names(promised)
    for method in sorted(protocol_names(promised)):
        function = inspect.getattr_static(promised, method)
        if isinstance(function, property):
            assert not callable(getattr(instance, method)), method
            continue
        bound = isinstance(function, classmethod)
        assert bound is (getattr(getattr(kept, method), "__self__", None) is kept), method
        wanted = parameters(function.__func__ if bound else function)
        assert agrees(without_self(wanted), without_self(parameters(getattr(instance, method)))), method
    constructor = inspect.getattr_static(promised, "__init__")
    if constructor.__name__ == "__init__":  # else it is the one that typing gives to protocols without
        assert agrees(without_self(parameters(constructor)), parameters(kept))


def test_playouts_have_the_signature_of_the_protocol(case: Case) -> None:
    assert agrees(without_self(parameters(PlayoutsFunction.__call__)), parameters(case.module.playouts))


@pytest.mark.parametrize("game", GAMES)
def test_both_backends_have_the_same_names_and_signatures(game: str) -> None:
    rust, reference = (module_of(game, backend) for backend in BACKENDS)
    assert rust is not reference
    assert set(cast("ModuleType", rust).__all__) == set(cast("ModuleType", reference).__all__)
    for name in ("Rules", "Move", "State", "Batch"):
        one, other = getattr(rust, name), getattr(reference, name)
        assert one is not other
        if "__init__" not in vars(protocol_of(game, name)) and name == "Move":
            for move_type in (one, other):  # moves that are not made by themselves
                with pytest.raises(TypeError):
                    move_type()
            continue
        left, right = parameters(one), parameters(other)
        assert [each[:2] for each in left] == [each[:2] for each in right]
