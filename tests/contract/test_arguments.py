"""Arguments of every method are checked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from helpers.cases import BACKENDS, module_of, table
from helpers.messages import says
from helpers.refusal import refuses, shown_int, shown_type
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.cases import Case

NOT_INTEGERS: tuple[Any, ...] = ("0", 1.0, True, b"0", [])

LONG = (2**2000 - 1, 2**2000, -(2**2001), 10**5000, -(10**5000))
"""Messages show these in decimal up to 2,000 bits. Python refuses to convert the longest."""


class Integer(NamedTuple):
    """An argument that must be an integer."""

    name: str
    low: int
    high: int
    calls: list[Callable[[Any], object]]
    message: str = "out_of_range"
    or_none: bool = False

    def outside(self, number: int) -> str:
        """Return the message about a number that is too low or too high."""
        shown = shown_int(number)
        match self.message:
            case "out_of_range":
                return says(self.message, self.name, self.low, self.high, shown)
            case "seat_out_of_range":
                return says(self.message, shown, self.low, self.high)
            case "stream_out_of_range":
                return says(self.message, shown)
        return self.message.format(shown)


def integers(case: Case) -> list[Integer]:
    module, rules, state = case.module, case.rules, case.state()
    view, batch = state.view(0), module.Batch(rules, 3, seed=1)
    build, playouts, make, match = module.State, module.playouts, module.Batch, module.Match
    starts = (rules, state, view, case.game_over())

    def of_playouts(name: str) -> list[Callable[[Any], object]]:
        def call(start: Any, number: Any) -> object:
            return playouts(start, **{"n": 1, "seed": 1, name: number})

        return [partial(call, start) for start in starts]

    seat: list[Callable[[Any], object]] = [
        state.view,
        state.events,
        lambda number: module.View.from_events(rules, number, []),
        lambda number: module.ViewBuilder(rules, number),
    ]
    stream: list[Callable[[Any], object]] = [
        lambda number: build(rules, seed=1, stream=number),
        lambda number: view.sample(1, number),
        lambda number: build.from_text(state.to_text(), stream=number),
    ]
    dealer: list[Callable[[Any], object]] = [
        lambda number: build(rules, seed=1, dealer=number),
        lambda number: match(rules, dealer=number),
    ]
    last = rules.players - 1
    return [
        Integer("dealer", 0, last, dealer, "seat_out_of_range", or_none=True),
        Integer("seat", 0, last, seat, "seat_out_of_range"),
        Integer("stream", 0, 2**96 - 1, stream, "stream_out_of_range"),
        Integer("depth", 0, 255, [state.perft]),
        Integer("n", 0, 100_000_000, of_playouts("n")),
        Integer("first", 0, 2**64 - 1, of_playouts("first")),
        Integer("threads", 1, 256, [*of_playouts("threads"), lambda number: make(rules, 1, threads=number)]),
        Integer("n", 1, 10_000_000, [lambda number: make(rules, number)]),
        Integer("k", 0, 2, [batch.view, batch.state], "game {} out of range: this batch has games 0 to 2"),
        Integer("rounds", 1, 1_000_000, [lambda number: match(rules, rounds=number)], or_none=True),
        Integer("target", 1, 1_000_000_000, [lambda number: match(rules, target=number)], or_none=True),
    ]


def test_integers_are_checked(case: Case) -> None:
    for each in integers(case):
        for call in each.calls:
            for number in (each.low - 1, each.high + 1, 2**96, 10**30, -(10**30), *LONG):
                refuses(InvalidArgumentError, each.outside(number), call, number)
            for thing in (*NOT_INTEGERS, case.rules, *([] if each.or_none else [None])):
                refuses(TypeError, says("not_an_integer", each.name, shown_type(thing)), call, thing)
    for thing in (*NOT_INTEGERS, None):
        refuses(TypeError, says("not_an_integer", "action", shown_type(thing)), case.rules.move, thing)


def test_numbers_of_playouts_end_at_64_bits(case: Case) -> None:
    playouts, last = case.module.playouts, 2**64 - 1
    for start in (case.rules, case.state(), case.state().view(0)):
        refuses(InvalidArgumentError, says("games_beyond_64_bits"), playouts, start, 2, 1, first=last)
        assert len(playouts(start, 1, 1, first=last).lengths) == 1


def test_seeds_are_checked(case: Case) -> None:
    module, rules, state = case.module, case.rules, case.state()
    calls: list[Callable[[Any], object]] = [
        lambda seed: module.State(rules, seed=seed),
        state.view(0).sample,
        lambda seed: module.State.from_text(state.to_text(), seed=seed),
        lambda seed: module.playouts(rules, 1, seed),
        lambda seed: module.Batch(rules, 1, seed),
        module.Batch(rules, 1, seed=1).sample_actions,
        lambda seed: module.Match(rules, seed=seed),
    ]
    wrong: list[tuple[type[Exception], str, Any]] = []
    wrong += [(InvalidArgumentError, f", got {shown_int(seed)}", seed) for seed in (-1, 2**256, -(10**100), *LONG)]
    wrong += [(InvalidArgumentError, f", got {len(seed)} bytes", seed) for seed in (b"", b"short", b"x" * 33)]
    wrong += [(TypeError, f", not {type(seed).__name__}", seed) for seed in ("7", 7.0, True, [7])]
    for error, ending, seed in wrong:
        for call in calls:
            refuses(error, says("not_a_seed", ending), call, seed)


def test_rules_of_other_games_are_refused(case: Case) -> None:
    module = case.module
    things: list[Any] = [5, "diagonal", {}, case.fields, module.Rules, case.state()]
    others = [module_of(game, backend) for game in GAMES for backend in BACKENDS]
    for thing in (*things, *(other.Rules() for other in others if other is not module)):
        message = says("rules_of_other_game", shown_type(thing))
        refuses(TypeError, message, module.State, thing)
        refuses(TypeError, message, module.View.from_events, thing, 0, [])
        refuses(TypeError, message, module.ViewBuilder, thing, 0)
        refuses(TypeError, message, module.Batch, thing, 1)
        refuses(TypeError, message, module.Match, thing, seed=-1)


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


INTEGERS = (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64)


def call(game: str, backend: str, row: dict[str, Any], **changed: Any) -> list[Any]:
    """Return the arrays that the function returns when these of its arguments are changed."""
    given = {each["name"]: each["values"] for each in row["arrays"]}
    found = getattr(module_of(game, backend), row["function"])(**{**given, **changed})
    assert type(found).__name__ == row["result"]
    assert list(getattr(found, "_fields", ())) == row["fields"]
    arrays = list(found) if row["fields"] else [found]
    assert [array.dtype for array in arrays] == row["dtypes"]
    return arrays


@table("array_functions.json")
def test_any_array_of_integers_is_accepted(game: str, backend: str, row: dict[str, Any]) -> None:
    expected = call(game, backend, row)
    for each in row["arrays"]:
        array = np.array(each["values"])
        sparse = np.repeat(array, 2, axis=0)[::2]
        forms = [array, sparse, array[::-1].copy()[::-1], np.asfortranarray(array), array.astype(">i8")]
        forms += [array.astype(kind) for kind in INTEGERS if np.array_equal(array.astype(kind), array)]
        for form in forms:
            found = call(game, backend, row, **{each["name"]: form})
            assert all(map(np.array_equal, found, expected)), (each["name"], form.dtype, form.strides)


@table("array_functions.json")
def test_no_rows(game: str, backend: str, row: dict[str, Any]) -> None:
    none = {each["name"]: np.array(each["values"])[:0] for each in row["arrays"]}
    rows = len(row["arrays"][0]["values"])
    for found, usual in zip(call(game, backend, row, **none), call(game, backend, row), strict=True):
        if len(usual) == rows:
            assert found.shape == (0, *usual.shape[1:])
        else:
            assert found.tolist() in ([], [0])  # parts of different lengths, or their offsets


def out_of_range(array: dict[str, Any], place: tuple[int, ...], value: int) -> str:
    """Return the message about a number of this array of the table."""
    if "message" in array:
        return says(*array["message"])
    index = ", ".join(map(str, place))
    return says("out_of_range", f"{array['name']}[{index}]", array["low"], array["high"], value)


@table("array_functions.json")
def test_wrong_arrays_are_refused(game: str, backend: str, row: dict[str, Any]) -> None:
    too_low = {each["name"]: np.array(each["values"]) * 0 + each["low"] - 1 for each in row["arrays"]}
    for each in row["arrays"]:
        name, shape, low, high = each["name"], each["shape"], each["low"], each["high"]
        good = np.array(each["values"])
        for wrong in (5, good[0], good[np.newaxis], *([good[:, 1:]] if each["fixed"] else [])):
            message = f"{name} must have shape {shape}, got {np.shape(wrong)}"
            refuses(InvalidArgumentError, message, call, game, backend, row, **{name: wrong})
        message = f"{name} is ragged, expected shape {shape}"
        refuses(InvalidArgumentError, message, call, game, backend, row, **{name: [each["values"][0], [0, [0]]]})
        for wrong in (good + 0.5, good > 0, good.astype("<U1")):
            message = says("not_of_integer_type", name, wrong.dtype)
            refuses(TypeError, message, call, game, backend, row, **{name: wrong})
        first, last = (0,) * good.ndim, tuple(size - 1 for size in good.shape)
        for place, value in ((first, low - 1), (last, high + 1), (first, 2**63 - 1), (last, -(2**63))):
            wrong = good.astype(np.int64)
            wrong[place] = value
            refuses(InvalidArgumentError, out_of_range(each, place, value), call, game, backend, row, **{name: wrong})
        if low >= 0:
            wrong = good.astype(np.uint64)
            wrong[first] = 2**63 + 5
            refuses(
                InvalidArgumentError, out_of_range(each, first, 2**63 + 5), call, game, backend, row, **{name: wrong}
            )
        refuses(InvalidArgumentError, out_of_range(each, first, low - 1), call, game, backend, row, **too_low)
        del too_low[name]  # the first wrong argument is reported
    if row["rules"]:
        refuses(TypeError, says("rules_of_other_game", "dict"), call, game, backend, row, rules={})
