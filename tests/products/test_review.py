"""Reviews: what they find, and what they must not find."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.cases import examples, module_of
from helpers.dicts import through_json
from helpers.doudizhu import ended
from helpers.packed import Packed
from oxideal import _native, rummy
from oxideal import doudizhu as dd
from oxideal.bots import Limit, NetBot, RuleBot
from oxideal.cli import main
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError, InvalidRecordError
from oxideal.record import Record, dumps
from oxideal.review import MatchReview, Review, review, review_match
from oxideal.review import match as match_module

LIMIT = Limit(iterations=800)


@cache
def played(game: str, seed: int = 7) -> Record:
    module: Any = module_of(game, "rust")
    state = module.State(module.Rules.from_dict(examples(game)["rules"]), seed=seed)
    while not state.is_over:
        state.push(RuleBot().choose(state.view(state.current_player)))
    return Record.of(state, names=[f"player {seat}" for seat in range(state.rules.players)])


@cache
def reviewed(game: str) -> Review:
    return review(played(game), LIMIT)


@cache
def ending() -> Record:
    """The last plays of a round of bad players, which takes a tenth of the time of a whole one."""
    return Record.of(ended(3, cards=18))


@cache
def lost_by_a_blunder() -> Record:
    """Seat 0 leads a single of its last pair, instead of going out."""
    state = dd.State.from_position(dd.Rules(), hands=["33", "44 5 7", "66 8 T"], landlord=0)
    for move in ("3", "5", "8", "pass", "pass", "T", "pass", "pass", "66"):
        state.push(move)
    return Record.of(state)


def refuses(error: type[Exception], part: str, call: Callable[..., object], *given: Any, **named: Any) -> None:
    with pytest.raises(error, match=re.escape(part)):
        call(*given, **named)


def without_time(found: Review) -> dict[str, Any]:
    return {**found.to_dict(), "seconds": 0.0}


@pytest.mark.parametrize("game", GAMES)
def test_dict_has_its_schema_and_is_read_back(game: str) -> None:
    found = reviewed(game)
    fields = through_json("review", game, found)
    assert Review.from_dict(fields) == found
    assert found.finished
    assert "player 0: " in str(found)
    assert found.playouts > 0
    choices = [number for number, state in enumerate(played(game).states()) if len(state.legal_actions()) > 1]
    assert [decision.number for decision in found.decisions] == choices
    assert [str(each.move) for each in found.decisions] == [played(game).actions[number] for number in choices]


def test_blunder_is_found_and_proved() -> None:
    found = review(lost_by_a_blunder(), LIMIT)
    blunder = found.mistakes[0]
    assert (blunder.number, blunder.seat, str(blunder.move), str(blunder.better)) == (0, 0, "3", "33")
    assert blunder.cost is not None
    assert blunder.cost.wins > 0.2
    assert blunder.cost.payment >= found.threshold > 0
    assert blunder.reasons[0] == "33 plays the whole hand and wins at once"
    assert blunder.open is not None
    assert blunder.open.exact
    assert str(blunder.open.better) == "33"
    assert blunder.open.payment > 0


def test_cost_depends_only_on_what_the_seat_knew() -> None:
    """Two deals that look alike to the seat cost it the same; with all cards open they may differ."""
    record = ending()
    number, state = next(each for each in enumerate(record.states()) if len(each[1].legal_actions()) > 1)
    seat = state.current_player or 0
    view = state.view(seat)
    costs, hands = [], set()
    for seed in (1, 2):
        other = view.sample(seed)
        assert other.view(seat) == view
        hands.add(other.hands)
        other = dd.State.from_bytes(state.to_bytes()) if other == state else other
        other.push(record.actions[number])
        found = review(Record.of(other), Limit(iterations=400))
        costs.append((found.decisions[0].cost, found.decisions[0].payment, found.decisions[0].wins))
    assert len(hands) == 2
    assert costs[0] == costs[1]


def test_result_depends_only_on_the_seed() -> None:
    record = ending()
    one = review(record, LIMIT, threads=1)
    assert without_time(review(record, LIMIT, threads=3)) == without_time(one)
    assert without_time(review(record, LIMIT, seed=1, threads=1)) != without_time(one)


def test_seat_limits_the_review() -> None:
    found = review(ending(), LIMIT, seat=1)
    assert {decision.seat for decision in found.decisions} == {1}
    assert [seat.decisions > 0 for seat in found.seats] == [False, True, False]


def interrupt(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """Press Ctrl-C when this share of the limit has been used."""

    class Interrupted:
        def __init__(self, *given: Any) -> None:
            self.review = begin(*given)
            self.found = self.review.found

        def step(self) -> float | None:
            used: float | None = self.review.step()
            if used is None or used > share:
                raise KeyboardInterrupt
            return used

    begin = _native.Review
    monkeypatch.setattr(_native, "Review", Interrupted)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.8])
def test_ctrl_c_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    interrupt(monkeypatch, share)
    found = review(ending(), LIMIT)
    assert not found.finished
    assert share < found.playouts / 800 < share + 0.1
    assert "interrupted" in str(found)
    assert Review.from_dict(found.to_dict()) == found
    assert found.luck is not None
    assert any(decision.payment is not None for decision in found.decisions) == (share > 0.1)
    assert any(decision.cost is not None for decision in found.decisions) == (share > 0.6)


def test_command_reports_ctrl_c_by_its_status(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt(monkeypatch, 0.3)
    file = tmp_path / "games.jsonl"
    file.write_text(f"{dumps(ending())}\n", encoding="utf-8")
    assert main(["review", str(file), "--limit", "100it"]) == 1
    assert "interrupted" in capsys.readouterr().out


def test_nothing_is_a_mistake_where_all_moves_are_equal() -> None:
    """Whichever card seat 0 leads, seat 1 goes out with its bomb."""
    state = dd.State.from_position(dd.Rules(), hands=["34", "5555", "6666"], landlord=0)
    for move in ("3", "5555"):
        state.push(move)
    found = review(Record.of(state), LIMIT)
    assert found.mistakes == ()
    assert "0 mistakes" in str(found)


# What actions lead to


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("quick", [False, True])
def test_outcomes_are_of_the_same_deals(game: str, quick: bool) -> None:
    state: Any = module_of(game, "rust").State(seed=3)
    while len(state.legal_actions()) < 2:
        state.push(state.legal_actions()[0])
    view = state.view(state.current_player)
    actions = view.legal_actions()[:2]
    networks = None if quick else NetBot().networks(view.rules)

    def outcomes(actions: list[int], first: int, deals: int, threads: int = 1) -> Any:
        return _native.Outcomes(view, 1, networks).play(actions, first, deals, threads, quick, None)[0]

    both = outcomes(actions, 0, 6)
    assert both.shape == (6, 2, view.rules.players)
    assert np.array_equal(both[:, :1], outcomes(actions[:1], 0, 6, threads=2))
    assert np.array_equal(both[4:], outcomes(actions, 4, 2))
    twice = outcomes([actions[0], actions[0]], 0, 6)
    assert np.array_equal(twice[:, 0], twice[:, 1])


# Arguments, texts and the command


def test_wrong_arguments_are_refused() -> None:
    record = played("rummy")
    refuses(InvalidArgumentError, "seat 2 out of range", review, record, LIMIT, seat=2)
    refuses(InvalidArgumentError, "threads must be 1 to 256, got 0", review, record, LIMIT, threads=0)
    with pytest.raises(TypeError, match="record must be a Record, not str"):
        review("game", LIMIT)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="net must be a NetBot or None, not RuleBot"):
        review(record, LIMIT, net=RuleBot())  # type: ignore[arg-type]
    changed = Record.from_dict({**record.to_dict(), "actions": ["draw", *record.actions[1:]]})
    if changed.actions != record.actions:
        with pytest.raises(InvalidRecordError):
            review(changed, LIMIT)


def test_command_prints_what_the_function_returns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{dumps(played('rummy'))}\n{dumps(lost_by_a_blunder())}\n", encoding="utf-8")
    arguments = ["review", str(file), "--line", "2", "--limit", "800it"]
    same = review(lost_by_a_blunder(), LIMIT)
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["line"] == 2
    assert without_time(Review.from_dict(found["review"])) == without_time(same)
    assert main(arguments) == 0
    shown, expected = ([line for line in text.splitlines() if " s; " not in line]
                       for text in (capsys.readouterr().out, str(same)))  # fmt: skip
    assert shown == expected
    with pytest.raises(SystemExit):
        main(["review", str(file), "--line", "1", "--seat", "9"])
    assert "seat 9 out of range" in capsys.readouterr().err


# A match


@cache
def match() -> MatchReview:
    return review_match([played("foursquare", seed) for seed in (7, 8)], Limit(iterations=200), progress=False)


@pytest.mark.full
def test_match_reviews_each_round_and_adds_up() -> None:
    found = match()
    alone = [review(played("foursquare", seed), Limit(iterations=200)) for seed in (7, 8)]
    assert found.finished
    assert [without_time(each) for each in found.reviews] == [without_time(each) for each in alone]
    for seat, player in enumerate(found.players):
        own = [each.seats[seat] for each in alone]
        assert (player.name, player.rounds) == (f"player {seat}", 2)
        assert player.decisions == sum(each.decisions for each in own)
        assert player.mistakes == sum(each.mistakes for each in own)
        assert player.payment == sum(each.payment for each in own)
        assert player.result == sum(each.result or 0 for each in own)
        assert player.luck is not None
        assert player.luck.payment == sum(each.luck.payment for each in own if each.luck)
        assert player.luck.error == pytest.approx(sum(each.luck.error**2 for each in own if each.luck) ** 0.5)


def test_match_counts_mistakes_by_size() -> None:
    found = review(lost_by_a_blunder(), LIMIT)
    mistake = found.mistakes[0]
    assert mistake.cost is not None
    for times, size in ((0.9, "small"), (1.9, "small"), (2.1, "medium"), (3.9, "medium"), (4.1, "large")):
        assert replace(found, threshold=mistake.cost.payment / times).size_of(mistake) == size
    player = MatchReview((found, found), True).players[0]
    sizes = [found.size_of(each) for each in found.mistakes if each.seat == 0]
    assert player.sizes == tuple(2 * sizes.count(size) for size in ("small", "medium", "large"))
    assert player.mistakes == 2 * found.seats[0].mistakes > 0


def test_players_of_a_match_are_told_apart_by_name_if_all_have_one() -> None:
    found = review(lost_by_a_blunder(), LIMIT)
    rounds = [("Ann", "Bo", "Cy"), ("Bo", "Cy", "Ann")]
    named = [replace(found, record=replace(found.record, names=names)) for names in rounds]
    players = MatchReview(tuple(named), True).players
    assert [player.name for player in players] == ["Ann", "Bo", "Cy"]
    assert [player.mistakes for player in players][::-1] == [
        named[0].seats[2].mistakes + named[1].seats[1].mistakes,
        named[0].seats[1].mistakes + named[1].seats[0].mistakes,
        named[0].seats[0].mistakes + named[1].seats[2].mistakes,
    ]
    for names in (("Ann", None, "Cy"), None):
        other = replace(found, record=replace(found.record, names=names))
        assert [player.name for player in MatchReview((named[0], other), True).players] == [
            "seat 0",
            "seat 1",
            "seat 2",
        ]
    twice = replace(found, record=replace(found.record, names=("Ann", "Ann", "Cy")))
    players = MatchReview((named[0], twice), True).players
    assert [(player.name, player.rounds) for player in players] == [("Ann", 3), ("Bo", 1), ("Cy", 2)]
    assert [twice.name(seat) for seat in range(3)] == ["Ann 1", "Ann 2", "Cy"]


def test_ctrl_c_keeps_the_rounds_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Record] = []

    def interrupted(record: Record, *given: Any, **named: Any) -> Review:
        done.append(record)
        return replace(review(record, *given, **named), finished=len(done) < 2)

    monkeypatch.setattr(match_module, "review", interrupted)
    found = review_match([lost_by_a_blunder()] * 3, LIMIT)
    assert (len(found.reviews), found.finished) == (2, False)
    assert "interrupted" in str(found)


def test_wrong_matches_are_refused() -> None:
    refuses(InvalidArgumentError, "a match must have 1 to 1,000 rounds, got 0", review_match, [])
    refuses(InvalidArgumentError, "got more than 1,000", review_match, repeat(lost_by_a_blunder()))
    refuses(TypeError, "records must be of type Record", review_match, [lost_by_a_blunder(), 7])
    both = [lost_by_a_blunder(), played("rummy")]
    refuses(InvalidArgumentError, "same game, got doudizhu and rummy", review_match, both)
    other = Record.of(rummy.State(rummy.Rules(players=3), seed=1))
    refuses(InvalidArgumentError, "same number of seats, got [2, 3]", review_match, [played("rummy"), other])
    many = MatchReview((review(lost_by_a_blunder(), LIMIT),) * 101, True)
    refuses(InvalidArgumentError, "a page must have 1 to 100 rounds, got 101", many.to_html)


@pytest.mark.full
def test_command_reviews_all_rounds_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "match.jsonl", tmp_path / "match.html"
    file.write_text(f"{dumps(played('foursquare'))}\n\n{dumps(played('foursquare', 8))}\n", encoding="utf-8")
    arguments = ["review", str(file), "--limit", "200it"]
    assert main([*arguments, "--json", "--out", str(page)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["line"] for each in found["reviews"]] == [1, 3]
    reviews = [Review.from_dict(each["review"]) for each in found["reviews"]]
    assert [without_time(each) for each in reviews] == [without_time(each) for each in match().reviews]
    assert len(Packed(page.read_text(encoding="utf-8")).rounds) == 2
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"{match()}\n"
