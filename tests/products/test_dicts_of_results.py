"""Dicts of the results of bots and arenas."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import jsonschema
import pytest

from helpers.cases import module_of
from oxideal.arena import Result, arena
from oxideal.bots import Limit, SearchBot, Solution, Thinking, solve
from oxideal.differential import GAMES
from oxideal.errors import InvalidMoveError, InvalidRecordError
from oxideal.schemas import schema


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


@pytest.mark.parametrize("game", GAMES)
def test_analyses_are_read_back(game: str) -> None:
    rules, found = thinking(game)
    fields = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    jsonschema.validate(fields, schema("thinking", game))
    assert Thinking.from_dict(rules, fields) == found
    assert Thinking.from_dict(rules, fields).to_dict() == fields


def test_solutions_are_read_back() -> None:
    rules, found = solution()
    fields = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    jsonschema.validate(fields, schema("solution", "doudizhu"))
    assert Solution.from_dict(rules, fields) == found


@pytest.mark.parametrize("games", [1, 4])
@pytest.mark.parametrize("game", GAMES)
def test_results_are_read_back(game: str, games: int) -> None:
    bots = ["rule"] * module_of(game, "rust").Rules().players
    found = arena(game, bots, games=games, seed=2**200)
    fields = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    jsonschema.validate(fields, schema("result", game))
    assert Result.from_dict(fields) == found
    assert fields["seed"] == str(2**200)


class Broken:
    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        raise ArithmeticError("1\ud800")


def test_faults_are_read_back() -> None:
    found = arena("rummy", [Broken(), "random"], games=2, seed=7)
    fields = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert fields["faults"][0]["why"] == "raised ArithmeticError"
    jsonschema.validate(fields, schema("result", "rummy"))
    assert Result.from_dict(fields) == found
    with pytest.raises(InvalidRecordError, match=r"^faults\[0\]: seat must be 0 to"):
        Result.from_dict(changed(fields, ("faults", 0, "seat"), -1))


def changed(fields: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    found = copy.deepcopy(fields)
    inner: Any = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return found


WRONG: list[tuple[tuple[Any, ...], Any, str]] = [
    (("other",), 1, 'unknown field "other"'),
    (("format",), 2, "unsupported format 2; this version reads format 1"),
    (("nodes",), -1, "nodes must be 0 to 2**53 - 1, got -1"),
    (("nodes",), True, "nodes must be 0 to 2**53 - 1, got true"),
    (("seconds",), "x", 'seconds must be a finite number, got "x"'),
    (("seconds",), float("nan"), "seconds must be a finite number, got NaN"),
    (("seconds",), 10**400, "seconds must be a finite number, got 1000"),
    (("line",), {}, "line must be a list, not dict"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_wrong_fields_are_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    for read, (rules, found) in ((Thinking.from_dict, thinking("doudizhu")), (Solution.from_dict, solution())):
        with pytest.raises(InvalidRecordError) as error:
            read(rules, changed(found.to_dict(), path, value))
        assert str(error.value).startswith(message)


def test_wrong_parts_of_analyses_are_named() -> None:
    rules, found = thinking("doudizhu")
    fields = found.to_dict()
    with pytest.raises(InvalidRecordError, match=r'^choices\[0\]: missing field "visits"$'):
        Thinking.from_dict(rules, changed(fields, ("choices", 0), {"move": fields["move"]}))
    with pytest.raises(InvalidMoveError, match=r'^text must be "pass", got "x"$'):
        Thinking.from_dict(rules, changed(fields, ("move",), {**rules.move(0).to_dict(), "text": "x"}))
    with pytest.raises(InvalidRecordError, match=r"^payoffs\[1\] must be an integer, got 0.5$"):
        Solution.from_dict(rules, {**solution()[1].to_dict(), "payoffs": [1, 0.5]})
    for read in (Thinking.from_dict, Solution.from_dict):
        with pytest.raises(TypeError, match=" must be a dict, not list"):
            read(rules, [])  # type: ignore[arg-type]


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
