"""Reviews of one player over many rounds."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from helpers.doudizhu import ended, play_on
from helpers.packed import Packed
from oxideal import doudizhu
from oxideal.bots import Limit, RandomBot
from oxideal.cli import main
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError
from oxideal.record import Record, dumps
from oxideal.review import RecordsReview, review, review_records

LIMIT = Limit(iterations=1000)


@cache
def rounds() -> tuple[Record, ...]:
    """Ends of rounds of random bots, and a whole one: "Ann" sits once, twice, not at all."""
    names = [("Ann", "Bo", "Cy"), ("Ann", "Bo", "Ann"), ("Bo", "Bo", "Cy"), ("Cy", "Ann", "Bo")]
    whole = doudizhu.State(seed=3)
    play_on(whole, RandomBot(3))
    states = (*(ended(seed, cards=27) for seed in range(3)), whole)
    return tuple(Record.of(state, names=each) for state, each in zip(states, names, strict=True))


@cache
def found() -> RecordsReview:
    return review_records(rounds(), LIMIT, player="Ann", progress=False)


def seats(record: Record) -> list[int]:
    return [seat for seat, name in enumerate(record.names or ()) if name == "Ann"]


def test_only_the_players_decisions_are_reviewed() -> None:
    assert found().finished
    assert sorted(found().records) == [0, 1, 3]
    for number, each in zip(found().records, found().reviews, strict=True):
        record = rounds()[number]
        alone = review(record, LIMIT, seat=seats(record), progress=False)
        assert [vars(decision) for decision in each.decisions] == [vars(decision) for decision in alone.decisions]
        assert {decision.seat for decision in each.decisions} == {*seats(record)}
    listed = [(each.record, each.decision) for each in found().decisions]
    pairs = zip(found().records, found().reviews, strict=True)
    assert listed == [(number, decision) for number, each in pairs for decision in each.decisions]


def test_the_highest_loss_comes_first() -> None:
    results = []
    for number in found().records:
        payoffs = rounds()[number].payoffs
        assert payoffs is not None  # they add up to 0
        results.append(sum(payoffs[seat] for seat in seats(rounds()[number])))
    assert results == sorted(results)
    assert results[0] < results[-1]
    first = review_records(rounds(), LIMIT, player="Ann", rounds=1, progress=False)
    assert first.records == found().records[:1]
    assert first.finished


def test_sums_add_up() -> None:
    sums = found().sums
    assert (sums.name, sums.rounds, sums.decisions) == ("Ann", 4, len(found().decisions))
    mistakes = [each for each in found().decisions if each.decision.mistake]
    assert len(mistakes) == sums.mistakes > 3
    for groups in (found().kinds, found().phases, found().roles):
        assert sum(each.decisions for each in groups) == sums.decisions
        assert sum(each.mistakes for each in groups) == sums.mistakes
        assert sum(each.payment for each in groups) == pytest.approx(sums.payment)
        assert [each.payment for each in groups] == sorted((each.payment for each in groups), reverse=True)
    assert sum(each.payment_error**2 for each in found().kinds) == pytest.approx(
        sum(each.decision.cost.payment_error**2 for each in mistakes if each.decision.cost)
    )
    costliest = [each.decision.cost.payment for each in found().costliest if each.decision.cost]
    assert (
        costliest == sorted((each.decision.cost.payment for each in mistakes if each.decision.cost), reverse=True)[:20]
    )


def test_kinds_phases_and_roles_are_those_of_the_position() -> None:
    for each in found().decisions:
        state: Any = next(
            state for number, state in enumerate(rounds()[each.record].states()) if number == each.decision.number
        )
        lead, cards = state.to_beat is None, state.hand_sizes[each.decision.seat]
        if state.phase == "auction":
            assert (each.kind, each.phase) == ("bid", "auction")
            assert each.role.startswith("place ")
            continue
        assert each.kind == ("lead" if lead else "pass" if str(each.decision.move) == "pass" else "answer")
        assert each.phase == ("start" if cards > 12 else "middle" if cards > 5 else "end")
        after = (each.decision.seat - state.landlord) % 3
        assert each.role == ("landlord", "peasant 1", "peasant 2")[after]
    assert {each.kind for each in found().decisions} == {"bid", "lead", "answer", "pass"}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_kinds(game: str) -> None:
    state, bot = import_module(f"oxideal.{game}").State(seed=1), RandomBot(1)
    while not state.is_over and len(state.history) < 24:
        state.push(bot.choose(state.view(state.current_player)))
    names = [f"player {seat}" for seat in range(state.rules.players)]
    other = review_records([Record.of(state, names=names)], Limit(iterations=50), player=names[-1], progress=False)
    for each in other.decisions:
        assert each.phase in ("auction", "start", "middle", "end")
        assert each.kind
        assert each.role


def test_command_prints_what_the_function_returns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "page.html"
    file.write_text("\n" + "\n".join(map(dumps, rounds())) + "\n", encoding="utf-8")
    arguments = ["review", str(file), "--player", "Ann", "--limit", "1000it", "--rounds", "1"]
    assert main([*arguments, "--json", "--out", str(page)]) == 0
    told = json.loads(capsys.readouterr().out)
    one = review_records(rounds(), LIMIT, player="Ann", rounds=1, progress=False)
    assert [each["line"] for each in told["reviews"]] == [number + 2 for number in one.records]
    for name, value in json.loads(json.dumps(one.to_dict())).items():
        assert told[name] == value
    assert told["costliest"][0]["better"]["text"]
    places = Packed(page.read_text(encoding="utf-8")).about["places"]
    assert [each["at"] for each in places] == [each.decision.number + 1 for each in one.costliest]
    assert places
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"{one}\n"
    for wrong, message in (
        (["--player", "Dee"], 'no record has a player "Dee"; the records have "Ann", "Bo", "Cy"'),
        (["--player", "Ann", "--line", "1"], "--line and --player are mutually exclusive"),
        (["--rounds", "3"], "--rounds requires --player"),
        (["--player", "Ann", "--rounds", "0"], "rounds must be 1 to 1000"),
    ):
        with pytest.raises(SystemExit):
            main(["review", str(file), *wrong])
        assert message in capsys.readouterr().err


def test_ctrl_c_keeps_the_rounds_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    from oxideal.review import match

    done: list[Any] = []

    def interrupted(record: Record, *given: Any, **named: Any) -> Any:
        if done:
            raise KeyboardInterrupt
        done.append(record)
        return review(record, *given, **named)

    monkeypatch.setattr(match, "review", interrupted)
    part = review_records(rounds(), Limit(iterations=50), player="Ann", progress=False)
    assert (len(part.reviews), part.finished) == (1, False)
    assert "interrupted" in str(part)


def test_page_without_a_mistake_says_so() -> None:
    none = RecordsReview("Ann", (), (), (), True)
    read = Packed(none.to_html())
    assert read.about["tables"]
    assert read.about["places"] == read.rounds == []


def test_wrong_arguments_are_refused() -> None:
    for error, message, given, named in (
        (TypeError, "player must be a str, not int", [], {"player": 7}),
        (TypeError, "records must be of type Record, not int", [7], {"player": "Ann"}),
        (InvalidArgumentError, "the records have no names", [], {"player": "Ann"}),
        (InvalidArgumentError, "rounds must be 1 to", [], {"player": "Ann", "rounds": 1001}),
    ):
        with pytest.raises(error, match=re.escape(message)):
            review_records(given, **named)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match=re.escape("seat 3 out of range")):
        review(rounds()[0], LIMIT, seat=[0, 3])
