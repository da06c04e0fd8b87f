"""Matches of every game on both backends, compared with their single rounds."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import oxideal
from helpers.cases import BACKENDS, Case, module_of
from helpers.dicts import validator
from helpers.matches import column_sums, finish, finished
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError, InvalidStateError
from oxideal.match import Match, RoundResult
from oxideal.random import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 3


def match_of(case: Case, **named: Any) -> Any:
    return case.module.Match(case.rules, **{"seed": 7, "rounds": ROUNDS, **named})


def rules_of_rounds(rules: Any, rounds: int) -> list[Any]:
    """Return the rules of the first rounds of a match: as many as asked for or as there are."""
    found = [rules]
    while len(found) < rounds and (following := found[-1].next_round()) is not None:
        found.append(following)
    return found


def facts(match: Any) -> tuple[object, ...]:
    """Return everything that must stay the same when nothing happens."""
    own = (match.seed, match.rounds, match.target, match.dealer, match.results, match.totals, match.scores)
    return (*own, match.is_over, match.winners, match.state.to_bytes(), repr(match))


# Rounds


def test_match_rounds_equal_separate_states(case: Case) -> None:
    """Round k (from 0) comes from stream k + 1, and the deal moves as the game says."""
    first = case.rules.players - 1
    match = match_of(case, dealer=first)
    results: list[Any] = []
    for number, rules in enumerate(rules_of_rounds(case.rules, ROUNDS)):
        dealer = (first + vars(case.module)["Match"]._deal_moves * number) % rules.players
        single: Any = case.module.State(rules, seed=7, stream=number + 1, dealer=dealer)
        state = match.next_round() if number else match.state
        assert type(state) is vars(case.module)["State"]
        assert state is match.state
        assert state == single
        assert state.to_bytes() == single.to_bytes()
        assert match.dealer == getattr(state, "dealer", dealer) == dealer

        finish(state)
        finish(single)
        assert state == single
        results.append(RoundResult(rules, dealer, single.payoffs, single.scores))
        assert match.results == tuple(results)
        assert type(match.results[-1]) is RoundResult
    assert match.is_over


def test_first_dealer_is_drawn_from_stream_0(case: Case) -> None:
    drawn = set()
    for seed in range(40):
        match = match_of(case, seed=seed)
        players = case.rules.players
        assert match.dealer == (Stream(seed, 0).below(players) if players > 1 else 0)
        drawn.add(match.dealer)
    assert drawn == set(range(case.rules.players))


def test_finished_current_round_counts(case: Case) -> None:
    match = match_of(case)
    zeros = (0,) * case.rules.players
    payoffs: list[tuple[int, ...]] = []
    scores: list[tuple[int, ...]] = []
    while True:
        state = match.state
        before = column_sums([zeros, *payoffs]), column_sums([zeros, *scores])
        assert (match.totals, match.scores) == before
        assert len(match.results) == len(payoffs)
        assert not match.is_over
        assert match.winners is None

        finish(state)
        last = state.pop()
        assert (match.totals, match.scores, len(match.results)) == (*before, len(payoffs))
        state.push(last)
        payoffs.append(state.payoffs)
        scores.append(state.scores)
        assert match.totals == column_sums(payoffs)
        assert match.scores == column_sums(scores)
        assert [result.payoffs for result in match.results] == payoffs
        assert [result.scores for result in match.results] == scores
        assert all(type(total) is int for total in match.totals + match.scores)
        if match.is_over:
            break
        match.next_round()
    assert match.winners == tuple(
        seat for seat in range(case.rules.players) if all(match.totals[seat] >= total for total in match.totals)
    )


def test_earlier_states_cannot_change_the_match(case: Case) -> None:
    match = match_of(case)
    earlier = match.state
    finish(earlier)
    if match.is_over:
        return
    match.next_round()
    before = facts(match)
    earlier.pop()
    assert facts(match) == before


# Ends


def test_next_round_requires_a_finished_round(case: Case) -> None:
    match = match_of(case)
    for _ in range(2):
        before = facts(match)
        refuses(InvalidStateError, "the current round is not over", match.next_round)
        assert facts(match) == before
        match.state.push(match.state.legal_actions()[0])
        if match.state.is_over:  # a single tile in each hand
            break


def test_match_ends_after_its_rounds(case: Case) -> None:
    for rounds in (1, 2):
        match = finished(match_of(case, rounds=rounds))
        assert match.rounds == rounds
        assert len(match.results) == len(rules_of_rounds(case.rules, rounds))
        before = facts(match)
        refuses(InvalidStateError, says("match_over"), match.next_round)
        assert facts(match) == before
        # A round whose last action is undone is not over.
        last = match.state.pop()
        assert not match.is_over
        assert match.winners is None
        match.state.push(last)
        assert facts(match) == before


# Values


def test_copies_are_equal_and_independent(case: Case) -> None:
    match = match_of(case)
    finish(match.state)
    if not match.is_over:
        match.next_round()
        match.state.push(match.state.legal_actions()[0])
    before = facts(match)
    ways = [match.copy, lambda: copy.copy(match), lambda: copy.deepcopy(match)]
    ways += [
        lambda protocol=protocol: pickle.loads(pickle.dumps(match, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    for way in ways:
        other = way()
        assert type(other) is vars(case.module)["Match"]
        assert other == match
        assert facts(other) == before
        assert other.state.history == match.state.history
        finished(other)
        assert facts(match) == before
    assert facts(finished(match.copy())) == facts(finished(match))


def test_equal_matches_continue_alike(case: Case) -> None:
    match, same = match_of(case, dealer=0), match_of(case, dealer=0)
    assert match == same
    others = [match_of(case, dealer=0, **{name: value}) for name, value in (("seed", 8), ("rounds", 2), ("target", 5))]
    others += [match_of(case, dealer=seat) for seat in range(1, case.rules.players)]
    others += [case.other.Match(case.other.Rules.from_dict(case.fields), seed=7, rounds=ROUNDS, dealer=0), 7, None]
    assert all(match != other for other in others)

    finish(same.state)
    assert match != same
    finish(match.state)
    assert match == same
    if not match.is_over:
        match.next_round()
        assert match != same
        same.next_round()
        assert match == same
    with pytest.raises(TypeError):
        hash(match)


# Arguments


def test_match_seeds(case: Case) -> None:
    match_type = case.module.Match
    for seed in (0, 2**256 - 1, np.uint8(5)):
        match = match_type(case.rules, seed=seed)
        assert match.seed == match.state.seed == int(seed)
        assert type(match.seed) is int
        assert match == match_type(case.rules, seed=int(seed).to_bytes(32, "little"))
    one, other = match_type(case.rules), match_type(case.rules)
    assert one.seed != other.seed
    assert one == match_type(case.rules, seed=one.seed)
    finish(one.state)
    if not one.is_over:
        assert one.next_round().seed == one.seed


def test_rules_of_a_match_are_optional(case: Case) -> None:
    match_type = case.module.Match
    assert match_type(seed=7).state.rules == case.module.Rules()
    assert match_type(seed=7) == match_type(case.module.Rules(), seed=7) == match_type(rules=None, seed=7)


def test_match_says_which_arguments_it_takes(case: Case) -> None:
    match, names = case.module.Match, "rules, seed, rounds, target, dealer"
    refuses(TypeError, says("unknown_argument", "Match", "hands", "", names), match, hands=10)
    refuses(TypeError, says("unknown_argument", "Match", "round", " (did you mean rounds?)", names), match, round=10)
    refuses(TypeError, says("keyword_arguments_except", "Match", "rules", "Match", "seed"), match, case.rules, 7)


def test_match_base_class_has_no_game(case: Case) -> None:
    assert oxideal.Match is Match
    assert issubclass(vars(case.module)["Match"], Match)
    message = says("match_of_no_game")
    refuses(TypeError, message, Match)
    refuses(TypeError, message, Match, case.rules, seed=7)


# A minimal game whose rounds end as given


@dataclass(frozen=True)
class TinyRules:
    """The payoffs of all rounds of a match, and the number of this round."""

    table: tuple[tuple[int, ...], ...] = ((1, 0, 0),)
    number: int = 0

    @property
    def players(self) -> int:
        return len(self.table[0])

    def next_round(self) -> TinyRules | None:
        return replace(self, number=self.number + 1) if self.number + 1 < len(self.table) else None


@dataclass
class TinyState:
    """A round of one action. Scores are the negated payoffs. As in other games, the origin does not
    matter for a position.
    """

    rules: TinyRules
    seed: int = field(compare=False)
    stream: int = field(compare=False)
    dealer: int = field(compare=False)
    is_over: bool = False

    def push(self, action: int) -> None:
        assert action == 0
        self.is_over = True

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        return self.rules.table[self.rules.number] if self.is_over else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        return tuple(-payoff for payoff in self.payoffs) if self.payoffs is not None else None

    def copy(self) -> TinyState:
        return replace(self)


class TinyMatch(Match[Any, Any]):
    __slots__ = ()

    _rules_type = TinyRules
    _state_type = TinyState


def tiny(*table: tuple[int, ...], **named: Any) -> TinyMatch:
    """Return a match with these payoffs, played to its end."""
    match = TinyMatch(TinyRules(table), **{"seed": 7, **named})
    match.state.push(0)
    while not match.is_over:
        assert len(match.results) < len(table)
        match.next_round().push(0)
    return match


def test_rules_decide_the_last_round() -> None:
    """As in MT-05."""
    match = tiny((1, 0, 3), (2, 5, -1), (0, 0, 0))
    assert [result.rules.number for result in match.results] == [0, 1, 2]
    assert [result.scores for result in match.results] == [(-1, 0, -3), (-2, -5, 1), (0, 0, 0)]
    assert match.totals == (3, 5, 2)
    assert match.scores == (-3, -5, -2)
    assert match.winners == (1,)
    refuses(InvalidStateError, says("match_over"), match.next_round)


def test_highest_total_wins_and_ties_share() -> None:
    """DD-32, MT-28, RM-16; also below 0."""
    assert tiny((-5, -9, -4), (-2, 0, -3)).winners == (0, 2)
    assert tiny((0, 0, 0)).winners == (0, 1, 2)
    assert tiny((7,), (-9,)).winners == (0,)


@pytest.mark.parametrize(
    ("target", "rounds", "played"), [(9, None, 4), (8, None, 3), (3, None, 1), (8, 2, 2), (9, 4, 4)]
)
def test_match_ends_when_a_total_reaches_the_target(target: int, rounds: int | None, played: int) -> None:
    """Any seat's total of payoffs can reach it (RM-16)."""
    match = tiny((3, 0), (2, 4), (0, 4), (9, 0), target=target, rounds=rounds)
    assert len(match.results) == played


def test_match_without_progress_ends() -> None:
    """By default, also if no total ever reaches the target."""
    nothing = [(0, 0)] * 1001
    assert len(tiny(*nothing, target=1).results) == 1000
    assert len(tiny(*nothing, target=1, rounds=None).results) == 1001
    assert all(module_of(game, backend).Match(seed=7).rounds == 1000 for game in GAMES for backend in BACKENDS)


def test_void_round_counts() -> None:
    """The deal passes as well (RM-16)."""
    match = tiny((0, 0), (0, 0), (0, 3), rounds=2, target=2, dealer=1)
    assert [result.dealer for result in match.results] == [1, 0]
    assert match.totals == (0, 0)


def test_failed_next_round_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = TinyMatch(TinyRules(((1, 2), (3, 4))), seed=7, dealer=0)
    match.state.push(0)

    def fails(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(TinyMatch, "_state_type", fails)
    with pytest.raises(MemoryError):
        match.next_round()
    monkeypatch.undo()
    assert (match.totals, match.dealer, len(match.results)) == ((1, 2), 0, 1)
    match.next_round().push(0)
    assert (match.totals, match.dealer, len(match.results)) == ((4, 6), 1, 2)


# Saved matches


def stages(case: Case) -> Iterator[Any]:
    """Yield a match at its start, in the middle of its rounds, between them and at its end."""
    match = match_of(case, target=10**9)
    while True:
        state = match.state
        yield match
        for _ in range(5):
            if not state.is_over:
                state.push(state.legal_actions()[-1])
        yield match
        finish(state)
        yield match
        if match.is_over:
            return
        match.next_round()


def test_saved_matches_are_restored_on_both_engines(case: Case) -> None:
    for match in stages(case):
        text = match.to_json()
        fields = json.loads(text)
        assert fields == match.to_dict()
        validator("match", case.game).validate(fields)
        assert facts(case.module.Match.from_json(text)) == facts(match)
        other = case.other.Match.from_dict(fields)
        assert other.to_json() == text
        assert other.state.to_bytes() == match.state.to_bytes()


def test_broken_saved_matches_are_refused(case: Case) -> None:
    *_, match = stages(case)
    fields = match.to_dict()
    result = {"payoffs": list(match.state.payoffs), "scores": list(match.state.scores)}
    for changed, message in (
        ({"game": "x"}, f'game must be "{case.game}", got "x"'),
        ({"seed": 7}, "seed must be a string of 1 to 78 decimal digits"),
        ({"rounds": 0}, "rounds must be 1 to 1000000"),
        ({"dealer": 99}, "seat 99 out of range"),
        ({"rules": {}}, 'missing field "rules.'),
        ({"results": [{}]}, 'results[0]: missing field "payoffs"'),
        ({"results": [{**result, "scores": [0] * 13}]}, "results[0]: scores must have"),
        ({"results": [*fields["results"], result]}, f"results[{len(fields['results'])}]: the match is over after this"),
        ({"actions": ["x"]}, "actions[0]: invalid "),
        ({"actions": [*fields["actions"], fields["actions"][0]]}, f"actions[{len(fields['actions'])}]: the "),
        ({"more": 1}, 'unknown field "more"'),
    ):
        with pytest.raises(InvalidRecordError) as caught:
            case.module.Match.from_dict({**fields, **changed})
        assert message in str(caught.value)
    for text, message in (
        ("{", "the match must be JSON, got "),
        ("[]", "the match must be a JSON object"),
        ("[" * 10**5, "the match must be JSON, got "),
    ):
        with pytest.raises(InvalidRecordError, match=message):
            case.module.Match.from_json(text)
