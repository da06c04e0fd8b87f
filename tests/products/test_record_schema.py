"""The JSON Schema and our own checks agree."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.effort import times
from helpers.records import FIELDS, VALIDATOR, played
from oxideal import doudizhu, foursquare, rummy
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError
from oxideal.record import MOST_ACTIONS, Record, loads, schema

# The schema


def test_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    schema().clear()  # a copy
    assert sorted(schema()["properties"]) == FIELDS


def test_schema_and_checks_refuse_broken_records() -> None:
    dealt, by_hand = played("foursquare").to_dict(), Record.of(doudizhu.State(seed=7).view(0).sample(3)).to_dict()
    controls = [chr(code) for code in (*range(32), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A))]
    broken: list[dict[str, Any]] = [
        {**dealt, "actions": [""] * (MOST_ACTIONS + 1)},
        {**dealt, "recent": [[0, "0,0"]]},
        {**dealt, "drawn": 1},
        {**dealt, "seed": "7\n"},
        {**dealt, "game": "foursquare\n"},
        {**dealt, "dealer": -1},
        {**dealt, "note": "x" * 1001},
        {**dealt, "names": ["x" * 61]},
        {**dealt, "scores": None},
        {**dealt, "payoffs": [2**53]},
        {**dealt, "payoffs": [-(2**53)]},
        {**by_hand, "dealer": 0},
        {**by_hand, "recent": [[0, "pass"]] * 17},
        {**by_hand, "recent": [[0, "pass", 0]]},
        {**by_hand, "recent": []},
        {**by_hand, "drawn": 0},
        {name: value for name, value in by_hand.items() if name not in ("seed", "stream")},
        *({**dealt, "note": f"a{control}"} for control in controls),
        *({**dealt, "names": [f"{control}a"]} for control in controls),
        *({**dealt, "names": [name]} for name in (*"\u200b\u3164\xad\u2800 \ufe0f\U000e0041", " \u3164\u200d")),
    ]
    for fields in broken:
        assert not VALIDATOR.is_valid(fields)
        with pytest.raises(InvalidRecordError):
            Record.from_dict(fields)
    for fields in (
        dealt,
        by_hand,
        {**dealt, "note": "x" * 1000},
        {**dealt, "note": "\u00a0\u2027\u202f\u2065\u206a\u00e9"},
        {**dealt, "note": "\u3164"},
        *({**dealt, "names": [name]} for name in (".", "\u3164a", "牌", "👩\u200d🚀", "\u05d0", "\U0001d159")),
    ):
        assert VALIDATOR.is_valid(fields)
        assert Record.from_dict(fields).to_dict() == fields


BEYOND = (
    "must be an integer, not float",  # in the schema 1.0 is an integer
    "2**256 - 1",
    "2**96 - 1",
    "must have equal lengths",
    "in info",
    "in rules",
    "levels",
)
"""Checks that a schema cannot or need not express."""


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**54)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)


@cache
def valid() -> list[dict[str, Any]]:
    dealt = [played(game).to_dict() for game in GAMES]
    sample = Record.of(rummy.State(seed=7).view(0).sample(3)).to_dict()
    alone = Record.of(foursquare.State(seed=7).view(0).sample(3), note="x", info={"a": [1]}).to_dict()
    later = doudizhu.State(seed=7, dealer=1)
    later.push(0)
    return [*dealt, sample, alone, Record.of(later).to_dict(), Record.of(later.view(0).sample(3)).to_dict()]


@settings(max_examples=times(800, quick=150), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_schema_and_checks_agree(data: st.DataObject) -> None:
    """They agree on the allowed fields and their form, for records changed in one to three places."""
    fields = dict(data.draw(st.sampled_from(valid())))
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from([*FIELDS, "other"]))
        source = data.draw(st.sampled_from(valid()))
        kind = data.draw(st.sampled_from(["any", "none", "other's", "within"]))
        if kind == "any":
            fields[name] = data.draw(json_values)
        elif kind == "none":
            fields.pop(name, None)
        elif kind == "other's" and name in source:
            fields[name] = source[name]
        elif kind == "within" and isinstance(fields.get(name), list):
            items = list(fields[name])[:3]
            items.insert(data.draw(st.integers(0, 3)), data.draw(json_values))
            fields[name] = items
    fits = VALIDATOR.is_valid(fields)
    try:
        loads(json.dumps(fields))
    except InvalidRecordError as error:
        reason = str(error)
        fits = fits and not any(each in reason for each in BEYOND)
    else:
        reason = ""
    assert fits == (not reason), [reason, *VALIDATOR.iter_errors(fields)]
