"""Views hold nothing hidden; samples and events give the same view."""

from __future__ import annotations

import pytest

from helpers.cases import Case, play
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError


def test_samples_have_the_same_view(case: Case) -> None:
    for state in case.states:
        for seat in range(case.rules.players):
            view = state.view(seat)
            others = case.other.View.from_text(view.to_text())
            for seed in range(2):
                sample = view.sample(seed)
                assert type(sample) is vars(case.module)["State"]
                assert sample.view(seat) == view
                assert sample.view(view.seat).to_text() == view.to_text()
                assert view.sample(seed) == sample
                assert others.sample(seed, seat).to_text() == view.sample(seed, seat).to_text()
                assert view.sample(seed, 1) == view.sample(seed, stream=1)
                assert sample.rules == state.rules
                assert (sample.current_player, sample.is_over) == (state.current_player, state.is_over)
                assert (sample.history, sample.seed, sample.stream) == ((), None, None)


def test_view_from_events_matches_at_every_ply(case: Case) -> None:
    for place, state in enumerate(case.states):
        for seat in range(case.rules.players):
            events = state.events(seat)
            assert type(events) is list
            assert all(type(event) is str for event in events)
            assert state.seed is not None or events[0].startswith("position ")
            for given in (events, tuple(events), iter(events)) if place % 4 == 0 else (events,):
                view = case.module.View.from_events(state.rules, seat, given)
                assert view == state.view(seat)
                assert view.seat == seat
                assert view.to_text() == state.view(seat).to_text()


def test_earlier_events_do_not_change(case: Case) -> None:
    state = case.state()
    earlier: list[str] = []
    for moment in play(state, 3):
        events = moment.events(0)
        assert events[: len(earlier)] == earlier
        earlier = events
    assert len(earlier) > len(case.state().events(0))
    with pytest.raises(InvalidRecordError, match=f"^event {len(earlier)}: "):
        case.module.View.from_events(case.rules, 0, [*earlier, earlier[-1]])
    with pytest.raises(InvalidRecordError, match=r"^event 0: "):
        case.module.View.from_events(case.rules, 0, ["no such thing", *earlier])


def test_events_of_other_seats_or_rules_are_refused(case: Case) -> None:
    state, from_events = case.midway, case.module.View.from_events
    for seat in range(case.rules.players):
        position = f"position {state.view(seat).to_text()}"
        assert from_events(case.rules, seat, [position]) == state.view(seat)
        for other in range(case.rules.players):
            if other != seat:
                message = says("position_of_other_seat", event=0)
                refuses(InvalidRecordError, message, from_events, case.rules, other, [position])
        for fields in GAMES[case.game]:
            rules = case.module.Rules.from_dict(fields)
            if fields != case.fields and rules.players > seat:
                message = says("position_of_other_rules", event=0)
                refuses(InvalidRecordError, message, from_events, rules, seat, [position])
