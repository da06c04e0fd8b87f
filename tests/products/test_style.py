"""Figures of how players play, compared with counts on the reference engine."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helpers.refusal import refuses
from oxideal import foursquare, mexican_train, rummy
from oxideal._registry import GameInfo
from oxideal.arena import arena
from oxideal.cli import main
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError
from oxideal.record import Record, dumps, read
from oxideal.record.style import Figure, Player, Style, style_of


def played(game: str, bots: list[Any], deals: int = 12, **given: Any) -> list[Record]:
    file = io.StringIO()
    arena(game, bots, deals, seed=7, records=file, **given)
    return [*read(io.StringIO(file.getvalue()))]


def player(style: Style, name: str, place: int | None = None) -> Player:
    return next(each for each in style.players if (each.name, each.place) == (name, place))


def actions(record: Record) -> Iterator[tuple[Any, str, str]]:
    """Yield the reference's state before each action, the name of who plays it, and its text."""
    assert record.names is not None
    for state, text in zip(record.states("reference"), record.actions, strict=False):
        yield state, str(record.names[state.current_player or 0]), text


def ends(records: list[Record], name: str) -> list[tuple[Any, int]]:
    """Return the last state of each round and the player's seat, once for each seat."""
    found = []
    for record in records:
        *_, end = record.states("reference")
        found += [(end, seat) for seat, each in enumerate(record.names or ()) if each == name]
    return found


BOTS = ["rule", "random"]


@cache
def rounds_of(game: str) -> list[Record]:
    """Return rounds of both bots."""
    if game != "mexican_train":
        return played(game, BOTS, 40)
    return played(game, BOTS, 60, rules=mexican_train.Rules(players=4, set=9, hand_size=8, engine=9))


@pytest.mark.parametrize("name", BOTS)
def test_dou_dizhu(name: str) -> None:
    records = rounds_of("doudizhu")
    figures = player(style_of(records), name).figures
    rounds = ends(records, name)
    auction = [text for record in records for state, each, text in actions(record)
               if each == name and state.landlord is None]  # fmt: skip
    assert figures["bids"] == Figure(sum(text.startswith("bid") for text in auction), len(auction))
    bombs = [text for record in records for _, each, text in actions(record)
             if each == name and (text == "BR" or (len(text) == 4 and len({*text}) == 1))]  # fmt: skip
    assert len(bombs) > 3
    assert figures["bombs"] == Figure(len(bombs), len(rounds))
    lost = [end.hand_sizes[seat] for end, seat in rounds if end.payoffs[seat] < 0]
    assert figures["cards left"] == Figure(sum(lost), len(lost))
    landlord = [end.payoffs[seat] > 0 for end, seat in rounds if end.landlord == seat]
    peasant = [end.payoffs[seat] > 0 for end, seat in rounds if end.landlord != seat]
    assert figures["landlord"] == Figure(len(landlord), len(rounds))
    assert figures["won as landlord"] == Figure(sum(landlord), len(landlord))
    assert figures["won as peasant"] == Figure(sum(peasant), len(peasant))
    assert figures["won"] == Figure(sum(landlord) + sum(peasant), len(rounds))
    answers = [text for record in records for state, each, text in actions(record)
               if each == name and state.to_beat is not None and len(state.legal_moves()) > 1]  # fmt: skip
    assert figures["passes"] == Figure(answers.count("pass"), len(answers))


@pytest.mark.parametrize("name", BOTS)
def test_mexican_train(name: str) -> None:
    records = rounds_of("mexican_train")
    figures = player(style_of(records), name).figures
    rounds = ends(records, name)
    assert figures["went out"] == Figure(sum(end.hand_sizes[seat] == 0 for end, seat in rounds), len(rounds))
    blocked = sum(all(end.hand_sizes) for end, _ in rounds)
    assert figures["blocked"] == Figure(blocked, len(rounds))
    assert blocked > 0
    left = [seat for seat in rounds if seat[0].hand_sizes[seat[1]]]
    assert figures["tiles left"] == Figure(sum(end.hand_sizes[seat] for end, seat in left), len(left))
    halves = [[int(half) for half in tile.split("-")] for end, seat in left for tile in end.hands[seat]]
    pips = sum(sum(each) or 50 for each in halves)  # the double blank counts 50 (MT-27)
    assert figures["points left"] == Figure(pips, len(left))
    own = [text for record in records for _, each, text in actions(record) if each == name]
    assert figures["draws"].amount == own.count("draw")
    assert figures["passes"].amount == own.count("pass")
    tiles = [text.split("@")[0].split("-") for text in own if "-" in text]
    assert figures["doubles"].amount == sum(first == second for first, second in tiles)
    assert {figures[each].of for each in ("draws", "passes", "doubles", "won")} == {len(rounds)}


@pytest.mark.parametrize("name", BOTS)
def test_rummy(name: str) -> None:
    records = rounds_of("rummy")
    figures = player(style_of(records), name).figures
    rounds = ends(records, name)
    own = [text.split()[0] for record in records for _, each, text in actions(record) if each == name]
    assert figures["melds"] == Figure(own.count("meld"), len(rounds))
    assert figures["laid off"] == Figure(sum("@" in text for text in own), len(rounds))
    assert figures["laid off"].amount > 0
    assert figures["takes"] == Figure(own.count("take"), own.count("take") + own.count("draw"))
    assert figures["turns"] == Figure(own.count("take") + own.count("draw"), len(rounds))
    assert figures["rummies"] == Figure(
        sum(end.went_rummy and not end.hand_sizes[seat] for end, seat in rounds), len(rounds)
    )
    lost = [end.hand_sizes[seat] for end, seat in rounds if end.hand_sizes[seat] and not end.is_void]
    assert figures["cards left"] == Figure(sum(lost), len(lost))
    assert figures["void"] == Figure(sum(end.is_void for end, _ in rounds), len(rounds))


def test_foursquare() -> None:
    records = played("foursquare", ["rule", "random"], 20)
    for name in ("rule", "random"):
        figures = player(style_of(records), name).figures
        own = [record for record in records if record.names == (name,)]
        assert figures["cards placed"] == Figure(sum(len(record.actions) for record in own), 20)
        won = [record.scores[0] for record in own if record.payoffs is not None and record.payoffs[0] > 0]  # type: ignore[index]
        assert figures["won"] == Figure(len(won), 20)
        assert figures["score when won"] == Figure(sum(won), len(won))
        first = sum(text in record.actions[:place] for record in own for place, text in enumerate(record.actions))
        assert figures["placed on piles"].amount == first
        assert figures["placed on piles"].of == sum(len(record.actions) - 1 for record in own)


@pytest.mark.parametrize("game", GAMES)
def test_places_add_up(game: str) -> None:
    style = style_of(played(game, ["rule", "random"]))
    for name in ("rule", "random"):
        places = [each for each in style.players if each.name == name and each.place is not None]
        total = player(style, name)
        assert bool(places) == (game != "foursquare")
        if places:
            assert sum(each.rounds for each in places) == total.rounds
            for figure, value in total.figures.items():
                assert sum((each.figures[figure] for each in places), Figure()) == value
    assert style.rounds == 24
    assert [each.name for each in style.players if each.place is None] == [
        *dict.fromkeys(each.name for each in style.players)
    ]


def test_place_counts_from_the_seat_that_begins() -> None:
    records = played("mexican_train", ["random"], 20)
    style = style_of(records)
    wins = [0, 0, 0, 0]
    begins = set()
    for record in records:
        *_, end = record.states("reference")
        first = next(record.states("reference")).current_player or 0
        begins.add(first)
        for seat in end.winners or ():
            wins[(seat - first) % 4] += 1
    assert len(begins) == 4
    assert len({*wins}) > 1
    assert [player(style, "random", place).figures["won"] for place in range(4)] == [Figure(each, 20) for each in wins]


def test_open_rounds_are_skipped_and_seats_without_names_are_numbered() -> None:
    state = rummy.State(seed=7)
    record = Record.of(state)
    style = style_of([record, *played("rummy", ["rule", "rule"], 1), record])
    assert (style.rounds, style.skipped) == (2, 2)
    assert str(style).splitlines()[-1] == "skipped: 2 rounds not over"
    (won,) = played("foursquare", ["rule"], 1)
    unnamed = Record.from_dict({key: value for key, value in won.to_dict().items() if key != "names"})
    assert [each.name for each in style_of([unnamed]).players] == ["seat 0"]
    assert str(style_of([])) == "0 rounds\n  rounds"


def test_game_without_figures_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    records = played("rummy", ["rule", "random"], 4)
    expected = player(style_of(records), "rule").figures["won"]
    monkeypatch.setattr(GameInfo, "part", lambda _self, _package: None)
    assert player(style_of(records), "rule").figures == {"won": expected}
    with pytest.raises(InvalidRecordError, match="the payoffs are"):
        style_of([Record.from_dict({**records[0].to_dict(), "payoffs": [0, 0]})])


def test_table_and_dict() -> None:
    style = style_of(played("rummy", ["rule", "random"], 2))
    lines = str(style).splitlines()
    assert lines[0] == "Rummy, 4 rounds"
    assert len({len(line) for line in lines[1:]}) == 1
    fields = json.loads(json.dumps(style.to_dict()))
    assert fields["players"][0]["figures"]["won"] == asdict(style.players[0].figures["won"])
    assert "place 1" in style._repr_html_()


def test_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    records = played("doudizhu", ["rule", "random"], 3)
    file.write_text("".join(f"{dumps(record)}\n" for record in records))
    assert main(["record", "style", str(file)]) == 0
    assert capsys.readouterr().out == f"{style_of(records)}\n"
    assert main(["record", "style", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(style_of(records).to_dict()))


def test_wrong_records_are_refused() -> None:
    (record,) = played("foursquare", ["rule"], 1)
    other = Record.of(rummy.State(seed=7))
    refuses(
        InvalidRecordError, 'all records must be of one game, got "foursquare" and "rummy"', style_of, [record, other]
    )
    wrong = Record.from_dict({**record.to_dict(), "scores": [39]})
    with pytest.raises(InvalidRecordError, match="the scores are"):
        style_of([wrong])
    refuses(TypeError, "records must be an iterable of records, not str", style_of, "games.jsonl")
    refuses(TypeError, "a record must be a Record, not oxideal.foursquare.State", style_of, [foursquare.State()])
    with pytest.raises(InvalidRecordError, match='unknown game "chess"'):
        style_of([Record.from_dict({**record.to_dict(), "game": "chess"})])
