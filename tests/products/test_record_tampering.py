"""Records with a changed action, field or start are refused."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from helpers.cases import module_of
from helpers.effort import times
from helpers.messages import says
from helpers.records import FIELDS, played, refused, replay
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError, InvalidStateError
from oxideal.record import Record, loads
from oxideal.record import replay as replayed

# Tampering


@pytest.mark.parametrize("game", GAMES)
def test_changed_actions_are_refused(game: str) -> None:
    """Actions removed, doubled, swapped or replaced: the record is refused, or replays to the same end."""
    record = played(game)
    chance = random.Random(7)
    module: Any = module_of(game, "reference")
    rules = module.Rules.from_dict(record.rules)
    states = list(record.states())
    kept = tried = 0
    for place in chance.sample(range(len(record.actions)), min(times(15, quick=5), len(record.actions))):
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
def test_changed_fields_are_refused(game: str) -> None:
    """All fields except name, note and info, on which nothing depends."""
    record = played(game)
    fields = record.to_dict()
    others: dict[str, list[Any]] = {
        "format": [0, 2, -1, None, "1", True, 1.0, [1]],
        "game": ["chess", "", "Rummy", "rummy ", next(each for each in GAMES if each != game), None, 5],
        "rules": [None, [], {"players": 99}, {"colour": 1}, {"players": "2"}, {"diagonal": 1}],
        "seed": [str((record.seed or 0) + 100), "", "07", "7\n", "-7", "\u0667", "9" * 78, 7, None],
        "stream": ["1", "", "00", str(2**96), 0, None],
        "dealer": [-1, 99, 2**60, "0", 0.0, None, True],
        "start": ["", "chess", "\ud800", 5, None, *([replay(record).to_text()])],
        "drawn": [0, 1, -1, "1", None],
        "recent": [[], [[0, "pass"]], None],
        "actions": [[], None, "", {}, [5], [None], ["\ud800"], ["nonsense"], ["x" * 100_000]],
        "forfeited": [None, [], "time", {"seat": 0}, {"seat": 0, "why": "bored"}, {"seat": 0, "why": "time"}],
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
    """Return rules that differ in any round: other hands or players make another game."""
    if game != "foursquare":
        yield {**rules, "players": 4 if rules["players"] != 4 else 3}
    else:
        yield {**rules, "diagonal": 1}


def test_names_notes_and_info_can_change() -> None:
    """Nothing depends on them."""
    fields = played("rummy").to_dict()
    others: list[dict[str, Any]] = [{"names": [None, "x"]}, {"note": "by me"}, {"info": {"a": 1}}, {"info": {}}]
    for change in others:
        assert replay(Record.from_dict({**fields, **change})) == replay(played("rummy"))
    del fields["names"]
    assert Record.from_dict(fields).names is None


def test_errors_name_what_is_wrong() -> None:
    record = played("foursquare")
    fields = record.to_dict()
    last = len(record.actions)

    def told(change: dict[str, Any], message: str) -> None:
        kept = {name: value for name, value in {**fields, **change}.items() if value is not ...}
        refuses(InvalidRecordError, message, lambda: replayed(Record.from_dict(kept)))
        refuses(InvalidRecordError, message, lambda: replayed(loads(json.dumps(kept)), "reference"))

    told({"format": 2, "rules": 5}, "unsupported format 2; this version reads format 1")
    told({"payoffs": ...}, says("field_missing", "payoffs"))
    told({"moves": []}, 'unknown field "moves"; use info for your own data')
    told({"note": None}, "note is empty; leave the field out")
    told({"seed": "07"}, 'seed must be a string of 1 to 78 decimal digits without leading zeros, got "07"')
    told({"seed": ...}, "seed and stream require each other: one is missing")
    told({"seed": ..., "stream": ...}, 'missing field "seed" or "start"')
    told({"dealer": 1}, "dealer: seat 1 out of range: this game has seats 0 to 0")
    told({"rules": {"diagonal": 1}}, "rules: diagonal must be True or False, not int")
    over = says("game_over_lost", rule="FS-08")
    told({"actions": [*record.actions, "0,0"]}, f'action {last}, "0,0": {over}')
    far = says("not_next_to_a_pile", "3,3", "false", rule="FS-03")
    told({"actions": ["0,0", "3,3"]}, f'action 1, "3,3": {far}')
    told({"actions": ["0,0", "x\n"]}, f'action 1, "x?": {says("not_a_move_foursquare", "x?")}')
    told({"payoffs": None, "scores": None}, f"the round is over after {last} actions, but the record has no payoffs")
    short = f"the round is not over after {last - 1} actions, but the record has payoffs"
    told({"actions": list(record.actions[:-1])}, short)
    told({"payoffs": [5]}, f"the payoffs are {list(record.payoffs or ())}, but the record has [5]")
    told({"names": ["a", "b"], "payoffs": [0, 0], "scores": [0, 0]}, says("too_many_names", 1, 2))
    told({"payoffs": None}, "payoffs and scores require each other: one is null")
    told(
        {"payoffs": [0, 0]},
        "names, payoffs and scores must have equal lengths, one item per seat, got 1 names, 2 payoffs, 1 scores",
    )


def test_errors_of_a_start_name_what_is_wrong() -> None:

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
    refused(replace(by_hand, rules=other), "start: its rules differ from those of the record")
    without = 'start: missing field "seed": random events can follow this position'
    refused(replace(by_hand, seed=None, stream=None), without)
    still = Record.of(foursquare.State.from_text(alone.to_text()))
    needless = 'start: field "seed" is not allowed: no random events can follow this position'
    refused(replace(still, seed=1, stream=0), needless)
    seat = 'recent: item 1, "pass": seat 3 out of range: this game has seats 0 to 2'
    refused(replace(by_hand, recent=((0, "pass"), (3, "pass"))), seat)
    with pytest.raises(InvalidRecordError, match='recent: item 0, "psas": invalid move "psas"'):
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
    with pytest.raises(InvalidRecordError, match="drawn requires seed"):
        replace(still, drawn=1)
