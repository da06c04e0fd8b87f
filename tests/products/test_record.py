"""Records: what is written is read again and replayed on both engines, and what has been tampered with is refused."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, replace
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.cases import BACKENDS, CASES, Case, module_of
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError, InvalidRecordError, InvalidStateError
from oxideal.record import MOST_ACTIONS, MOST_CHARACTERS, Reader, Record, Writer, dumps, loads, read, schema
from oxideal.record import fields as fields_of_records
from oxideal.record import replay as replayed

VALIDATOR = jsonschema.Draft202012Validator(schema())
EACH = [case for case in CASES if case.backend == "rust"]
"""Each game with each of its rules; what the reference makes of it is compared."""

FIELDS = sorted(schema()["properties"])


def replay(record: Record) -> Any:
    """What both engines make of a record, which is the same."""
    here = replayed(record)
    assert replayed(record, "reference").to_bytes() == here.to_bytes()
    return here


def refused(record: Record, message: str) -> None:
    """That both engines refuse it, and say the same."""
    for backend in BACKENDS:
        refuses(InvalidRecordError, message, replayed, record, backend)


def some_states(case: Case) -> list[Any]:
    """Of those that were dealt, and of those set up by hand."""
    dealt = [state for state in case.states if state.seed is not None]
    by_hand = [state for state in case.states if state.seed is None]
    return [*dealt[::9], dealt[-1], *by_hand[::5]]


@cache
def played(game: str) -> Record:
    """A long game, by chance."""
    case = next(each for each in EACH if each.game == game)
    longest = max((case.game_over(seed) for seed in range(10)), key=lambda state: len(state.history))
    return Record.of(longest, names=[f"bot {seat}" for seat in range(case.rules.players)])


# From a state to its record, and back


@pytest.mark.parametrize("case", EACH, ids=str)
def test_every_state_has_a_record_that_leads_to_it(case: Case) -> None:
    for state in some_states(case):
        record = Record.of(state, note="so far")
        line = dumps(record)
        assert line == dumps(Record.of(case.other.State.from_bytes(state.to_bytes()), note="so far"))
        assert "\n" not in line
        assert line.isascii()
        again = loads(line)
        assert again == record
        assert dumps(again) == line
        VALIDATOR.validate(json.loads(line))
        end = replay(again)
        assert end.to_bytes() == state.to_bytes()  # the deal, the history, the last actions and chance included
        assert (end.recent, end.payoffs) == (state.recent, state.payoffs)


@pytest.mark.parametrize("case", EACH, ids=str)
def test_the_states_of_a_record(case: Case) -> None:
    state = case.midway
    record = Record.of(state)
    states = list(record.states())
    assert [len(each.history) for each in states] == list(range(len(state.history) + 1))
    assert states[-1] == state
    for each, other in zip(states, record.states("reference"), strict=True):
        assert each.to_bytes() == other.to_bytes()
    states[0].push(states[0].legal_actions()[0])  # each is the caller's own
    assert len(states[1].history) == 1


@pytest.mark.parametrize("game", GAMES)
def test_where_a_round_begins(game: str, backend: str) -> None:
    module: Any = module_of(game, backend)
    drawn = Record.of(module.State(seed=2**256 - 1, stream=2**96 - 1))
    assert (drawn.seed, drawn.stream, drawn.dealer, drawn.start) == (2**256 - 1, 2**96 - 1, None, None)
    assert drawn.to_dict()["seed"] == str(2**256 - 1)
    assert replay(drawn) == replay(Record.of(replay(drawn)))
    given = Record.of(module.State(seed=7, dealer=0))
    assert given.dealer == 0
    assert replay(given).to_bytes() == module.State(seed=7, dealer=0).to_bytes()
    fresh = Record.of(module.State())
    assert fresh.seed is not None


def test_starts_set_up_by_hand() -> None:
    """Where chance may have a part, the seed, the stream and how far it has been drawn from are known all the same."""
    hands = ["335567788TQAA222B", "34445667789JJQKKK", "48999TTTJJQQKAA2R"]
    deal = doudizhu.State.from_deal(doudizhu.Rules(), hands=hands, kitty="356", first_bidder=1, seed=5, stream=6)
    record = Record.of(deal)
    assert (record.seed, record.stream, record.drawn, record.start) == (5, 6, 0, deal.to_text())
    for _ in range(3):  # dealt again, from that stream
        deal.push(deal.parse("pass"))
    assert replay(Record.of(deal)).to_text() == deal.to_text()
    assert replay(replace(Record.of(deal), stream=7)).to_text() != deal.to_text()

    later = deal.view(0).sample(3)
    record = Record.of(later)
    assert record.drawn > 0
    assert [text for _, text in record.recent] == ["pass"] * 3

    alone = foursquare.State(seed=7).view(0).sample(3)
    record = Record.of(alone)
    assert (record.seed, record.stream, record.start) == (None, None, alone.to_text())
    assert {"seed", "stream", "drawn", "recent"}.isdisjoint(record.to_dict())

    batch = rummy.Batch(rummy.Rules(), 2, seed=7)
    for step in range(40):
        batch.step(batch.sample_actions(step))
    state = batch.state(1)
    state.push(state.legal_actions()[0])
    assert replay(Record.of(state)).to_bytes() == state.to_bytes()


def test_rounds_of_a_match() -> None:
    match = mexican_train.Match(mexican_train.Rules(players=2, set=6, engine=2, hand_size=4), seed=7)
    records = []
    while True:
        while not match.state.is_over:
            match.state.push(match.state.legal_actions()[0])
        records.append(Record.of(match.state))
        if match.is_over:
            break
        match.next_round()
    assert [record.stream for record in records] == [1, 2, 3]
    assert [record.rules["engine"] for record in records] == [2, 1, 0]
    assert {record.seed for record in records} == {7}
    assert [record.scores for record in records] == [result.scores for result in match.results]
    for record in records:
        replay(record)


def test_games_of_other_packages() -> None:
    plain = module_of("rummy", "reference")
    record = replace(played("rummy"), game="rummy")
    assert type(replayed(record, game=plain)) is plain.State
    assert type(next(record.states(game=plain))) is plain.State
    stranger = replace(record, game="gin")
    known = "doudizhu, foursquare, mexican_train, rummy"
    refused(
        stranger,
        f'there is no game "gin" here: the games are {known}; for those of other packages, game= takes the module',
    )
    refuses(InvalidRecordError, "this is a record of gin, but the game is rummy", replayed, stranger, game=plain)
    refuses(TypeError, "game must be the module of a game, or its name, not int", replayed, record, game=5)


def test_names_notes_and_info() -> None:
    state = foursquare.State(seed=7)
    info: dict[str, Any] = {"table": 5, "rating": [1.5, None, True, {"k": "\u00e9"}]}
    record = Record.of(state, ["Zo\u00eb"], "left at once", info)
    info["table"] = 6  # a record keeps a copy
    again = loads(dumps(record))
    assert (again.names, again.note) == (("Zo\u00eb",), "left at once")
    assert again.info == {"table": 5, "rating": [1.5, None, True, {"k": "\u00e9"}]}
    assert Record.of(doudizhu.State(seed=7), [None, "b", None]).names == (None, "b", None)


def test_records_are_values() -> None:
    record = played("foursquare")
    assert pickle.loads(pickle.dumps(record)) == record
    assert {record: 1}[loads(dumps(record))] == 1
    assert replace(record, note="x") != record
    name: Any = "note"
    with pytest.raises(FrozenInstanceError):
        setattr(record, name, "y")
    kept = replace(record, info={"a": {"b": []}})
    fields, line = kept.to_dict(), dumps(kept)
    fields["actions"].clear()
    fields["rules"].clear()
    fields["info"]["a"].clear()
    assert dumps(kept) == line


def test_what_makes_no_record() -> None:
    state = foursquare.State(seed=7)
    none: list[Any] = [None, 5, state.view(0), state.rules, "x"]
    for other in none:
        with pytest.raises(TypeError, match="state must be a State, not "):
            Record.of(other)
    refuses(InvalidRecordError, "there are 2 names, but this game has 1 seats", Record.of, state, ["a", "b"])
    refuses(TypeError, "names must be a list, not str", Record.of, state, "a")
    long = doudizhu.State(seed=7)
    for _ in range(MOST_ACTIONS):
        long.push(0)
    assert len(Record.of(long).actions) == MOST_ACTIONS
    long.push(0)
    refuses(InvalidRecordError, "a record holds at most 100000 actions, not 100001", Record.of, long)


def test_a_state_that_is_not_what_it_seems() -> None:
    """What does not keep the contract is not written down."""
    plain: Any = module_of("foursquare", "reference")

    class Lying(plain.State):  # type: ignore[misc]
        def copy(self) -> Any:
            return plain.State(seed=8)

    state = Lying(seed=7)
    state.push(state.legal_actions()[0])
    with pytest.raises(Exception, match="nothing to take back"):
        Record.of(state)
    state = Lying(seed=7)
    refuses(InvalidRecordError, "played again, the actions of this state lead to another one", Record.of, state)


# What has been tampered with


@pytest.mark.parametrize("game", GAMES)
def test_no_action_can_be_changed(game: str) -> None:
    """Left out, doubled, swapped, replaced: refused, or a game that can be played just so and ends the same way."""
    record = played(game)
    chance = random.Random(7)
    module: Any = module_of(game, "reference")
    rules = module.Rules.from_dict(record.rules)
    states = list(record.states())
    kept = tried = 0
    for place in chance.sample(range(len(record.actions)), min(15, len(record.actions))):
        before, own, after = record.actions[:place], record.actions[place], record.actions[place + 1 :]
        others = [str(move) for move in states[place].legal_moves() if str(move) != own]
        changed = [
            (*before, *after),
            (*before, own, own, *after),
            *((*before, other, *after) for other in chance.sample(others, min(5, len(others)))),
        ]
        if after:
            changed.append((*before, after[0], own, *after[1:]))
        for actions in changed:
            if actions == record.actions:
                continue
            tried += 1
            other = replace(record, actions=actions)
            try:
                replayed(other)
            except InvalidRecordError as error:
                refused(other, str(error))
                continue
            kept += 1
            again = module.State(rules, seed=record.seed, stream=record.stream, dealer=record.dealer)
            for text in actions:
                again.push(again.parse(text))
            assert (again.payoffs, again.scores) == (record.payoffs, record.scores)
    assert tried > 10
    assert kept < tried / 2
    for actions in (record.actions[:-1], (*record.actions, record.actions[-1])):
        with pytest.raises(InvalidRecordError):
            replayed(replace(record, actions=actions))


@pytest.mark.parametrize("game", GAMES)
def test_no_field_can_be_changed(game: str) -> None:
    """All but what nothing follows from: names, note and info."""
    record = played(game)
    fields = record.to_dict()
    others: dict[str, list[Any]] = {
        "format": [0, 2, -1, None, "1", True, 1.0, [1]],
        "game": ["chess", "", "Rummy", "rummy ", next(each for each in GAMES if each != game), None, 5],
        "rules": [None, [], {"players": 99}, {"colour": 1}, {"players": "2"}, {"diagonal": 1}],
        "seed": [
            str((record.seed or 0) + 100),
            "",
            "07",
            "+7",
            " 7",
            "7 ",
            "7\n",
            "7_0",
            "-7",
            "\u0667",
            "9" * 78,
            "7" * 5000,
            7,
            None,
            True,
            7.0,
        ],
        "stream": ["1", "", "00", str(2**96), 0, None],
        "dealer": [-1, 99, 2**60, "0", 0.0, None, True],
        "start": ["", "chess", "\ud800", 5, None, *([replay(record).to_text()])],
        "drawn": [0, 1, -1, "1", None],
        "recent": [[], [[0, "pass"]], None],
        "actions": [[], None, "", {}, [5], [None], ["\ud800"], ["nonsense"], ["x" * 100_000]],
        "payoffs": [[], None, [-999], [1] * 99, "", {}, 5, [0.5], ["0"], [None], [2**60], [float("inf")]],
        "scores": [[], None, [-99], [1] * 99, "", 5, [1.0]],
        "names": [[], ["a"] * 99, "a", {}, 5, None, [5], [""], ["a\nb"], ["a\u202eb"], ["\ud800"], ["x" * 61]],
        "note": ["", "a\tb", 5, None, "x" * 1001, "\ud800", []],
        "info": [[], None, "x", {"a": 2**53}, {"a": float("nan")}, {"a": "\ud800"}, {"\ud800": 1}],
        "Seed": ["7"],
    }
    assert set(FIELDS) < set(others)
    for name, values in others.items():
        for value in values:
            with pytest.raises(InvalidRecordError) as caught:
                replayed(Record.from_dict({**fields, name: value}))
            assert str(caught.value)
            assert str(caught.value).isprintable()
            assert len(str(caught.value)) < 600
    for name in fields:
        if name != "names":
            with pytest.raises(InvalidRecordError):
                replayed(Record.from_dict({each: value for each, value in fields.items() if each != name}))
    for place in range(len(record.payoffs or ())):
        for name in ("payoffs", "scores"):
            values = list(fields[name])
            values[place] += 1
            refused_with = f"the {name} are {fields[name]}, but the record has {values}"
            refused(Record.from_dict({**fields, name: values}), refused_with)
    for rules in all_other_rules(game, record.rules):
        with pytest.raises(InvalidRecordError):
            replayed(replace(record, rules=rules))


def all_other_rules(game: str, rules: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Those that matter in any round: a game of other hands or players is another one."""
    if game != "foursquare":
        yield {**rules, "players": 4 if rules["players"] != 4 else 3}
    else:
        yield {**rules, "diagonal": 1}


def test_names_notes_and_info_may_be_others() -> None:
    """Nothing follows from them."""
    fields = played("rummy").to_dict()
    others: list[dict[str, Any]] = [{"names": [None, "x"]}, {"note": "by me"}, {"info": {"a": 1}}, {"info": {}}]
    for change in others:
        assert replay(Record.from_dict({**fields, **change})) == replay(played("rummy"))
    del fields["names"]
    assert Record.from_dict(fields).names is None


def test_what_is_wrong_is_told() -> None:
    record = played("foursquare")
    fields = record.to_dict()
    last = len(record.actions)

    def told(change: dict[str, Any], message: str) -> None:
        kept = {name: value for name, value in {**fields, **change}.items() if value is not ...}
        refuses(InvalidRecordError, message, lambda: replayed(Record.from_dict(kept)))
        refuses(InvalidRecordError, message, lambda: replayed(loads(json.dumps(kept)), "reference"))

    told({"format": 2, "rules": 5}, "this is a record of format 2; this version reads format 1")
    told({"format": ...}, "the field format is missing")
    told({"payoffs": ...}, "the field payoffs is missing")
    told({"moves": []}, '"moves" is no field of a record; what else belongs to it goes into info')
    told({"note": None}, "note is empty; then the field is left out")
    told({"seed": 7}, "seed must be a str, not int")
    told({"seed": "07"}, 'seed must be a text of up to 78 decimal digits, not "07"')
    told({"seed": ...}, "seed and stream belong together: one of them is missing")
    told({"seed": ..., "stream": ...}, "there is neither a seed nor a start: where does the round begin?")
    told({"dealer": 1}, "dealer: there is no seat 1: the seats of this game are 0 to 0")
    told({"rules": {"diagonal": 1}}, "rules: diagonal is True or False, not int")
    told({"rules": {"colour": 1}}, 'rules: "colour" is no field of these rules: the fields are diagonal')
    over = "the game is over: more than four cards lie face down [FS-08]"
    told({"actions": [*record.actions, "0,0"]}, f'action {last}, "0,0": {over}')
    far = "3,3 is empty and not next to a pile: it shares an edge with none [FS-03]"
    told({"actions": ["0,0", "3,3"]}, f'action 1, "3,3": {far}')
    form = 'write row,column counted from the first card, each from -3 to 3, such as "0,1" or "-2,0"'
    told({"actions": ["0,0", "x\n"]}, f'action 1, "x?": "x?" names no cell: {form}')
    told({"payoffs": None, "scores": None}, f"the round is over after {last} actions, but the record has no payoffs")
    short = f"the round is not over after {last - 1} actions, but the record has payoffs"
    told({"actions": list(record.actions[:-1])}, short)
    told({"payoffs": [5]}, f"the payoffs are {list(record.payoffs or ())}, but the record has [5]")
    told({"names": ["a", "b"], "payoffs": [0, 0], "scores": [0, 0]}, "there are 2 names, but this game has 1 seats")
    told({"payoffs": None}, "payoffs and scores belong together: one of them is null")
    told({"payoffs": [0, 0]}, "names, payoffs and scores have one item for each seat; their numbers differ")


def test_what_is_wrong_with_a_start() -> None:

    def of_text(text: str) -> str:
        with pytest.raises(InvalidStateError) as caught:
            doudizhu.State.from_text(text)
        return f"start: {caught.value}"

    dealt, alone = doudizhu.State(seed=7), foursquare.State(seed=7)
    record = Record.of(dealt)
    by_hand = Record.of(doudizhu.State.from_text(dealt.to_text(), seed=5))
    assert replay(by_hand) == replay(replace(record, seed=5, stream=0, start=dealt.to_text()))
    refused(replace(by_hand, start="doudizhu"), of_text("doudizhu"))
    refused(replace(by_hand, start=alone.to_text()), of_text(alone.to_text()))
    other = doudizhu.Rules(players=4).to_dict()
    refused(replace(by_hand, rules=other), "start: the rules in its text are not those of the record")
    without = "start: chance may have a part in what follows, so a seed belongs to it"
    refused(replace(by_hand, seed=None, stream=None), without)
    still = Record.of(foursquare.State.from_text(alone.to_text()))
    refused(replace(still, seed=1, stream=0), "start: chance has no part in what follows, so no seed belongs to it")
    seat = 'recent: item 1, "pass": there is no seat 3: the seats of this game are 0 to 2'
    refused(replace(by_hand, recent=((0, "pass"), (3, "pass"))), seat)
    with pytest.raises(InvalidRecordError, match='recent: item 0, "psas": "psas" names no move'):
        replayed(replace(by_hand, recent=((0, "psas"),)))
    ends: list[dict[str, Any]] = [
        {"dealer": 0},
        {"start": None, "drawn": 3},
        {"start": None, "recent": ((0, "pass"),)},
        {"recent": [(0, "pass")] * 17},
        {"recent": [(0,)]},
    ]
    for change in ends:
        with pytest.raises(InvalidRecordError):
            replace(by_hand, **change)
    with pytest.raises(InvalidRecordError, match="drawn belongs to a seed, and there is none"):
        replace(still, drawn=1)


def test_what_a_record_is_not_made_of() -> None:
    """By its constructor: types that are wrong raise TypeError."""
    record = played("foursquare")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"game": 5}, "game must be a str, not int"),
        ({"rules": []}, "rules must be a JSON object, not list"),
        ({"seed": "7"}, "seed must be an integer, not str"),
        ({"drawn": None}, "drawn must be an integer, not NoneType"),
        ({"actions": None}, "actions must be a list, not NoneType"),
        ({"actions": repeat("pass")}, "actions must be a list, not repeat"),
        ({"info": {"a": {1, 2}}}, "what is in info must be fit for JSON, not set"),
        ({"info": {5: 1}}, "a field's name in info must be a str, not int"),
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
        ({"seed": 2**256}, "seed must be an integer from 0 to 2**256 - 1, not one of more than 64 bits"),
        ({"stream": -1}, "stream must be an integer from 0 to 2**96 - 1, not -1"),
        ({"dealer": 2**53}, f"dealer must be an integer from 0 to 2**53 - 1, not {2**53}"),
        ({"payoffs": (-(2**53),)}, f"an item of payoffs must be an integer from {small}, not {-(2**53)}"),
        ({"info": {"a": 2**70}}, f"a number in info must be an integer from {small}, not one of more than 64 bits"),
        ({"actions": ["0,0"] * (MOST_ACTIONS + 1)}, "a record holds at most 100000 actions, not 100001"),
    ]
    for change, message in limits:
        refuses(InvalidRecordError, message, lambda change=change: replace(record, **change))
    refuses(TypeError, "record must be a Record, not str; loads() reads texts", replayed, dumps(record))
    refuses(TypeError, "record must be a Record, not dict", dumps, record.to_dict())
    refuses(TypeError, "text must be a str, not bytes", loads, dumps(record).encode())
    known = 'there is no backend "python": the backends are rust, reference'
    refuses(InvalidArgumentError, known, replayed, record, "python")
    refuses(InvalidArgumentError, known, record.states, "python")


class Strange(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise RuntimeError


class Torn(dict[str, Any]):
    """A mapping that fails when it is read."""

    def __init__(self, fields: dict[str, Any], error: Exception) -> None:
        super().__init__(fields)
        self.error = error

    def __getitem__(self, name: str) -> Any:
        raise self.error


class TornList(list[Any]):
    def __iter__(self) -> Any:
        raise Strange


class TornText(str):
    __slots__ = ()

    def __len__(self) -> int:
        raise Strange

    def isprintable(self) -> bool:
        raise Strange


class Endless(dict[str, Any]):
    def __iter__(self) -> Iterator[str]:
        return map(str, range(10**12))

    def __getitem__(self, name: str) -> Any:
        return name


def test_what_holds_more_than_fits_into_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fields_of_records.MOST_VALUES * len("0,") >= MOST_CHARACTERS
    monkeypatch.setattr(fields_of_records, "MOST_VALUES", 1000)
    wide: list[Any] = []
    for _ in range(18):
        wide = [wide] * 9
    for large in ({"a": wide}, Endless()):  # 9 to the power of 18 lists, and texts without end
        told = "info holds more than fits into a line"
        refuses(InvalidRecordError, told, lambda large=large: replace(played("foursquare"), info=large))
    assert replace(played("foursquare"), info={"a": [0] * 998}).info


def test_mappings_that_do_anything() -> None:
    fields = played("foursquare").to_dict()
    for error in (KeyError("x"), AttributeError("x"), Strange(), RecursionError(), InvalidArgumentError("x")):
        with pytest.raises(InvalidRecordError):
            Record.from_dict(Torn(fields, error))
    others: list[Any] = [None, 5, [], "{}", Endless(), {5: 1}, {**fields, "names": TornList(["a"])}]
    for other in others:
        with pytest.raises(InvalidRecordError):
            Record.from_dict(other)
    kept = Record.from_dict(OrderedDict(fields, note=TornText("note"), names=(TornText("x"),)))
    assert (type(kept.note), type((kept.names or [None])[0])) == (str, str)
    assert loads(TornText(dumps(kept))) == kept


# Lines of JSON


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON: Expecting value (character 1)"),
        ("{", "this is not JSON: Expecting property name enclosed in double quotes (character 2)"),
        ("{} {}", "this is not JSON: Extra data (character 4)"),
        ("[]", "a record is a JSON object, not a list"),
        ("5", "a record is a JSON object, not a number"),
        ("5.5", "a record is a JSON object, not a number"),
        ('"x"', "a record is a JSON object, not a text"),
        ("true", "a record is a JSON object, not true or false"),
        ("null", "a record is a JSON object, not null"),
        ("{}", "the field format is missing"),
        ('{"format": 1, "format": 1}', 'the field "format" is there twice'),
        ('{"info": {"a": 1, "b": 2, "a": 1}}', 'the field "a" is there twice'),
        ("NaN", "NaN is no number of JSON"),
        ('{"format": -Infinity}', "-Infinity is no number of JSON"),
        ('{"format": 1e999}', 'the number "1e999" is too large'),
        ("9" * 5000, f'the number "{"9" * 40}..." is beyond 2**53 - 1, up to which JSON\'s are exact'),
        (f"-{2**53}", f'the number "-{2**53}" is beyond 2**53 - 1, up to which JSON\'s are exact'),
        ("[" * 100_000, "this is nested too deeply"),
        ('{"format": ' * 100_000, "this is nested too deeply"),
        ("\ufeff{}", "this is not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) (character 1)"),
        ('{"format": "\n"}', "this is not JSON: Invalid control character at (character 13)"),
        (" " * (MOST_CHARACTERS + 1), f"this is longer than {MOST_CHARACTERS} characters, which no record is"),
    ],
)
def test_texts_that_are_no_records(text: str, message: str) -> None:
    refuses(InvalidRecordError, message, loads, text)


def test_a_name_that_is_there_twice_is_found_among_many() -> None:
    """In no time: to look for each of them in all the others would take hours."""
    members = [*(f'"{number}": 0' for number in range(500_000)), '"a": 1', '"a": 1']
    refuses(InvalidRecordError, 'the field "a" is there twice', loads, f"{{{', '.join(members)}}}")


def test_halves_of_characters() -> None:
    line = dumps(replace(played("foursquare"), note="half"))
    refuses(
        InvalidRecordError,
        'note has half a character (a lone surrogate): "?"',
        loads,
        line.replace('"half"', '"\\ud800"'),
    )
    assert loads(line.replace('"half"', '"\\ud83d\\ude00"')).note == "\U0001f600"


def test_the_longest_line() -> None:
    """As many actions as a record may have, each as long as any of ours, fit into a line many times over."""
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
    refuses(InvalidRecordError, f"this is longer than {MOST_CHARACTERS} characters, which no record is", dumps, over)


# Pages


def test_pages() -> None:
    record = replace(played("doudizhu"), names=("Ada", "<i>", None))
    page = record.to_html()
    assert type(page) is str
    assert page.lower().startswith("<!doctype html>")
    assert "Ada" in page
    assert "<i>" not in page
    assert record.to_html("dark") != record.to_html(theme="light")


# Files


def lines_of(reader: Reader) -> list[tuple[int, Record | str]]:
    """All that comes of a file, errors as texts."""
    found: list[tuple[int, Record | str]] = []
    while True:
        try:
            what: Record | str = next(reader)
        except StopIteration:
            return found
        except InvalidRecordError as error:
            what = str(error)
        found.append((reader.line, what))


@pytest.fixture(params=["path", "text path", "bytes", "text"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[bytes], Any]:
    """What `read` is given for this content."""

    def source(content: bytes) -> Any:
        path = tmp_path / "games.jsonl"
        path.write_bytes(content)
        made: dict[str, Callable[[], Any]] = {
            "path": lambda: path,
            "text path": lambda: str(path),
            "bytes": lambda: io.BytesIO(content),
            "text": lambda: io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"),
        }
        return made[request.param]()

    return source


def test_files_of_records(opened: Callable[[bytes], Any]) -> None:
    records = [played(game) for game in GAMES]
    lines = [dumps(record).encode() for record in records]
    for content in (
        b"\n".join(lines),
        b"\n".join([*lines, b""]),
        b"\r\n".join([*lines, b""]),
        b"\xef\xbb\xbf" + b"\n".join(lines),
        b"\n\n  \n" + b"\n\r\n\n".join(lines) + b"\n \n",
    ):
        assert list(read(opened(content))) == records
    assert list(read(opened(b""))) == []
    assert list(read(opened(b"\n"))) == []


def test_compressed_files(tmp_path: Path) -> None:
    """As any file that is open."""
    path = tmp_path / "games.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file, Writer(file) as writer:
        writer.write(played("foursquare"))
    with gzip.open(path) as packed:
        assert list(read(packed)) == [played("foursquare")]


def test_files_with_rubbish(opened: Callable[[bytes], Any]) -> None:
    """Each line stands for itself."""
    record = played("foursquare")
    good = dumps(record).encode()
    bad = [
        b"rubbish",
        b"\xef\xbb\xbf" + good,
        good + good,
        b'{"format": 2, "game": "x", "rules": {}}',
        b"x" * (MOST_CHARACTERS + 70_000),
        b"\0\1\2",
    ]
    reasons = [
        "this is not JSON: Expecting value (character 1)",
        "this is not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) (character 1)",
        f"this is not JSON: Extra data (character {len(good) + 1})",
        "this is a record of format 2; this version reads format 1",
        f"this is longer than {MOST_CHARACTERS} characters, which no record is",
        "this is not JSON: Expecting value (character 1)",
    ]
    content = b"\n".join([good, *(line for each in bad for line in (each, good))])
    expected: list[tuple[int, Record | str]] = [(1, record)]
    for number, reason in enumerate(reasons):
        expected += [(2 * number + 2, f"line {2 * number + 2}: {reason}"), (2 * number + 3, record)]
    assert lines_of(read(opened(content))) == expected


def test_files_that_break_off(opened: Callable[[bytes], Any]) -> None:
    """At any character of their last line."""
    record = played("foursquare")
    good = dumps(record).encode()
    for length in range(1, len(good)):
        found = lines_of(read(opened(good + b"\n" + good[:length])))
        assert len(found) == 2
        assert found[0] == (1, record)
        assert str(found[1][1]).startswith("line 2: this is not JSON: ")
        assert str(found[1][1]).endswith("), and the file ends here") or good[:length].endswith(b"}")
    longer = b"x" * (2 * MOST_CHARACTERS)
    with pytest.raises(InvalidRecordError, match="line 1: this is longer than"):
        next(read(opened(longer)))


def test_what_is_no_text(opened: Callable[[bytes], Any]) -> None:
    good = dumps(played("foursquare")).encode()
    source = opened(good + b"\n\xff\n" + good)
    found = [what for _, what in lines_of(read(source))]
    if isinstance(source, io.TextIOBase):  # which decodes many lines at a time: neither knows where, nor goes on
        told = "line 1: this line or one after it cannot be decoded (invalid start byte); open the file for bytes "
        assert [str(what).startswith(told) for what in found] == [True]
    else:
        told = "line 2: this is no text in UTF-8: invalid start byte"
        assert found == [played("foursquare"), told, played("foursquare")]


class Counting(io.BytesIO):
    """Keeps how much was asked for at a time."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        return super().readline(size)


def test_no_line_takes_more_memory_than_a_record() -> None:
    file = Counting(b"x" * (MOST_CHARACTERS * 2) + b"\n" + dumps(played("foursquare")).encode())
    assert [line for line, _ in lines_of(read(file))] == [1, 2]
    assert file.most < MOST_CHARACTERS + 10


def test_a_reader_left_alone_closes_its_file(tmp_path: Path) -> None:
    """Else Python would warn, which is an error in the tests."""
    path = tmp_path / "games.jsonl"
    with Writer(path) as writer:
        for _ in range(3):
            writer.write(played("foursquare"))
    assert next(read(path)) == played("foursquare")
    with pytest.raises(FileNotFoundError):
        next(read(tmp_path / "none"))
    wrong: list[Any] = [5, None, [dumps(played("foursquare"))]]
    for source in wrong:
        with pytest.raises(TypeError, match="source must be a path or a file, not "):
            read(source)


def test_files_opened_in_another_encoding() -> None:
    good = dumps(played("foursquare"))
    assert list(read(io.TextIOWrapper(io.BytesIO(good.encode("utf-16")), "utf-16"))) == [played("foursquare")]
    for encoding in ("utf-16", "utf-32"):
        ((line, told),) = lines_of(read(io.TextIOWrapper(io.BytesIO(good.encode()), encoding)))
        assert line == 1
        assert str(told).startswith("line 1: this line or one after it cannot be decoded (")


def test_files_of_neither_text_nor_bytes() -> None:
    class Numbers:
        def readline(self, size: int) -> int:
            return size

    source: Any = Numbers()
    refuses(TypeError, "source must be a file of text or of bytes, not one of int", next, read(source))


def test_writers(tmp_path: Path) -> None:
    record, other = played("foursquare"), played("rummy")
    path = tmp_path / "games.jsonl"
    path.write_text("of yesterday")
    with Writer(path) as writer:
        assert path.read_text() == ""
        writer.write(record)
        assert list(read(path)) == [record]  # there at once
        with pytest.raises(TypeError, match="record must be a Record"):
            writer.write("x")  # type: ignore[arg-type]
        writer.write(other)
    with pytest.raises(ValueError, match="closed"):
        writer.write(record)
    assert path.read_bytes() == f"{dumps(record)}\n{dumps(other)}\n".encode()
    with Writer(str(path), append=True) as writer:
        writer.write(record)
    assert list(read(path)) == [record, other, record]
    with Writer(tmp_path / "new.jsonl", append=True) as writer:
        writer.write(record)
    assert list(read(tmp_path / "new.jsonl")) == [record]
    refuses(TypeError, "records must be a path or a file, not int", Writer, 5)


def test_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    """What is appended is not glued to it."""
    record = played("foursquare")
    path = tmp_path / "games.jsonl"
    path.write_text(f"{dumps(record)}\n{dumps(record)[:-20]}")
    with Writer(path, append=True) as writer:
        writer.write(record)
    found = [what for _, what in lines_of(read(path))]
    assert (found[0], *found[2:]) == (record, record)
    assert str(found[1]).startswith("line 2: this is not JSON")


def test_writers_to_files_of_others() -> None:
    file = io.StringIO()
    with Writer(file) as writer:
        writer.write(played("foursquare"))
    assert not file.closed
    assert list(read(io.StringIO(file.getvalue()))) == [played("foursquare")]


# The schema


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    schema().clear()  # the caller's own
    assert sorted(schema()["properties"]) == FIELDS


def test_broken_records_fit_neither() -> None:
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
    ):
        assert VALIDATOR.is_valid(fields)
        assert Record.from_dict(fields).to_dict() == fields


BEYOND = (
    "must be an integer, not float",  # 1.0 is an integer there
    "2**256 - 1",
    "2**96 - 1",
    "their numbers differ",
    "in info",
    "in rules",
    "levels",
)
"""What a schema cannot say, or need not."""

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


@settings(max_examples=800, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_the_schema_and_the_checks_agree(data: st.DataObject) -> None:
    """On which fields there may be, and on the form of each: records changed in one to three places."""
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
