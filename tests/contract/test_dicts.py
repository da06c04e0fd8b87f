"""Dicts of plain JSON values and JSON: they are read back on both engines and fit their schemas."""

from __future__ import annotations

import copy
import json
import pickle
from contextlib import suppress
from functools import cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers import effort
from helpers.cases import Case, module_of
from helpers.dicts import validator
from helpers.effort import times
from helpers.messages import says
from oxideal.differential import GAMES
from oxideal.errors import (
    InvalidArgumentError,
    InvalidMoveError,
    InvalidRecordError,
    InvalidRulesError,
    InvalidStateError,
    OxidealError,
)
from oxideal.schemas import KINDS, schema

if TYPE_CHECKING:
    from collections.abc import Iterator


def through_json(fields: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(fields, allow_nan=False))
    assert found == fields
    return found


def samples(case: Case) -> list[Any]:
    return case.states[::3]


def samples_of_seats(case: Case) -> Iterator[tuple[Any, int]]:
    """Yield some states, each with the next seat."""
    for place, state in enumerate(samples(case)):
        yield state, place % int(case.rules.players)


# There and back


def dump(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def test_states_and_views_are_read_back_on_both_engines(case: Case) -> None:
    for state, seat in samples_of_seats(case):
        for thing, name in ((state, "State"), (state.view(seat), "View")):
            fields, written = through_json(thing.to_dict()), thing.to_json()
            validator(name.lower(), case.game).validate(fields)
            assert written == dump(fields)
            spaced = json.dumps(dict(reversed(fields.items())), indent=1).encode()  # in any order and with spaces
            for module in (case.module, case.other):
                kind = vars(module)[name]
                for again in (kind.from_dict(fields), kind.from_json(written), kind.from_json(spaced)):
                    assert type(again) is kind
                    assert (again.to_bytes(), again.to_dict(), again.to_json()) == (thing.to_bytes(), fields, written)
            assert vars(case.module)[name].from_dict(fields) == thing


def test_rules_are_read_back_on_both_engines(case: Case) -> None:
    written = case.rules.to_json()
    assert written == dump(case.rules.to_dict())
    for module in (case.module, case.other):
        assert module.Rules.from_json(written).to_dict() == case.rules.to_dict()


def test_moves_are_read_back_on_both_engines(case: Case) -> None:
    state, moves = case.midway, case.midway.legal_moves()
    other = case.other.Rules.from_dict(case.fields)
    assert moves.to_json() == dump([move.to_dict() for move in moves])
    for move in moves:
        fields = through_json(move.to_dict())
        validator("move", case.game).validate(fields)
        assert (fields["id"], fields["text"]) == (int(move), str(move))
        assert move.to_json() == dump(fields)
        assert state.rules.move_from_dict(fields) == state.rules.move_from_json(dump(fields)) == move
        for again in (other.move_from_dict(fields), other.move_from_json(dump(fields))):
            assert (int(again), again.to_dict()) == (int(move), fields)


def test_events_are_read_back_on_both_engines(case: Case) -> None:
    kinds = set()
    rules = (case.rules, case.other.Rules.from_dict(case.rules.to_dict()))
    seats = range(case.rules.players)
    for event in sorted({event for state in samples(case) for seat in seats for event in state.events(seat)}):
        fields = through_json(case.rules.event_to_dict(event))
        validator("event", case.game).validate(fields)
        assert fields["text"] == event
        kinds.add(fields["kind"])
        for each in rules:
            assert each.event_to_dict(event) == fields
            assert each.event_from_dict(fields) == event
    assert "position" in kinds
    assert len(kinds) > 2
    for state, seat in samples_of_seats(case):
        events = state.events(seat)
        for first in (0, 1, len(events) // 2, len(events), len(events) + 5):
            assert state.events(seat, first) == state.events(seat, first=first) == events[first:]
            written = state.events_json(seat, first)
            assert written == dump([case.rules.event_to_dict(event) for event in events[first:]])
            assert [each.events_from_json(written) for each in rules] == [events[first:]] * 2
    for wrong in (-1, 2**53 + 1):
        with pytest.raises(InvalidArgumentError, match=r"^first must be 0 to "):
            case.midway.events(0, first=wrong)


def test_large_seeds_are_decimal_texts(case: Case) -> None:
    state = case.module.State(case.rules, seed=2**256 - 1, stream=2**96 - 1)
    fields = through_json(state.to_dict())
    assert fields["origin"]["seed"] == str(2**256 - 1)
    assert fields["origin"]["stream"] == str(2**96 - 1)
    assert case.module.State.from_dict(fields).seed == 2**256 - 1


# Wrong dicts


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value."""
    yield path
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(each, (*path, key))


def changed(fields: dict[str, Any], path: tuple[Any, ...], change: Any) -> Any:
    """Return a copy in which `change` was called with the container and the key of that value."""
    found = copy.deepcopy(fields)
    inner: Any = found
    for key in path[:-1]:
        inner = inner[key]
    change(inner, path[-1])
    return found


@cache
def valid(game: str, backend: str) -> dict[str, list[Any]]:
    """Return dicts of each kind, and how they are read."""
    module = module_of(game, backend)
    state: Any = module.State(module.Rules(), seed=7, dealer=0)
    for _ in range(9):
        state.push(state.legal_actions()[-1])
    by_hand = state.view(state.current_player).sample(1)
    by_hand.push(by_hand.legal_actions()[0])
    rules = state.rules
    module_: Any = module
    return {
        "state": [module_.State.from_dict, *(each.to_dict() for each in (state, by_hand))],
        "view": [module_.View.from_dict, *(state.view(seat).to_dict() for seat in range(rules.players))],
        "move": [rules.move_from_dict, *(move.to_dict() for move in by_hand.legal_moves()[:20])],
        "event": [
            rules.event_from_dict,
            *(rules.event_to_dict(event) for event in by_hand.events(0) + state.events(0)),
        ],
    }


ERRORS = {"state": InvalidStateError, "view": InvalidStateError, "move": InvalidMoveError, "event": InvalidRecordError}

json_values = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([2**70, -(2**70), 0.0, 1.0, 0.5])
    | st.text(max_size=3)
    | st.sampled_from([[], {}, [[]], [0], {"id": 0}])
)


def change(data: st.DataObject, inner: Any, key: Any) -> None:
    """Replace or remove a value, or add one beside it."""
    how = data.draw(st.sampled_from(["replace", "remove", "add"]))
    if how == "replace":
        inner[key] = data.draw(json_values)
    elif how == "remove":
        del inner[key]
    elif isinstance(inner, dict):
        inner["other"] = 0
    else:
        inner.insert(key, copy.deepcopy(inner[key]))


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=times(150, quick=15), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_changed_dicts_are_refused(game: str, kind: str, backend: str, data: st.DataObject) -> None:
    """One value is changed, added or removed."""
    read, *dicts = valid(game, backend)[kind]
    fields = data.draw(st.sampled_from(dicts))
    path = data.draw(st.sampled_from([path for path in places(fields) if path]))
    wrong = changed(fields, path, partial(change, data))
    if same(wrong, fields):
        return
    again = None
    with suppress(ERRORS[kind]):
        again = read(wrong)
    if again is not None:
        # Nothing else in a view says which actions came before it, and nothing else in a state what is ahead.
        # Nor does anything else in a state with one seat say whether the dealer was given.
        ahead = ("seed", "stream", "drawn", *(("dealer",) if module_of(game, backend).Rules().players == 1 else ()))
        chance = kind == "state" and path[0] == "origin" and path[1] in ahead
        assert chance or (kind, path[0]) == ("view", "recent")
        assert same(again.to_dict(), wrong)
        assert validator(kind, game).is_valid(wrong)


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same in JSON, where 1, 1.0 and true differ."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("game", GAMES)
def test_schemas_refuse_missing_and_unknown_fields(game: str, kind: str) -> None:
    _, *dicts = valid(game, "rust")[kind]
    for fields in dicts[: times(2)]:
        assert validator(kind, game).is_valid(fields)
        # One item of each list: the items have the same schema.
        paths = {tuple(key for key in path if isinstance(key, str)): path for path in places(fields)}
        for path in [*paths.values()][:: 1 if effort.level else 3]:
            if path and isinstance(path[-1], str) and "rules" not in path[:-1]:
                for change in (lambda inner, key: inner.pop(key), lambda inner, _: inner.update(other=0)):
                    assert not validator(kind, game).is_valid(changed(fields, path, change)), path
                wrong = changed(fields, path, lambda inner, key: inner.update({key: {"other": 0}}))
                assert not validator(kind, game).is_valid(wrong), path


def test_wrong_types_raise_type_error(case: Case) -> None:
    state = case.midway
    module: Any = case.module
    wrong_things: list[Any] = [None, [], "x", 3, b"x"]
    for read in (
        module.State.from_dict,
        module.View.from_dict,
        state.rules.move_from_dict,
        state.rules.event_from_dict,
    ):
        for wrong in wrong_things:
            with pytest.raises(TypeError, match=" must be a dict, not "):
                read(wrong)
    with pytest.raises(TypeError, match=says("not_a_str", "event", "int")):
        state.rules.event_to_dict(3)


def test_errors_name_the_field(case: Case) -> None:
    state = case.midway
    fields = state.to_dict()
    view = state.view(0).to_dict()
    read = case.module.View.from_dict

    def message(wrong: dict[str, Any], reading: Any = read) -> str:
        with pytest.raises(OxidealError) as error:
            reading(wrong)
        return str(error.value)

    assert message({}) == 'missing field "format"'
    assert message({**view, "format": 2}) == "unsupported format 2; this version reads format 1"
    assert message({**view, "game": "x"}) == f'game must be "{case.game}", got "x"'
    assert message({**view, "game": []}) == "game must be a string, not list"
    assert message({**view, "other": 1}) == 'unknown field "other"'
    assert message({**view, "seat": 1.0}) == "seat must be 0, got 1.0"
    assert message({**view, "recent": [3]}) == "recent[0] must be a dict, not int"
    assert message({**view, "recent": 17 * [{"seat": 0, "move": {"id": 0}}]}).startswith("at most 16 last actions")
    origin = fields["origin"]
    states = case.module.State.from_dict
    assert message({**fields, "rules": {"x": 1}}, states).startswith('rules: unknown field "x"')
    assert message({**fields, "origin": {**origin, "seed": "07"}}, states) == (
        'origin: seed must be a string of 1 to 78 decimal digits without leading zeros or None, got "07"'
    )
    assert message({**fields, "origin": {**origin, "dealer": 99}}, states).startswith("origin: seat 99 out of range")
    assert message({**fields, "history": [{"id": 0}] * 100_001}, states) == (
        "history must have at most 100000 actions, got 100001"
    )
    last = len(fields["history"])
    more = {**fields, "history": [*fields["history"], {"id": 2**52}]}
    assert message(more, states).startswith(f"history[{last}]: ")
    assert message({"id": 10**9}, state.rules.move_from_dict).startswith("action 1000000000 out of range")


def test_unknown_events_are_refused(case: Case) -> None:
    rules = case.rules
    texts = {event for seat in range(rules.players) for event in case.midway.events(seat)}
    by_hand = case.midway.view(0).sample(1)
    wrong = {"", "x", "position", "position x", "hand", " ", "0", "0 ", "x" * 100_000, *by_hand.events(0)[0].split(";")}
    wrong |= {f" {event}" for event in texts} | {f"{event} " for event in texts} | {f"{event}\n" for event in texts}
    wrong |= {event.replace(" ", "  ", 1) for event in texts}
    for event in wrong - texts:
        with pytest.raises(InvalidRecordError):
            rules.event_to_dict(event)


def test_event_of_other_rules_is_refused(case: Case) -> None:
    others = [case.module.Rules.from_dict(fields) for fields in GAMES[case.game] if fields != case.fields]
    event = case.midway.view(0).sample(1).events(0)[0]
    assert event.startswith("position ")
    for other in others:
        if other != case.rules:
            with pytest.raises(InvalidRecordError, match="rules of the position differ"):
                other.event_to_dict(event)


# Schemas


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_schemas_are_valid(game: str) -> None:
    for kind in KINDS:
        found = schema(kind, game)
        jsonschema.Draft202012Validator.check_schema(found)
        assert found["$ref"].rsplit("/", 1)[1] in found["$defs"]
        found.clear()  # a copy
        assert schema(kind, game)
    for fields in GAMES[game]:
        validator("rules", game).validate(fields)


def options_of(game: str) -> dict[str, Any]:
    """Return the schema of each option of a game."""
    found: dict[str, Any] = schema("rules", game)["$defs"]["rules"]["properties"]
    return found


def values_of(of: Any, game: str) -> list[Any]:
    """Return values that fit the schema of an option, its bounds among them, and values that do not."""
    values: list[Any] = [None, False, True, -1, 0, 1, 2**70, 0.5, "", "x", [], {}]
    for each in of.get("anyOf", [of]):
        each = schema("rules", game)["$defs"][each["$ref"].rsplit("/", 1)[1]] if "$ref" in each else each
        values += each.get("enum", [])
        values += [bound + step for name in ("minimum", "maximum") if (bound := each.get(name)) for step in (-1, 0, 1)]
    return values


def bases_of(game: str) -> list[dict[str, Any]]:
    """Return options that set the bounds of others, each at its own bounds."""
    numbers = {name: (of["minimum"], of["maximum"]) for name, of in options_of(game).items() if "maximum" in of}
    both = [
        dict(zip(two, values, strict=True))
        for two in combinations(numbers, 2)
        for values in product(*(numbers[name] for name in two))
    ]
    return [{}, *({name: value} for name in numbers for value in numbers[name]), *both]


OTHER_FORMS = {("auction", "True"): "bid"}
"""What rules have for a value of an option that is read but not written."""


@pytest.mark.parametrize("game", GAMES)
def test_rules_accept_what_their_schema_does(game: str, backend: str) -> None:
    """Each value of an option fits the schema if and only if rules with it are accepted, at least with some others."""
    rules: Any = module_of(game, backend).Rules
    whole = rules().to_dict()

    def accepted(fields: dict[str, Any]) -> bool:
        try:
            read = rules.from_dict(fields).to_dict()
        except InvalidRulesError:
            return False
        assert same(
            {**read, **{name: OTHER_FORMS.get((name, repr(value)), value) for name, value in fields.items()}}, read
        )
        return True

    for name, of in options_of(game).items():
        for value in values_of(of, game):
            fits = validator("rules", game).is_valid({**whole, name: value})
            found = any(accepted({**base, name: value}) for base in bases_of(game) if name not in base)
            assert (name, value, found) == (name, value, fits)


def test_schemas_of_unknown_kinds_and_games_are_refused() -> None:
    with pytest.raises(InvalidArgumentError, match=r'^unknown kind "x"; expected one of rules, move, '):
        schema("x", next(iter(GAMES)))
    with pytest.raises(InvalidArgumentError, match=r'^unknown game "x"; expected one of '):
        schema("view", "x")
    with pytest.raises(TypeError, match=r"^game must be the name or the module of a game, not int"):
        schema("view", 5)  # type: ignore[arg-type]


# Views built event by event


def test_builder_has_the_view_after_events(case: Case) -> None:
    for state, seat in samples_of_seats(case):
        builder = case.module.ViewBuilder(state.rules, seat)
        assert (builder.rules, builder.seat) == (state.rules, seat)
        events = state.events(seat)
        for number, event in enumerate(events, start=1):
            builder.push(event)
            if number % 8 and number > 8:  # comparing all of them takes quadratic time
                continue
            expected = outcome(partial(case.module.View.from_events, state.rules, seat, events[:number]))
            assert outcome(builder.view) == expected
        assert builder.view() == state.view(seat)


def outcome(make: Any) -> object:
    """Return the view, or the message of the error."""
    try:
        return make().to_bytes()
    except InvalidRecordError as error:
        return str(error)


def test_refused_event_leaves_the_builder_unchanged(case: Case) -> None:
    state = case.midway
    builder = case.module.ViewBuilder(state.rules, 0)
    events = state.events(0)
    for number, event in enumerate(events):
        for wrong in ("no such event", *events):
            if outcome_of(case, state, [*events[:number], wrong]) is not None:
                with pytest.raises(InvalidRecordError, match=f"^event {number}: "):
                    builder.push(wrong)
        with pytest.raises(TypeError):
            builder.push(number)  # type: ignore[arg-type]
        builder.push(event)
    assert builder.view() == state.view(0)
    assert builder.view().recent == state.view(0).recent


def outcome_of(case: Case, state: Any, events: list[str]) -> str | None:
    """Return why the last event is refused, or None."""
    found = outcome(lambda: case.module.View.from_events(state.rules, 0, events))
    return found if isinstance(found, str) and found.startswith(f"event {len(events) - 1}: ") else None


# Wrong JSON


@cache
def texts(game: str) -> dict[str, list[Any]]:
    """Return JSON of each kind, with the names of the readers: a class and a method, or a method of rules."""
    dicts = {kind: given[1:] for kind, given in valid(game, "rust").items()}
    return {
        "state": [("State", "from_json"), *dicts["state"]],
        "view": [("View", "from_json"), *dicts["view"]],
        "move": [("Rules", "move_from_json"), *dicts["move"]],
        "event": [("Rules", "events_from_json"), *([each] for each in dicts["event"])],
        "rules": [("Rules", "from_json"), *(each["rules"] for each in dicts["view"][:1])],
    }


JSON_ERRORS: dict[str, type[OxidealError]] = {
    "state": InvalidStateError,
    "view": InvalidStateError,
    "move": InvalidMoveError,
    "event": InvalidRecordError,
    "rules": InvalidRulesError,
}


def answer(game: str, backend: str, reader: tuple[str, str], data: bytes, error: type[OxidealError]) -> object:
    """Return what an engine reads, or its error."""
    owner, method = reader
    module: Any = module_of(game, backend)
    read: Any = getattr(module.Rules(), method, None) if owner == "Rules" else getattr(vars(module)[owner], method)
    try:
        found = read(data)
    except error as raised:
        # The hint "did you mean" is for people who type.
        return type(raised).__name__, str(raised).partition("; expected one of")[0].partition(" (did you mean")[0]
    return found.to_json() if hasattr(found, "to_json") else found


@pytest.mark.parametrize("kind", JSON_ERRORS)
@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=times(150, quick=20), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_both_engines_answer_alike_to_changed_json(game: str, kind: str, data: st.DataObject) -> None:
    """One value is changed, added or removed, or one byte is."""
    reader, *values = texts(game)[kind]
    value = data.draw(st.sampled_from(values))
    if data.draw(st.booleans()):
        path = data.draw(st.sampled_from([path for path in places(value) if path]))
        written = dump(changed(value, path, partial(change, data)))
    else:
        written = dump(value)
        place = data.draw(st.integers(0, len(written) - 1))
        byte = data.draw(st.sampled_from([b"", b" ", b'"', b"}", b"0", b"1", b"\\", b"\xff", b"\n", b"-", b"e"]))
        written = written[:place] + byte + written[place + data.draw(st.integers(0, 1)) :]
    answers = [answer(game, backend, reader, written, JSON_ERRORS[kind]) for backend in ("rust", "reference")]
    assert answers[0] == answers[1]
    if isinstance(answers[0], bytes) and kind != "rules":
        assert same(json.loads(answers[0]), json.loads(written))
        assert validator(kind, game).is_valid(json.loads(written))


@pytest.mark.parametrize(
    "wrong",
    [
        *(b"", b" ", b"[]", b"3", b"null", b"{", b'{"format":1,}', b"{'format':1}", b"{} {}", b"\xef\xbb\xbf{}"),
        *(b'{"a":1,"a":1}', b'{"a":1.0}', b'{"a":1e3}', b'{"a":NaN}', b'{"a":01}', b'{"a":1234567890123456789}'),
        *(b'{"a":"\xff"}', b'{"a":"\\ud800"}', b'{"a":"\n"}', b'{"a":"\\x"}', b'{"a":"', b"{" * 100_000),
        b'{"a":' + 16 * b"[" + 16 * b"]" + b"}",
        b"{" + b",".join(b'"%d":0' % number for number in range(129)) + b"}",
        b'{"a":"' + 2**25 * b"x" + b'"}',
    ],
    ids=lambda wrong: repr(wrong[:20]),
)
def test_malformed_json_is_refused(case: Case, wrong: bytes) -> None:
    readers: list[tuple[Any, type[OxidealError]]] = [
        (case.module.State.from_json, InvalidStateError),
        (case.module.View.from_json, InvalidStateError),
        (case.module.Rules.from_json, InvalidRulesError),
        (case.rules.move_from_json, InvalidMoveError),
    ]
    for read, error in readers:
        with pytest.raises(error, match=says("malformed_json")):
            read(wrong)
    if wrong != b"[]":
        with pytest.raises(InvalidRecordError, match=says("malformed_json")):
            case.rules.events_from_json(wrong)


def test_json_of_the_greatest_depth_and_width_is_read(case: Case) -> None:
    deep = b'{"a":' + 15 * b"[" + 15 * b"]" + b"}"
    wide = b"{" + b",".join(b'"%d":0' % number for number in range(128)) + b"}"
    for fields in (deep, wide, b'{"a":123456789012345678}', b'{"a":-0}', b'{"\\u00e9\\ud83c\\udca1":"\xc3\xa9"}'):
        with pytest.raises(InvalidStateError, match=r'^missing field "format"$'):
            case.module.View.from_json(fields)


# Builders of views


def test_builder_is_copied_and_saved_after_each_event(case: Case) -> None:
    for state, seat in [*samples_of_seats(case)][-3:]:
        events = state.events(seat)
        builder = case.module.ViewBuilder(case.rules, seat)
        others = case.other.Rules.from_dict(case.rules.to_dict())
        twin = case.other.ViewBuilder(others, seat)
        for number, event in enumerate(events):
            saved = builder.to_bytes()
            assert twin.to_bytes() == saved
            if number % 5 == 0 or number < 6 or number > len(events) - 8:
                again = [
                    *(make(builder) for make in (copy.copy, copy.deepcopy, vars(case.module)["ViewBuilder"].copy)),
                    pickle.loads(pickle.dumps(builder)),
                    *(module.ViewBuilder.from_bytes(saved) for module in (case.module, case.other)),
                ]
                for each in again:
                    assert each.to_bytes() == saved
                    with pytest.raises(InvalidRecordError, match=f"^event {number}: "):
                        each.push("no such event")
                    each.push(event)
                assert builder.to_bytes() == saved
            builder.push(event)
            twin.push(event)
            if number % 5 == 0 or number < 6 or number > len(events) - 8:
                assert {each.to_bytes() for each in again} == {builder.to_bytes()}
        assert builder.view() == state.view(seat)


def test_damaged_bytes_of_a_builder_are_refused(case: Case) -> None:
    state = case.midway
    events = state.events(0)
    for pushed in (2, len(events)):
        builder = case.module.ViewBuilder(case.rules, 0)
        for event in events[:pushed]:
            builder.push(event)
        saved = builder.to_bytes()
        for place in range(0, len(saved), 1 + len(saved) // times(40)):
            for wrong in (saved[:place], saved[:place] + bytes([saved[place] ^ 1]) + saved[place + 1 :]):
                answers: list[bytes | str] = []
                for module in (case.module, case.other):
                    try:
                        answers.append(module.ViewBuilder.from_bytes(wrong).to_bytes())
                    except InvalidStateError as error:
                        answers.append(str(error))
                assert answers[0] == answers[1]
                assert answers[0] == wrong or isinstance(answers[0], str)
        for wrong in (saved + b"x", state.to_bytes(), state.view(0).to_bytes()):
            with pytest.raises(InvalidStateError):
                case.module.ViewBuilder.from_bytes(wrong)
    with pytest.raises(InvalidStateError, match=r"^the bytes hold a view builder, not a view$"):
        case.module.View.from_bytes(saved)
