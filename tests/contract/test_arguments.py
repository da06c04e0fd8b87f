"""Arguments of every method are checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from helpers.messages import says
from helpers.refusal import refuses, shown_int, shown_type
from oxideal.errors import (
    InvalidArgumentError,
)

if TYPE_CHECKING:
    from helpers.cases import Case


NOT_INTEGERS: tuple[Any, ...] = ("0", None, 1.0, True, b"0", [])

LONG = (2**2000 - 1, 2**2000, -(2**2001), 10**5000, -(10**5000))
"""Messages show these in decimal up to 2,000 bits. Python refuses to convert the longest."""


def test_dealers_are_checked(case: Case) -> None:
    state_type, rules = case.module.State, case.rules
    for dealer in (-1, rules.players, 2**64, 10**30, *LONG):
        message = says("seat_out_of_range", shown_int(dealer), 0, rules.players - 1)
        refuses(InvalidArgumentError, message, state_type, rules, seed=1, dealer=dealer)
    for thing in NOT_INTEGERS:
        if thing is not None:
            message = says("not_an_integer", "dealer", shown_type(thing))
            refuses(TypeError, message, state_type, rules, seed=1, dealer=thing)


def test_seats_are_checked(case: Case) -> None:
    module, rules, state = case.module, case.rules, case.state()
    for seat in (-1, rules.players, 2**64, 10**30, *LONG):
        message = says("seat_out_of_range", shown_int(seat), 0, rules.players - 1)
        refuses(InvalidArgumentError, message, state.view, seat)
        refuses(InvalidArgumentError, message, state.events, seat)
        refuses(InvalidArgumentError, message, module.View.from_events, rules, seat, [])
    for thing in NOT_INTEGERS:
        message = says("not_an_integer", "seat", shown_type(thing))
        refuses(TypeError, message, state.view, thing)
        refuses(TypeError, message, state.events, thing)
        refuses(TypeError, message, module.View.from_events, rules, thing, [])


def test_seeds_are_checked(case: Case) -> None:
    module, rules, view, text = case.module, case.rules, case.state().view(0), case.state().to_text()
    wrong: list[tuple[type[Exception], str, Any]] = []
    wrong += [(InvalidArgumentError, f", got {shown_int(seed)}", seed) for seed in (-1, 2**256, -(10**100), *LONG)]
    wrong += [(InvalidArgumentError, f", got {len(seed)} bytes", seed) for seed in (b"", b"short", b"x" * 33)]
    wrong += [(TypeError, f", not {type(seed).__name__}", seed) for seed in ("7", 7.0, True, [7])]
    for error, ending, seed in wrong:
        refuses(error, says("not_a_seed", ending), module.State, rules, seed=seed)
        refuses(error, says("not_a_seed", ending), view.sample, seed)
        refuses(error, says("not_a_seed", ending), module.State.from_text, text, seed=seed)
        refuses(error, says("not_a_seed", ending), module.playouts, rules, 1, seed)


def test_streams_are_checked(case: Case) -> None:
    module, rules, view, text = case.module, case.rules, case.state().view(0), case.state().to_text()
    for stream in (-1, 2**96, 10**30, *LONG):
        message = says("stream_out_of_range", shown_int(stream))
        refuses(InvalidArgumentError, message, module.State, rules, seed=1, stream=stream)
        refuses(InvalidArgumentError, message, view.sample, 1, stream)
        refuses(InvalidArgumentError, message, module.State.from_text, text, stream=stream)
    for thing in NOT_INTEGERS:
        message = says("not_an_integer", "stream", shown_type(thing))
        refuses(TypeError, message, module.State, rules, seed=1, stream=thing)
        refuses(TypeError, message, view.sample, 1, thing)
        refuses(TypeError, message, module.State.from_text, text, stream=thing)


def test_ids_and_depths_are_checked(case: Case) -> None:
    rules, state = case.rules, case.state()
    for depth in (-1, 256, 2**64, 10**30, -(10**30), *LONG):
        message = says("out_of_range", "depth", 0, 255, shown_int(depth))
        refuses(InvalidArgumentError, message, state.perft, depth)
    for thing in NOT_INTEGERS:
        refuses(TypeError, says("not_an_integer", "depth", shown_type(thing)), state.perft, thing)
        refuses(TypeError, says("not_an_integer", "action", shown_type(thing)), rules.move, thing)


def test_rules_of_other_games_are_refused(case: Case) -> None:
    module = case.module
    things: list[Any] = [5, "diagonal", {}, case.fields, case.other.Rules(), module.Rules, case.state()]
    for thing in things:
        message = says("rules_of_other_game", shown_type(thing))
        refuses(TypeError, message, module.State, thing)
        refuses(TypeError, message, module.View.from_events, thing, 0, [])
        refuses(TypeError, message, module.Batch, thing, 1)


def test_arguments_of_playouts_are_checked(case: Case) -> None:
    playouts, rules = case.module.playouts, case.rules
    for n in (-1, 100_000_001, 10**30):
        refuses(InvalidArgumentError, says("out_of_range", "n", 0, 100000000, n), playouts, rules, n, 1)
    for threads in (-1, 0, 257, 10**30):
        message = says("out_of_range", "threads", 1, 256, threads)
        refuses(InvalidArgumentError, message, playouts, rules, 1, 1, threads=threads)
    for first in (-1, 2**64, 10**30):
        message = says("out_of_range", "first", 0, "18446744073709551615", first)
        refuses(InvalidArgumentError, message, playouts, rules, 1, 1, first=first)
    message = says("games_beyond_64_bits")
    refuses(InvalidArgumentError, message, playouts, rules, 2, 1, first=2**64 - 1)
    for thing in NOT_INTEGERS:
        name = type(thing).__name__
        refuses(TypeError, says("not_an_integer", "n", name), playouts, rules, thing)
        refuses(TypeError, says("not_an_integer", "threads", name), playouts, rules, 1, threads=thing)
        refuses(TypeError, says("not_an_integer", "first", name), playouts, rules, 1, first=thing)


def test_texts_and_bytes_have_their_types_checked(case: Case) -> None:
    module, rules, state = case.module, case.rules, case.state()
    for thing in (None, 5, b"text", ["text"]):
        message = says("not_a_str", "text", shown_type(thing))
        for parse in (rules.parse, state.parse, state.view(0).parse, module.State.from_text, module.View.from_text):
            refuses(TypeError, message, parse, thing)
        message = says("not_a_str", "an event", shown_type(thing))
        refuses(TypeError, message, module.View.from_events, rules, 0, [thing])
        refuses(TypeError, message, module.View.from_events, rules, 0, [*state.events(0), thing])
    for wrong in (None, 5, "data", [0]):
        message = f"data must be bytes, not {type(wrong).__name__}"
        refuses(TypeError, message, module.State.from_bytes, wrong)
        refuses(TypeError, message, module.View.from_bytes, wrong)


def test_views_have_no_constructor(case: Case) -> None:
    message = "a View comes from State.view(), View.from_events(), View.from_text() or View.from_bytes()"
    refuses(TypeError, message, case.module.View)


def test_events_must_be_a_list(case: Case) -> None:
    for thing in (5, None, "card 7S", case.rules):
        message = f"events must be a list of str, not {shown_type(thing)}"
        refuses(TypeError, message, case.module.View.from_events, case.rules, 0, thing)


def test_errors_of_iterables_propagate(case: Case) -> None:
    class Failing:
        def __iter__(self) -> Any:
            raise ZeroDivisionError

    failing: list[Any] = [Failing(), (1 // 0 for _ in range(1))]
    for things in failing:
        with pytest.raises(ZeroDivisionError):
            case.module.View.from_events(case.rules, 0, things)
