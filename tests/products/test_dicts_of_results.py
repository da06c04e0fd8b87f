"""Dicts of the results of bots and arenas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from helpers import effort
from helpers.cases import module_of
from helpers.dicts import changed, through_json, validator
from oxideal.arena import Result, arena, benchmark, tournament
from oxideal.bots import Limit, SearchBot, Solution, Thinking, solve
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError, OxidealError
from oxideal.record import Record
from oxideal.review import review
from oxideal.rummy import Rules, State, playouts
from oxideal.schemas import Playouts, schema


@cache
def thinking(game: str) -> tuple[Any, Any]:
    state: Any = module_of(game, "rust").State(seed=7)
    view = state.view(state.current_player)
    return view.rules, SearchBot(Limit(iterations=60), seed=1).think(view)


@cache
def solution() -> tuple[Any, Any]:
    module: Any = module_of("doudizhu", "rust")
    rules = module.Rules()
    found = solve(module.State.from_position(rules, hands=["3344", "5", "6"], landlord=0))
    assert found is not None
    return rules, found


def test_solutions_are_read_back() -> None:
    rules, found = solution()
    fields = through_json("solution", "doudizhu", found)
    assert Solution.from_dict(rules, fields) == found


@pytest.mark.parametrize("games", [1, 4])
@pytest.mark.parametrize("game", GAMES)
def test_results_are_read_back(game: str, games: int) -> None:
    bots = ["rule"] * module_of(game, "rust").Rules().players
    found = arena(game, bots, games=games, seed=2**200)
    fields = through_json("result", game, found)
    assert Result.from_dict(fields) == found
    assert fields["seed"] == str(2**200)


class Broken:
    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise ArithmeticError("1\ud800")


def test_faults_are_read_back() -> None:
    found = arena("rummy", [Broken(), "random"], games=2, seed=7)
    fields = through_json("result", "rummy", found)
    assert fields["faults"][0]["why"] == "raised ArithmeticError"
    assert Result.from_dict(fields) == found
    with pytest.raises(InvalidRecordError, match=r"^faults\[0\]: seat must be 0 to"):
        Result.from_dict(changed(fields, ("faults", 0, "seat"), -1))


def test_frames_have_a_row_for_each_bot_and_for_each_level() -> None:
    pytest.importorskip("pandas")
    result = arena("rummy", [Broken(), "random"], games=2, seed=7)
    frame = result.to_frame()
    assert list(frame["wins.mean"]) == [row.wins.mean for row in result.rows]
    assert frame["forfeits.raised ArithmeticError"][0] == sum(result.rows[0].forfeits.values())
    ratings = tournament("rummy", ["random", "rule"], games=2, seed=7)
    assert list(ratings.to_frame()["rating"]) == [row.rating for row in ratings.rows]
    report = benchmark("rummy", "rule", games=4, seed=7)
    assert list(report.to_frame()["level"]) == [score.level for score in report.scores]


def test_wrong_parts_of_results_are_named() -> None:
    fields = arena("foursquare", ["rule"], games=1, seed=7).to_dict()
    row = fields["rows"][0]
    for path, value, message in (
        (("seed",), 7, "seed must be a string of 1 to 78 decimal digits without leading zeros, got 7"),
        (("rules",), [], "rules must be an object, not list"),
        (("stopped",), 1, "stopped must be a string or None, got 1"),
        (("rows", 0), None, "rows[0] must be a dict, not NoneType"),
        (("rows", 0), {**row, "x": 1}, 'rows[0]: unknown field "x"'),
        (("rows", 0, "wins"), {"mean": 1.0}, 'rows[0].wins: missing field "margin"'),
        (("rows", 0, "forfeits"), {"late": -1}, "rows[0]: forfeits.late must be 0 to 2**53 - 1, got -1"),
        (("rows", 0, "details"), {"late": 1}, "rows[0]: details.late must be a string, got 1"),
    ):
        with pytest.raises(InvalidRecordError) as error:
            Result.from_dict(changed(fields, path, value))
        assert str(error.value) == message
    with pytest.raises(TypeError, match=" must be a dict, not list"):
        Result.from_dict([])  # type: ignore[arg-type]


@pytest.mark.parametrize("games", [0, 5])
@pytest.mark.parametrize("backend", ["rust", "reference"])
@pytest.mark.parametrize("game", GAMES)
def test_playouts_are_read_back(game: str, backend: str, games: int) -> None:
    module: Any = module_of(game, backend)
    found = module.playouts(module.Rules(), games, seed=7)
    fields = through_json("playouts", game, found)
    read = Playouts.from_dict(fields)
    for array, given in zip(read, found, strict=True):
        assert array.dtype == given.dtype == np.int32
        assert array.shape == given.shape
        assert (array == given).all()
    assert read.to_dict() == fields


# Schemas

GAME = "rummy"

BEYOND = (
    r" must be .*, got (1\.0|1e\+300)$",  # in a schema they are integers
    r"^text must be |^kind must be |^place must be |^cards must be |^action .* out of range",  # what a move's id tells
    r" must have \d+ items|\.seat must be 0 to 1,",  # as many as there are seats
    r"a mistake requires both$",
    r"^missing field",  # the record of a review has a schema of its own
)
"""Why a value is refused that fits its schema."""


def begun() -> Record:
    state = State(seed=7)
    for _ in range(4):
        state.push(state.legal_actions()[0])
    return Record.of(state)


RESULTS: dict[str, Callable[[], Any]] = {
    "thinking": lambda: SearchBot(Limit(iterations=50)).think(State(seed=1, dealer=1).view(0)),
    "playouts": lambda: playouts(Rules(), 3, seed=1),
    "review": lambda: review(begun(), Limit(iterations=20)),
    "result": lambda: arena(GAME, ["rule", "random"], games=2),
    "benchmark": lambda: benchmark(GAME, "rule", games=8),
    "ratings": lambda: tournament(GAME, ["rule", "random", "net"], games=2),
}

READERS: dict[str, Callable[[Any], Any]] = {
    "thinking": partial(Thinking.from_dict, Rules()),
}
"""Those that need more than the dict."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value but the records and rules inside, and of the first item of each list."""
    yield path
    if isinstance(value, dict) and path[-1:] not in (("record",), ("rules",)):
        for name, each in value.items():
            yield from places(each, (*path, name))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


def values(of: dict[str, Any]) -> list[Any]:
    """Return values of all types, and those at the bounds in any schema of the kind."""
    found: list[Any] = [None, False, True, -1, 0, 1, 1.0, 0.5, -0.5, 1e300, 2**70, "", "x", "07", "7", "ab", [], {}]
    for each in (of, *of.get("anyOf", [])):
        found += each.get("enum", [])
        found += [each[bound] + step for bound in ("minimum", "maximum") if bound in each for step in (-1, 0, 1)]
    return found


@pytest.mark.parametrize("kind", RESULTS)
def test_readers_accept_what_the_schema_does(kind: str) -> None:
    result = RESULTS[kind]()
    read = READERS.get(kind) or type(result).from_dict
    fields = through_json(kind, GAME, result)
    definitions = schema(kind, GAME)["$defs"]
    bounds = [each for name in definitions for each in definitions[name].get("properties", {}).values()]
    tried = {repr(value): value for each in [*bounds, *definitions.values()] for value in values(each)}.values()
    for path in list(places(fields))[1 :: 1 if effort.level else 4]:
        for value in tried:
            other = changed(fields, path, value)
            again, refusal = None, ""
            try:
                again = read(other).to_dict()
            except OxidealError as error:
                refusal = str(error)
            else:
                assert repr(again) == repr(other), (path, value)
            if not any(re.search(each, refusal) for each in BEYOND):
                assert validator(kind, GAME).is_valid(other) == (again is not None), (path, value, refusal)
