"""Clocks: no time passes here, as the caller says what time it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxideal.clock import Clock, TimeControl
from oxideal.errors import InvalidArgumentError, InvalidRecordError, InvalidStateError


def decide(clock: Clock, seat: int, seconds: float) -> None:
    clock.start(seat, 100.0)
    clock.stop(100.0 + seconds)


def test_time_for_each_decision_is_not_saved_up() -> None:
    clock = Clock(TimeControl(move=15), 2)
    decide(clock, 0, 1)
    assert clock.left(0, 500) == 15
    clock.start(0, 500)
    assert (clock.left(0, 503), clock.left(1, 503), clock.deadline) == (12, 15, 515)


def test_bank_is_used_up_and_grows_by_the_increment() -> None:
    clock = Clock(TimeControl(bank=300, increment=2), 2)
    decide(clock, 0, 10)
    decide(clock, 1, 100)
    decide(clock, 0, 20)
    assert clock.banks == (274, 202)


def test_time_for_the_decision_is_used_before_the_bank() -> None:
    clock = Clock(TimeControl(move=15, bank=60), 3)
    decide(clock, 2, 15)
    assert clock.banks == (60, 60, 60)
    decide(clock, 2, 20)
    assert clock.banks == (60, 60, 55)
    assert clock.left(2, 0) == 70


def test_time_is_over_at_the_deadline() -> None:
    clock = Clock(TimeControl(move=15, bank=60), 2)
    assert (clock.deadline, clock.is_over(1e9), clock.turn) == (None, False, None)
    clock.start(1, 10)
    assert (clock.deadline, clock.turn) == (85, 1)
    assert (clock.is_over(84.9), clock.is_over(85), clock.left(1, 84), clock.left(1, 90)) == (False, True, 1, 0)
    clock.stop(90)
    assert (clock.banks, clock.is_over(1000)) == ((60, 0), False)


def test_time_that_goes_back_is_not_counted() -> None:
    clock = Clock(TimeControl(move=15, bank=60), 2)
    clock.start(0, 100)
    assert clock.left(0, 90) == 75
    clock.stop(90)
    assert clock.banks == (60, 60)


def test_cancelled_decision_costs_nothing() -> None:
    clock = Clock(TimeControl(bank=60, increment=5), 2)
    clock.start(0, 0)
    clock.cancel()
    assert (clock.banks, clock.turn) == ((60, 60), None)


def test_one_time_runs_at_once() -> None:
    clock = Clock(TimeControl(move=15), 2)
    with pytest.raises(InvalidStateError, match="no time is running"):
        clock.stop(1)
    clock.start(0, 0)
    with pytest.raises(InvalidStateError, match="the time of seat 0 is running"):
        clock.start(1, 0)
    assert clock.turn == 0


def test_copies_are_independent() -> None:
    clock = Clock(TimeControl(bank=60), 2)
    clock.start(1, 5)
    other = clock.copy()
    other.stop(25)
    assert (clock.banks, clock.turn, other.banks, other.turn) == ((60, 60), 1, (60, 40), None)


@given(
    st.tuples(*[st.integers(0, 86_400_000)] * 3).filter(lambda each: each[0] + each[1] > 0),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10**8)), max_size=8),
    st.none() | st.tuples(st.integers(0, 3), st.integers(0, 10**8)),
)
def test_clocks_are_saved(
    control: tuple[int, int, int], decisions: list[tuple[int, int]], running: tuple[int, int] | None
) -> None:
    """To the millisecond, and with the time that the running decision has taken."""
    clock = Clock(TimeControl(*(each / 1000 for each in control)), 4)
    for seat, used in decisions:
        decide(clock, seat, used / 1000)
    now = 100.0
    if running is not None:
        clock.start(running[0], now)
        now += running[1] / 1000
    saved = json.loads(json.dumps(clock.to_dict(now)))
    again = Clock.from_dict(saved, now=7.0)
    assert again.to_dict(7.0) == saved
    assert again.control == clock.control
    for seat in range(4):
        assert again.left(seat, 7.0) == pytest.approx(clock.left(seat, now), abs=0.01)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("15s", TimeControl(move=15)),
        ("500ms", TimeControl(move=0.5)),
        ("86399.125s", TimeControl(move=86399.125)),
        ("15s/60s", TimeControl(move=15, bank=60)),
        ("/5m+2s", TimeControl(bank=300, increment=2)),
        ("1.5s/1m+100ms", TimeControl(1.5, 60, 0.1)),
    ],
)
def test_texts(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


def test_times_are_rounded_to_milliseconds() -> None:
    control = TimeControl(move=0.0006, bank=1.00049, increment=0.0004)
    assert control == TimeControl(move=0.001, bank=1, increment=0)
    assert TimeControl.parse(str(control)) == control
    assert TimeControl.from_dict(control.to_dict()) == control
    with pytest.raises(InvalidArgumentError, match="needs move or bank"):
        TimeControl(move=0.0004)


@pytest.mark.parametrize(
    "text", ["", "/", "15", "s", "15s/", "15s+2s", "/60s+", "-1s", "15 s", "15s/60s/2s", "1h", "0s"]
)
def test_wrong_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidArgumentError):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({}, InvalidArgumentError),
        ({"move": -1}, InvalidArgumentError),
        ({"move": 86_401}, InvalidArgumentError),
        ({"bank": float("nan")}, InvalidArgumentError),
        ({"move": "15"}, TypeError),
        ({"move": True}, TypeError),
    ],
)
def test_wrong_controls_are_refused(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        TimeControl(**given)


def test_wrong_arguments_are_refused_and_change_nothing() -> None:
    clock = Clock(TimeControl(move=15), 2)
    for call, error in (
        (lambda: clock.start(2, 0), InvalidArgumentError),
        (lambda: clock.start(0, "now"), TypeError),  # type: ignore[arg-type]
        (lambda: clock.start(0, float("inf")), InvalidArgumentError),
        (lambda: clock.left(-1, 0), InvalidArgumentError),
        (lambda: Clock("15s", 2), TypeError),  # type: ignore[arg-type]
        (lambda: Clock(TimeControl(move=1), 0), InvalidArgumentError),
    ):
        with pytest.raises(error):
            call()
    assert (clock.turn, clock.banks) == (None, (0, 0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"control": {"move": "1"}}, "move must be"),
        ({"control": {"moves": 1}}, "unknown field"),
        ({"control": None}, "control must be an object"),
        ({"banks": []}, "banks must have 1 to 100 items"),
        ({"banks": [-1]}, "banks"),
        ({"turn": 2}, "turn must be below 2"),
        ({"used": None}, "used must be"),
        ({"more": 1}, "unknown field"),
    ],
)
def test_wrong_dicts_are_refused(change: dict[str, Any], message: str) -> None:
    fields = Clock(TimeControl(move=15), 2).to_dict(0)
    with pytest.raises(InvalidRecordError, match=message):
        Clock.from_dict({**fields, **change}, now=0)
