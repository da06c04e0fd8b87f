"""A round that a seat forfeits: it is over, everybody sees why, and it is saved with everything else."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from helpers import codec, effort
from helpers.cases import Case, begun, rows, shows, table
from helpers.dicts import validator
from helpers.messages import says
from oxideal.errors import IllegalMoveError, InvalidArgumentError, InvalidRecordError, InvalidStateError
from oxideal.interface import Forfeit
from oxideal.interface.round import REASONS
from oxideal.record import Record, dumps, loads, replay
from oxideal.record.fields import schema


def forfeited(case: Case) -> Iterator[tuple[Any, Any]]:
    """Yield states that are not over, each with a copy that a seat has forfeited for one of the reasons."""
    played = [state for state in case.states if not state.is_over]
    for place, before in enumerate(played[:: 1 if effort.level else 5]):
        after = before.copy()
        after.forfeit(place % case.rules.players, REASONS[place % len(REASONS)])
        yield before, after


def test_forfeited_round_is_over(case: Case) -> None:
    for before, after in forfeited(case):
        seat = after.forfeited.seat
        assert (after.is_over, after.current_player, after.legal_actions()) == (True, None, [])
        assert not after.is_legal(before.legal_actions()[0])
        assert (after.history, after.recent) == (before.history, before.recent)
        assert (after.perft(0), after.perft(1), after.perft(3)) == (1, 0, 0)
        assert len(after.payoffs) == len(after.scores) == case.rules.players
        if case.rules.players > 1:
            assert seat not in after.winners
            assert after.payoffs[seat] == min(after.payoffs) < max(after.payoffs)
        assert str(after).splitlines()[-1] == f"forfeited by seat {seat}: {after.forfeited.why}"
        assert str(after).startswith(str(before))
        rule = rows(case.game, "forfeits.json")[0]["rule"]
        message = says("round_over_forfeited", seat, rule=rule)
        with pytest.raises(IllegalMoveError) as caught:
            after.push(before.legal_actions()[0])
        assert (str(caught.value), caught.value.rule) == (message, rule)


@table("forfeits.json")
def test_forfeits_are_paid(game: str, backend: str, row: dict[str, Any]) -> None:
    state = begun(game, backend, row)
    state.forfeit(*row["forfeit"])
    shows(state, row["expect"], row["why"])
    for seat in range(state.rules.players):
        shows(state.view(seat), row["expect"], row["why"])


def test_pop_takes_a_forfeit_back(case: Case) -> None:
    for before, after in forfeited(case):
        again = after.copy()
        assert again.pop() is None
        assert again == before
        assert (again.forfeited, again.history, again.legal_actions()) == (None, before.history, before.legal_actions())
        if before.history:
            assert again.pop() == before.history[-1]


def test_forfeits_count_in_equality(case: Case) -> None:
    before, after = next(forfeited(case))
    other = before.copy()
    other.forfeit(*after.forfeited)
    assert other == after
    assert hash(other) == hash(after)
    assert after != before
    other.pop()
    other.forfeit(after.forfeited.seat, next(why for why in REASONS if why != after.forfeited.why))
    assert other != after
    assert other.view(0) != after.view(0)
    for copied in (after.copy(), copy.copy(after), copy.deepcopy(after), pickle.loads(pickle.dumps(after))):
        assert copied == after
        assert copied.forfeited == after.forfeited


def test_forfeited_states_are_saved(case: Case) -> None:
    for _, after in forfeited(case):
        validator("state", case.game).validate(after.to_dict())
        for module in (case.module, case.other):
            kind: Any = module.State
            by_text = kind.from_text(after.to_text(), seed=0)
            assert (by_text.forfeited, by_text.payoffs) == (after.forfeited, after.payoffs)
            assert by_text.to_text() == after.to_text()
            for again in (
                kind.from_bytes(after.to_bytes()),
                kind.from_dict(after.to_dict()),
                kind.from_json(after.to_json()),
            ):
                assert (again.to_text(), again.history) == (after.to_text(), after.history)
                assert (again.forfeited, again.payoffs, again.scores) == (after.forfeited, after.payoffs, after.scores)


def test_bytes_of_forfeits_have_the_documented_layout(case: Case) -> None:
    for before, after in forfeited(case):
        head = codec.header("S", case.game, codec.rules_of(before.to_bytes(), case.game))
        without = before.to_bytes().removeprefix(head)
        kind = bytes([without[0] + 2])
        end = bytes([after.forfeited.seat, REASONS.index(after.forfeited.why)])
        assert after.to_bytes() == head + kind + without[1:] + end


def test_damaged_bytes_of_forfeits_are_refused(case: Case) -> None:
    _, after = next(forfeited(case))
    data, players = after.to_bytes(), case.rules.players
    over = next(state for state in case.states if state.is_over)
    head = len(codec.header("S", case.game, codec.rules_of(data, case.game)))
    over_bytes = over.to_bytes()
    for broken, message in (
        (data[:-1], says("truncated_bytes")),
        (data[:-2], says("truncated_bytes")),
        (data + b"\0", says("one_trailing_byte")),
        (data[:-1] + b"\4", says("reason_in_bytes", 4)),
        (data[:-2] + bytes([players, 0]), says("seat_out_of_range", players, 0, players - 1)),
        (
            over_bytes[:head] + bytes([over_bytes[head] + 2]) + over_bytes[head + 1 :] + b"\0\0",
            says("over_cannot_be_forfeited"),
        ),
    ):
        with pytest.raises(InvalidStateError) as caught:
            case.module.State.from_bytes(broken)
        assert str(caught.value) == message, broken


def test_views_of_a_forfeited_round(case: Case) -> None:
    for before, after in forfeited(case):
        for seat in range(case.rules.players):
            view, known = after.view(seat), before.view(seat)
            assert (view.forfeited, view.payoffs, view.scores) == (after.forfeited, after.payoffs, after.scores)
            assert (view.is_over, view.current_player, view.legal_actions()) == (True, None, [])
            assert view.to_text() == f"{known.to_text()}; forfeited {after.forfeited.seat} {after.forfeited.why}"
            assert view.sample(seed=3).view(seat) == view
            assert list(view.observation()) == list(known.observation())
            validator("view", case.game).validate(view.to_dict())
            for module in (case.module, case.other):
                kind: Any = module.View
                for again in (
                    kind.from_text(view.to_text()),
                    kind.from_bytes(view.to_bytes()),
                    kind.from_dict(view.to_dict()),
                    kind.from_json(view.to_json()),
                    kind.from_events(module.Rules.from_dict(case.fields), seat, after.events(seat)),
                ):
                    assert (again.to_text(), again.payoffs) == (view.to_text(), view.payoffs)


def test_events_tell_of_a_forfeit(case: Case) -> None:
    for before, after in forfeited(case):
        text = f"forfeit {after.forfeited.seat} {after.forfeited.why}"
        for seat in range(case.rules.players):
            told = before.events(seat)
            assert after.events(seat) == [*told, text]
            assert after.events(seat, first=len(told)) == [text]
            assert after.events(seat, first=len(told) + 1) == []
            fields = after.rules.event_to_dict(text)
            assert fields == {"kind": "forfeit", "text": text, **after.forfeited._asdict()}
            validator("event", case.game).validate(fields)
            assert after.rules.event_from_dict(fields) == text
            assert json.loads(after.events_json(seat, len(told))) == [fields]
            assert after.rules.events_from_json(after.events_json(seat)) == after.events(seat)


def test_view_builders_follow_a_forfeit(case: Case) -> None:
    for before, after in forfeited(case):
        for seat in range(case.rules.players):
            builder = case.module.ViewBuilder(case.rules, seat)
            with pytest.raises(InvalidRecordError, match="expected"):
                builder.push("forfeit 0 time")
            for event in after.events(seat):
                builder = case.module.ViewBuilder.from_bytes(builder.to_bytes())
                builder.push(event)
            assert builder.view() == after.view(seat)
            again: Any = case.other.ViewBuilder.from_bytes(builder.to_bytes())
            assert again.view().to_text() == after.view(seat).to_text()
            count = len(after.events(seat))
            for follow in ("forfeit 0 time", before.events(seat)[-1]):
                with pytest.raises(InvalidRecordError) as caught:
                    builder.push(follow)
                assert str(caught.value) == says("round_over", event=count)


@pytest.mark.parametrize("text", ["forfeit", "forfeit 0", "forfeit 0 bored", "forfeit 12 time", "forfeit x time"])
def test_wrong_events_of_forfeits_are_refused(case: Case, text: str) -> None:
    before, _ = next(forfeited(case))
    with pytest.raises(InvalidRecordError):
        case.rules.event_to_dict(text)
    with pytest.raises(InvalidRecordError) as caught:
        case.module.View.from_events(case.rules, 0, [*before.events(0), text])
    if text.startswith("forfeit "):
        assert str(caught.value) == says("invalid_forfeit_event", text, event=len(before.events(0)))


def test_wrong_texts_of_forfeits_are_refused(case: Case) -> None:
    before, _ = next(forfeited(case))
    over = next(state for state in case.states if state.is_over)
    for kind, shown, ended in ((case.module.State, before, over), (case.module.View, before.view(0), over.view(0))):
        text = shown.to_text()
        for field in ("forfeited", "forfeited 0", "forfeited 0 bored", "forfeited 12 time", "forfeited 0 time 1"):
            with pytest.raises(InvalidStateError) as caught:
                kind.from_text(f"{text}; {field}")
            assert str(caught.value) == says("invalid_forfeited_field", field)
        with pytest.raises(InvalidStateError) as caught:
            kind.from_text(f"{ended.to_text()}; forfeited 0 time")
        assert str(caught.value) == says("over_cannot_be_forfeited")
        first, _, rest = text.partition("; ")
        with pytest.raises(InvalidStateError):  # it must be the last field
            kind.from_text(f"{first}; forfeited 0 time; {rest}")
        with pytest.raises(InvalidStateError):
            kind.from_text(f"{text}; forfeited 0 time; forfeited 0 time")
        assert kind.from_text(f"{text} ;  forfeited  0   time ").forfeited == Forfeit(0, "time")


def test_wrong_forfeits_change_nothing(case: Case) -> None:
    before, after = next(forfeited(case))
    players = case.rules.players
    over = next(state for state in case.states if state.is_over)
    for state, given, error, message in (
        (before, (players, "time"), InvalidArgumentError, says("seat_out_of_range", players, 0, players - 1)),
        (before, (0, "bored"), InvalidArgumentError, says("unknown_reason", "bored")),
        (before, (0, 1), TypeError, None),
        (before, ("0", "time"), TypeError, None),
        (after, (0, "time"), InvalidStateError, says("over_cannot_be_forfeited")),
        (over, (0, "time"), InvalidStateError, says("over_cannot_be_forfeited")),
    ):
        unchanged = state.to_bytes()
        with pytest.raises(error) as caught:
            state.forfeit(*given)
        assert message is None or str(caught.value) == message
        assert state.to_bytes() == unchanged


def test_records_of_forfeited_rounds(case: Case) -> None:
    import jsonschema

    for before, after in forfeited(case):
        record = Record.of(after)
        line = dumps(record)
        jsonschema.validate(json.loads(line), schema())
        assert loads(line) == record
        assert (record.forfeited, record.payoffs) == (after.forfeited, after.payoffs)
        for backend in ("rust", "reference"):
            assert replay(record, backend).to_text() == after.to_text()
        *_, last = states = list(record.states())
        assert (len(states), last.forfeited) == (len(record.actions) + 1, after.forfeited)
        assert "forfeited" not in json.loads(dumps(Record.of(before)))


def test_match_goes_on_after_a_forfeit(case: Case) -> None:
    match = case.module.Match(case.rules, seed=7, rounds=2, target=None)
    match.state.push(match.state.legal_actions()[0])
    match.state.forfeit(0, "left")
    assert match.results[0].payoffs == match.totals == match.state.payoffs
    for kind in (case.module.Match, case.other.Match):
        again = kind.from_json(match.to_json())
        assert (again.state.forfeited, again.totals) == (match.state.forfeited, match.totals)
        assert again.to_dict() == match.to_dict()
    validator("match", case.game).validate(match.to_dict())
    wrong = match.to_dict() | {"forfeited": {"seat": 0, "why": "bored"}}
    with pytest.raises(InvalidRecordError, match="forfeited: why must be one of"):
        case.module.Match.from_dict(wrong)
    if match.is_over:
        return  # a single round, as its rules have no next one
    before = match.totals
    state = match.next_round()
    assert (match.totals, state.forfeited) == (before, None)
    assert match.to_dict()["results"] == [{"payoffs": list(before), "scores": list(match.scores)}]
