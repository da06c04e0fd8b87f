"""Records replay on both engines."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from helpers.cases import Case, module_of
from helpers.messages import says
from helpers.records import EACH, VALIDATOR, played, refused, replay
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError
from oxideal.record import MOST_ACTIONS, Record, dumps, loads
from oxideal.record import replay as replayed


def some_states(case: Case) -> list[Any]:
    """Return dealt states and states set up by hand."""
    dealt = [state for state in case.states if state.seed is not None]
    by_hand = [state for state in case.states if state.seed is None]
    return [*dealt[::9], dealt[-1], *by_hand[::5]]


# From a state to its record and back


@pytest.mark.parametrize("case", EACH, ids=str)
def test_record_replays_to_its_state(case: Case) -> None:
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
        assert end.to_bytes() == state.to_bytes()  # including the deal, the history, the last actions and chance
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
    states[0].push(states[0].legal_actions()[0])  # each is a copy
    assert len(states[1].history) == 1


@pytest.mark.parametrize("game", GAMES)
def test_start_of_a_record(game: str, backend: str) -> None:
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


def test_record_of_a_position() -> None:
    """Where chance can still matter, the seed, the stream and the position in it are kept as well."""
    hands = ["335567788TQAA222B", "34445667789JJQKKK", "48999TTTJJQQKAA2R"]
    deal = doudizhu.State.from_deal(doudizhu.Rules(), hands=hands, kitty="356", first_bidder=1, seed=5, stream=6)
    record = Record.of(deal)
    assert (record.seed, record.stream, record.drawn, record.start) == (5, 6, 0, deal.to_text())
    for _ in range(3):  # redealt from that stream
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


def test_games_from_other_packages() -> None:
    plain = module_of("rummy", "reference")
    record = replace(played("rummy"), game="rummy")
    assert type(replayed(record, game=plain)) is vars(plain)["State"]
    assert type(next(record.states(game=plain))) is vars(plain)["State"]
    stranger = replace(record, game="gin")
    known = ", ".join(GAMES)
    refused(
        stranger,
        f'unknown game "gin"; expected one of {known}; for a game of another package, give its module as game=',
    )
    refuses(InvalidRecordError, "this is a record of gin, but the game is rummy", replayed, stranger, game=plain)
    refuses(TypeError, says("not_a_game", "int"), replayed, record, game=5)


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


def test_record_of_refuses_wrong_states() -> None:
    state = foursquare.State(seed=7)
    none: list[Any] = [None, 5, state.view(0), state.rules, "x"]
    for other in none:
        with pytest.raises(TypeError, match="state must be a State, not "):
            Record.of(other)
    refuses(InvalidRecordError, says("too_many_names", 1, 2), Record.of, state, ["a", "b"])
    refuses(TypeError, "names must be a list, not str", Record.of, state, "a")
    long = doudizhu.State(doudizhu.Rules(max_redeals=None), seed=7)
    for _ in range(MOST_ACTIONS):
        long.push(0)
    assert len(Record.of(long).actions) == MOST_ACTIONS
    long.push(0)
    refuses(InvalidRecordError, says("too_many_actions", 100000, 100001), Record.of, long)


def test_inconsistent_states_are_not_recorded() -> None:
    """A state that violates the contract cannot be recorded."""
    plain: Any = module_of("foursquare", "reference")

    class Lying(plain.State):  # type: ignore[misc]
        @property
        def origin(self) -> Any:
            return super().origin._replace(seed=8)

    state = Lying(seed=7)
    for _ in range(2):
        refuses(InvalidRecordError, "replaying the actions of this state leads to a different state", Record.of, state)
        state.push(state.legal_actions()[0])
