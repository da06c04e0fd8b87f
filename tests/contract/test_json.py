"""JSON as bytes: wrong JSON is refused alike by both engines, with bounds; builders of views as bytes."""

from __future__ import annotations

import copy
import json
import pickle
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.test_dicts import change, changed, dump, places, same, samples, samples_of_seats, valid
from helpers.cases import Case, module_of
from helpers.effort import times
from helpers.messages import says
from helpers.schemas import validator
from oxideal.differential import GAMES
from oxideal.errors import InvalidMoveError, InvalidRecordError, InvalidRulesError, InvalidStateError, OxidealError

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


ERRORS: dict[str, type[OxidealError]] = {
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


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=times(150, quick=20),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
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
    answers = [answer(game, backend, reader, written, ERRORS[kind]) for backend in ("rust", "reference")]
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


def test_json_must_be_bytes(case: Case) -> None:
    for read in (case.module.State.from_json, case.module.Rules.from_json, case.rules.move_from_json):
        wrong: Any
        for wrong in ("{}", None, {}, bytearray(b"{}")):
            with pytest.raises(TypeError, match=r"^data must be bytes, not "):
                read(wrong)


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


def test_bytes_of_a_builder_do_not_grow_with_the_events(case: Case) -> None:
    for state in samples(case):
        builder = case.module.ViewBuilder(case.rules, 0)
        for event in state.events(0):
            builder.push(event)
        assert len(builder.to_bytes()) <= len(builder.view().to_bytes()) + 8


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
