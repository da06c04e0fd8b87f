"""Invalid input of records: misbehaving mappings and texts, too long lines."""

from __future__ import annotations

import io
import json
from collections import OrderedDict
from dataclasses import replace
from functools import cache
from itertools import repeat
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.effort import times
from helpers.messages import says
from helpers.records import EACH, FIELDS, VALIDATOR, played
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, rummy
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError, InvalidRecordError
from oxideal.record import MOST_ACTIONS, MOST_CHARACTERS, Record, dumps, loads, read, schema
from oxideal.record import fields as fields_of_records
from oxideal.record import lines as lines_of_records
from oxideal.record import replay as replayed


def test_record_refuses_wrong_fields() -> None:
    """Constructor arguments; wrong types raise TypeError."""
    record = played("foursquare")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"game": 5}, says("not_a_str", "game", "int")),
        ({"rules": []}, "rules must be a JSON object, not list"),
        ({"seed": "7"}, says("not_an_integer", "seed", "str")),
        ({"drawn": None}, says("not_an_integer", "drawn", "NoneType")),
        ({"actions": None}, "actions must be a list, not NoneType"),
        ({"actions": repeat("pass")}, "actions must be a list, not repeat"),
        ({"info": {"a": {1, 2}}}, "values in info must be JSON values, not set"),
        ({"info": {5: 1}}, says("not_a_str", "a field name in info", "int")),
    ]
    for change, message in wrong:
        refuses(TypeError, message, lambda change=change: replace(record, **change))
    deep: dict[str, Any] = {}
    deep["deep"] = deep
    refuses(InvalidRecordError, "info is nested deeper than 20 levels", lambda: replace(record, info=deep))
    nested: Any = {}
    for _ in range(19):
        nested = {"a": [nested]} if isinstance(nested, list) else {"a": nested}
    assert loads(dumps(replace(record, info=nested))).info == nested
    small = "-(2**53 - 1) to 2**53 - 1"
    limits: list[tuple[dict[str, Any], str]] = [
        ({"seed": 2**256}, "seed must be 0 to 2**256 - 1, got an integer of more than 64 bits"),
        ({"stream": -1}, "stream must be 0 to 2**96 - 1, got -1"),
        ({"dealer": 2**53}, f"dealer must be 0 to 2**53 - 1, got {2**53}"),
        ({"payoffs": (-(2**53),)}, f"an item of payoffs must be {small}, got {-(2**53)}"),
        ({"info": {"a": 2**70}}, f"a number in info must be {small}, got an integer of more than 64 bits"),
        ({"actions": ["0,0"] * (MOST_ACTIONS + 1)}, says("too_many_actions", 100000, 100001)),
    ]
    for change, message in limits:
        refuses(InvalidRecordError, message, lambda change=change: replace(record, **change))
    refuses(TypeError, "record must be a Record, not str; loads() reads a text", replayed, dumps(record))
    refuses(TypeError, "record must be a Record, not dict", dumps, record.to_dict())
    refuses(TypeError, says("not_a_str", "text", "bytes"), loads, dumps(record).encode())
    known = 'unknown backend "python"; expected one of rust, reference'
    refuses(InvalidArgumentError, known, replayed, record, "python")
    refuses(InvalidArgumentError, known, record.states, "python")


def test_values_too_large_for_a_line_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields_of_records, "MAX_VALUES", 1000)
    wide: list[Any] = []
    for _ in range(18):
        wide = [wide] * 9
    told = "info must have at most 1000 values"  # these are 9 to the power of 18 lists
    refuses(InvalidRecordError, told, lambda: replace(played("foursquare"), info={"a": wide}))
    assert replace(played("foursquare"), info={"a": [0] * 998}).info


@pytest.mark.parametrize("item", ["[]", "{}", "0", '{"a":[]}', '"\\\\\\"",""', "[[[]]]"])
def test_number_of_values_in_a_line_is_bounded(item: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number is checked before the values are built."""
    line = dumps(replace(played("foursquare"), info={"a": 0}))
    items = ",".join([item] * 1000)
    many = line.replace('{"a": 0}', f'{{"a": [{items}]}}')
    values = count_values(json.loads(many))
    monkeypatch.setattr(lines_of_records, "MOST_VALUES", values)
    assert loads(many).info == {"a": json.loads(f"[{items}]")}
    monkeypatch.setattr(lines_of_records, "MOST_VALUES", values - 1)
    with monkeypatch.context() as patch:
        patch.setattr(json.JSONDecoder, "decode", None)
        refuses(InvalidRecordError, f"a record must have at most {values - 1} JSON values", loads, many)
        refuses(InvalidRecordError, f"a record must have at most {values - 1} JSON values", loads, many + '"')


def count_values(value: object) -> int:
    """Return the number of values, and one for each empty list or object, which counts like one with an item."""
    if isinstance(value, dict | list):
        return 1 + (sum(map(count_values, value.values() if isinstance(value, dict) else value)) or 1)
    return 1


def test_structure_in_strings_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    record = replace(played("foursquare"), info={"a": '[[{,"\\' * 1000})
    monkeypatch.setattr(lines_of_records, "MOST_VALUES", 200)
    assert loads(dumps(record)) == record


def test_refused_sizes_are_not_written() -> None:
    short = replace(played("foursquare"), info={"a": [0] * (fields_of_records.MAX_VALUES - 2)})
    assert loads(dumps(short)) == short
    wide = replace(short, names=(None,) * lines_of_records.MOST_VALUES, payoffs=None, scores=None)
    refuses(InvalidRecordError, f"a record must have at most {lines_of_records.MOST_VALUES} JSON values", dumps, wide)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, "a record must be a dict, not NoneType"),
        ([], "a record must be a dict, not list"),
        (OrderedDict(), "a record must be a dict, not OrderedDict"),
        ({}, says("field_missing", "format")),
        ({"format": "1"}, 'format must be an integer, got "1"'),
        ({"format": 2}, "unsupported format 2; this version reads format 1"),
        ({"format": 1}, says("field_missing", "game")),
        ({5: 1}, says("not_a_str", "a field name", "int")),
        ({"names": 5}, "names must be a list, not int"),
    ],
)
def test_invalid_dicts_of_records(values: Any, message: str) -> None:
    given = {**played("foursquare").to_dict(), **values} if values and "format" not in values else values
    refuses(InvalidRecordError, message, Record.from_dict, given)


# JSON lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", says("not_json", "Expecting value (character 1)")),
        ("{", says("not_json", "Expecting property name enclosed in double quotes (character 2)")),
        ("{} {}", says("not_json", "Extra data (character 4)")),
        ("[]", "a record must be a JSON object, not a list"),
        ("5", says("not_an_object")),
        ("5.5", says("not_an_object")),
        ('"x"', "a record must be a JSON object, not a string"),
        ("true", "a record must be a JSON object, not true or false"),
        ("null", "a record must be a JSON object, not null"),
        ("{}", says("field_missing", "format")),
        ('{"format": 1, "format": 1}', says("duplicate_field", "format")),
        ('{"info": {"a": 1, "b": 2, "a": 1}}', says("duplicate_field", "a")),
        ("NaN", "NaN is not a JSON number"),
        ('{"format": -Infinity}', "-Infinity is not a JSON number"),
        ('{"format": 1e999}', 'the number "1e999" is too large'),
        ("9" * 5000, f'the number "{"9" * 40}..." exceeds 2**53 - 1, the limit of exact numbers in JSON'),
        (f"-{2**53}", f'the number "-{2**53}" exceeds 2**53 - 1, the limit of exact numbers in JSON'),
        ("[" * 100_000, says("nested_too_deeply")),
        ('{"format": ' * 100_000, says("nested_too_deeply")),
        ("\ufeff{}", says("not_json", "Unexpected UTF-8 BOM (decode using utf-8-sig) (character 1)")),
        ('{"format": "\n"}', says("not_json", "Invalid control character at (character 13)")),
        (" " * (MOST_CHARACTERS + 1), says("line_too_long", MOST_CHARACTERS)),
    ],
)
def test_invalid_record_texts(text: str, message: str) -> None:
    refuses(InvalidRecordError, message, loads, text)


def test_duplicate_name_is_found_among_many() -> None:
    """In linear time: comparing each name with all others would take hours."""
    members = [*(f'"{number}": 0' for number in range(200_000)), '"a": 1', '"a": 1']
    refuses(InvalidRecordError, says("duplicate_field", "a"), loads, f"{{{', '.join(members)}}}")


def test_lone_surrogates() -> None:
    line = dumps(replace(played("foursquare"), note="half"))
    refuses(
        InvalidRecordError,
        'note must not contain lone surrogates, got "?"',
        loads,
        line.replace('"half"', '"\\ud800"'),
    )
    assert loads(line.replace('"half"', '"\\ud83d\\ude00"')).note == "\U0001f600"


def test_longest_line() -> None:
    """As many actions as a record can have, each as long as any of ours, fit into a line many times over."""
    longest = max(
        len(str(case.rules.move(action)))
        for case in EACH
        if case.rules.num_actions < 1000
        for action in range(case.rules.num_actions)
    )
    assert longest < 64
    full = replace(played("rummy"), actions=("x" * 64,) * MOST_ACTIONS, note="\U0001f600" * 1000)
    assert loads(dumps(full)) == full
    room = MOST_CHARACTERS - len(dumps(replace(full, info={"a": ""})))
    most = dumps(replace(full, info={"a": "x" * room}))
    assert len(most) == MOST_CHARACTERS
    for file in (io.StringIO(f"\ufeff{most}\r\n{most}\n"), io.BytesIO(f"\ufeff{most}\r\n{most}\n".encode())):
        assert [dumps(record) == most for record in read(file)] == [True, True]
    over = replace(full, info={"a": "x" * (room + 1)})
    refuses(InvalidRecordError, says("line_too_long", MOST_CHARACTERS), dumps, over)


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
