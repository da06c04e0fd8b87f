"""The last actions: kept, dropped by texts, stored in bytes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from helpers import codec
from helpers.cases import Case, some
from helpers.messages import says
from helpers.observations import MAX_RECENT
from helpers.refusal import refuses
from oxideal.errors import InvalidStateError

if TYPE_CHECKING:
    from collections.abc import Iterator


def played_with_seats(state: Any, seed: int) -> Iterator[tuple[Any, list[tuple[int, int]]]]:
    """Return a round played at random and its actions with their seats."""
    chance = random.Random(seed)
    log: list[tuple[int, int]] = []
    yield state.copy(), []
    while legal := state.legal_actions():
        log.append((state.current_player, chance.choice(legal)))
        state.push(log[-1][1])
        yield state.copy(), list(log)


def plain(recent: Any) -> None:
    assert type(recent) is tuple
    assert all(type(each) is tuple and list(map(type, each)) == [int, int] for each in recent)


def test_recent_lists_the_last_actions(case: Case) -> None:
    players = case.rules.players
    for place, (state, log) in enumerate(some(list(played_with_seats(case.state(1), 1)))):
        last = tuple(log[-MAX_RECENT:])
        plain(state.recent)
        assert state.recent == last
        assert all(state.view(seat).recent == last for seat in range(players))
        seat = place % players
        assert case.module.View.from_events(case.rules, seat, state.events(seat)).recent == last


def test_samples_continue_the_last_actions(case: Case) -> None:
    for place, (state, log) in enumerate(some(list(played_with_seats(case.state(5), 5)))):
        seat = place % case.rules.players
        sample = state.view(seat).sample(place)
        assert sample.history == ()
        assert sample.recent == sample.copy().recent == tuple(log[-MAX_RECENT:])
        for other in range(case.rules.players):
            assert sample.view(other).recent == sample.recent
        again = list(log)
        for _ in range(3):
            if sample.is_over:
                break
            again.append((sample.current_player, sample.legal_actions()[-1]))
            sample.push(again[-1][1])
            assert sample.recent == tuple(again[-MAX_RECENT:])
        twin = case.other.State.from_bytes(sample.to_bytes())
        assert twin.recent == sample.recent
        assert twin.to_bytes() == sample.to_bytes()
        # A sample of a sample's view knows the same; earlier actions are not among its events.
        assert sample.view(seat).sample(1).recent == sample.recent
        played = again[len(log) :]
        for other in range(case.rules.players):
            view = case.module.View.from_events(case.rules, other, sample.events(other))
            assert view == sample.view(other)
            assert view.recent == tuple(played)
        while sample.history:
            sample.pop()
            again.pop()
            assert sample.recent == tuple(again[-MAX_RECENT:])


def test_texts_drop_the_last_actions(case: Case) -> None:
    for state in case.states[1::6]:
        read = case.module.State.from_text(state.to_text())
        assert read.recent == ()
        for seat in range(case.rules.players):
            view = case.module.View.from_text(state.view(seat).to_text())
            assert view.recent == read.view(seat).recent == ()
            assert view == state.view(seat)  # they are history and do not count for equality
            assert hash(view) == hash(state.view(seat))
            assert view.sample(3).recent == ()
            position = f"position {state.view(seat).to_text()}"
            assert case.module.View.from_events(case.rules, seat, [position]).recent == ()
        if legal := read.legal_actions():
            read.push(legal[0])
            assert list(read.recent) == [(state.current_player, legal[0])]


def kept_chance(view: Any, seed: int) -> bytes:
    """Return what the bytes of its samples contain about chance, if anything."""
    sample = view.sample(seed)
    data, text = sample.to_bytes(), codec.sized(sample.to_text())
    after = data.index(text) + len(text)
    tail = codec.recent(sample.recent) + codec.history(())
    assert data.endswith(tail)
    return bytes(data[after : len(data) - len(tail)])


def damaged(case: Case) -> Iterator[tuple[bytes, str]]:
    """Return wrong last actions with their errors."""
    count, players = case.rules.num_actions, case.rules.players
    no_seat = f" out of range: this game has seats 0 to {players - 1}"
    no_action = f" out of range: these rules have actions 0 to {count - 1}"
    for many in (17, 18, 200, 2**32 - 1):
        yield codec.number(many), says("too_many_last_actions", many)
        yield codec.number(many) + bytes(400), says("too_many_last_actions", many)
    for seat in (players, 255, 256, 2**32 - 1):
        yield codec.recent([(0, 0), (seat, 0)]), f"seat {seat}{no_seat}"
        yield codec.recent([(seat, count)]), f"seat {seat}{no_seat}"  # the seat comes first
        yield codec.number(3) + codec.number(seat), f"seat {seat}{no_seat}"
    for action in (count, 2**31, 2**32 - 1):
        yield codec.recent([(0, 0)] * 15 + [(0, action)]), f"action {action}{no_action}"
        yield codec.number(3) + b"\0" + codec.number(action), f"action {action}{no_action}"
    yield b"\xff" * 5, says("number_in_bytes_too_large")
    yield b"\x01\x80\x80\x80\x80\x10", says("number_in_bytes_too_large")
    yield b"\x01\x00\xff\xff\xff\xff\x1f", says("number_in_bytes_too_large")
    yield b"\x02\x00\x00\x00", says("truncated_bytes")
    yield b"\x01", says("truncated_bytes")
    yield b"", says("truncated_bytes")


def test_damaged_last_actions_are_refused(case: Case) -> None:
    state = case.midway
    view, sample = state.view(0), state.view(0).sample(1)
    rules = codec.rules_of(view.to_bytes(), case.game)
    views = codec.header("V", case.game, rules) + codec.number(0) + codec.sized(view.to_text())
    ahead = kept_chance(view, 1)
    states = codec.header("S", case.game, rules) + codec.by_hand(sample.to_text(), ahead, None)
    for wrong, message in damaged(case):
        refuses(InvalidStateError, message, case.module.View.from_bytes, views + wrong)
        refuses(InvalidStateError, message, case.module.State.from_bytes, states + wrong)
        if "truncated" not in message:  # the remaining bytes do not matter
            refuses(InvalidStateError, message, case.module.State.from_bytes, states + wrong + codec.history((0,)))
            refuses(InvalidStateError, message, case.module.View.from_bytes, views + wrong + bytes(99))
