"""Bytes have the layout of `docs/contract.md`, and damaged bytes are refused."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import codec
from helpers.cases import Case, chance_ahead
from helpers.messages import says
from oxideal.differential import GAMES
from oxideal.errors import IllegalMoveError, InvalidStateError


def test_backends_read_each_others_bytes(case: Case) -> None:
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


def test_bytes_have_the_documented_layout(case: Case) -> None:
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
            kept = data[at : at + 52] if chance_ahead(start) else b""  # which one: see the test of texts' seeds
            origin = codec.by_hand(start.to_text(), kept, start.recent)
        assert data == head + origin + codec.history(state.history)
        for seat in range(case.rules.players):
            view = state.view(seat)
            content = codec.number(seat) + codec.sized(view.to_text()) + codec.recent(view.recent)
            assert view.to_bytes() == codec.header("V", case.game, rules) + content


def check_refused(kind: Any, cases: list[tuple[bytes, str]]) -> None:
    """Check that these bytes are refused with these messages; one that ends with a space may go on."""
    for broken, message in cases:
        with pytest.raises(InvalidStateError) as error:
            kind.from_bytes(broken)
        found = str(error.value)
        assert found == message or (message.endswith(" ") and found.startswith(message)), broken


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
    no_start = "not a saved state or view"
    too_early, too_large = says("truncated_bytes"), says("number_in_bytes_too_large")
    players = case.rules.players
    no_seat = f" out of range: this game has seats 0 to {players - 1}"
    other_rules = says("other_rules_in_bytes")
    cases: list[tuple[bytes, str]] = [
        (b"oxid" + data[4:], no_start),
        (b"OXIE" + data[4:], no_start),
        (b"PNG\0", no_start),
        (b"OXID\x09" + data[5:], "unsupported format 9; this version reads format 1"),
        (b"OXID\x00X", "unsupported format 0; this version reads format 1"),
        (b"OXID\x01X" + data[6:], says("not_bytes_of_state_or_view")),
        (b"OXID\x01\xff", says("not_bytes_of_state_or_view")),
        (view, "the bytes hold a view, not a state"),
        (b"OXID\x01S" + codec.sized("chess"), f'the bytes hold game "chess", not {case.game}'),
        (b"OXID\x01S" + codec.sized(b"\xc3\xa9" * 30), f'the bytes hold game "{"?" * 40}...", not {case.game}'),
        (b"OXID\x01S\x00", f'the bytes hold game "", not {case.game}'),
        (b"OXID\x01S" + b"\xff" * 5 + data, too_large),
        (b"OXID\x01S" + b"\x80\x80\x80\x80\x10" + data, too_large),  # 2**32
        (b"OXID\x01S" + b"\xff\xff\xff\xff\x0f" + data, too_early),  # 2**32 - 1
        *([(codec.header("S", case.game, b"") + start, says("invalid_rules_in_bytes"))] if rules else []),
        (codec.header("S", case.game, b"\xff" * 200) + start, says("invalid_rules_in_bytes")),
        (head + b"\x04", "the kind of origin in the bytes must be 0 to 3"),
        (head + b"\xff", "the kind of origin in the bytes must be 0 to 3"),
        (head + codec.by_hand("?"), "the starting position: "),
        (head + by_hand + codec.history((count,)), "action 0 of the history: action "),
        (head + by_hand + codec.history((2**32 - 1,)), "action 0 of the history: action "),
        (head + by_hand + codec.history((illegal,)), f"action 0 of the history: {caught.value}"),
        (head + by_hand + b"\xff\xff\xff\xff\x0f", says("too_many_saved_actions", 100_000, 2**32 - 1)),
        (head + start + codec.number(1) + b"\x80\x80\x80\x80\x80\x00", too_large),
        (head + codec.dealt(1, 0, players), f"seat {players}{no_seat}"),
        (head + codec.dealt(1, 0, 254) + b"\xff" * 9, f"seat 254{no_seat}"),
        (data + b"\0", says("one_trailing_byte")),
        (data + b"OXI", says("trailing_bytes", 3)),
    ]
    for other in GAMES[case.game]:
        if other != case.fields:
            text = case.module.State(case.module.Rules.from_dict(other), seed=1).to_text()
            cases.append((head + codec.by_hand(text), other_rules))
    for whole in (data, *(each.to_bytes() for each in case.states if each.seed is None and chance_ahead(each))):
        cases += [(whole[:length], too_early) for length in range(4, len(whole))]
    check_refused(case.module.State, cases)
    for length in range(4):  # too short for valid first four bytes
        with pytest.raises(InvalidStateError):
            case.module.State.from_bytes(data[:length])


def test_damaged_view_bytes_are_refused(case: Case) -> None:
    state = case.midway
    data = state.view(0).to_bytes()
    head = codec.header("V", case.game, codec.rules_of(data, case.game))
    players = case.rules.players
    no_seat = says("seat_out_of_range", players, 0, players - 1)
    cases = [
        (state.to_bytes(), "the bytes hold a state, not a view"),
        (head + codec.number(players), no_seat),
        (head + codec.number(0) + codec.sized("?"), "the view: "),
        (head + codec.number(0) + codec.sized(state.to_text()), "the view: "),
        (data + b"\0", says("one_trailing_byte")),
        *((data[:length], says("truncated_bytes")) for length in range(4, len(data))),
    ]
    if players > 1:
        other_seat = head + codec.number(1) + codec.sized(state.view(0).to_text())
        cases.append((other_seat, "the seat of the view differs from that of the bytes"))
    for other in GAMES[case.game]:
        if other != case.fields:
            text = case.module.State(case.module.Rules.from_dict(other), seed=1).view(0).to_text()
            cases.append((head + codec.number(0) + codec.sized(text), says("other_rules_in_bytes")))
    check_refused(case.module.View, cases)
