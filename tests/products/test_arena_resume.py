"""Arenas and tournaments that continue after an interruption."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from helpers.cases import module_of
from helpers.effort import some_in_quick
from helpers.refusal import refuses
from oxideal import foursquare
from oxideal.arena import Ratings, Result, arena, tournament
from oxideal.cli import main
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError, InvalidRecordError
from oxideal.record import Record, dumps, read

BOTS: list[Any] = ["rule", "random"]


def figures(result: Result) -> list[tuple[object, ...]]:
    """Return everything that does not depend on the clock."""
    return [
        (row.name, row.wins, row.payment, row.score, row.decisions, row.forfeits, row.details) for row in result.rows
    ]


class First:
    """Plays the first move and counts them. Optionally raises an error at some of them."""

    def __init__(self, *, raises: bool = False) -> None:
        self.raises = raises
        self.count = 0

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002
        self.count += 1
        if self.raises and self.count % 40 == 0:
            raise ValueError("no: idea")
        return view.legal_moves()[0]


def test_run_cut_off_anywhere_has_the_same_result(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    expected = arena("foursquare", BOTS, 3, seed=7, records=whole)
    data = whole.read_bytes()
    ends = [place for place in range(len(data)) if data[place : place + 1] == b"\n"]
    for length in {*range(0, len(data), 211), *ends, *(end + 1 for end in ends), len(data)}:
        cut.write_bytes(data[:length])
        assert figures(arena("foursquare", BOTS, 3, seed=7, records=cut, resume=True)) == figures(expected), length
        assert cut.read_bytes() == data, length


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("jobs", [1, 2])
def test_deals_in_the_file_are_not_played_again(game: str, jobs: int, tmp_path: Path) -> None:
    path, same = tmp_path / "games.jsonl", tmp_path / "same.jsonl"
    arena(game, BOTS, 4, seed=7, records=path)
    longer = arena(game, BOTS, 9, seed=7, records=path, resume=True, jobs=jobs)
    assert figures(longer) == figures(arena(game, BOTS, 9, seed=7, records=same))
    assert path.read_bytes() == same.read_bytes()
    first = First()
    again = arena(game, [("rule", first), "random"], 9, seed=7, records=path, resume=True)
    assert first.count == 0
    assert figures(again) == figures(longer)
    assert again.rows[0].decisions > 0
    assert (again.rows[0].seconds, again.rows[0].longest, again.rows[0].longest_deal) == (None, None, None)
    more = arena(game, [("rule", first), "random"], 10, seed=7, records=path, resume=True)
    assert (more.deals, first.count) == (10, more.rows[0].decisions - longer.rows[0].decisions)
    assert more.rows[0].longest_deal == 9


@pytest.mark.parametrize("cut", some_in_quick([1, 2, 5, 6, 7, 11, 12]))
@pytest.mark.parametrize("game", ["doudizhu", "foursquare"])
def test_tournament_continues_in_the_middle_of_a_deal(cut: int, game: str, tmp_path: Path) -> None:
    def fixed(ratings: Ratings) -> object:
        return ratings.pairs, [(row.name, row.rating, row.low, row.high, row.decisions) for row in ratings.rows]

    bots, path = ["rule", "random", "net"], tmp_path / "games.jsonl"
    expected = tournament(game, bots, 4, seed=7, records=path)
    data = path.read_bytes()
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:cut]))
    assert fixed(tournament(game, bots, 4, seed=7, records=path, resume=True)) == fixed(expected)
    assert path.read_bytes() == data


def test_forfeits_are_read_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for game in ("foursquare", "doudizhu"):
        bots: list[Any] = [("some: at seat 0", First(raises=True)), "rule"]
        expected = arena(game, bots, 6, seed=7, records=path)
        row = expected.rows[0]
        assert row.forfeits.keys() == {"raised ValueError"}
        assert row.details == {"raised ValueError": "no: idea"}
        again = arena(game, bots, 6, seed=7, records=path, resume=True)
        assert figures(again) == figures(expected)
        assert again.faults == ()
        assert expected.faults


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_arena_continues_after_it_was_killed(jobs: str, tmp_path: Path) -> None:
    path, same = tmp_path / "games.jsonl", tmp_path / "same.jsonl"
    arena("foursquare", BOTS, 60, seed=7, records=same)
    wanted = ["arena", "foursquare", "rule", "random", "-n", "60", "--seed", "7", "--resume"]
    command = [sys.executable, "-m", "oxideal", *wanted, "--jobs", jobs, "--records", str(path)]
    for lines in (10, 70):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as playing:
            while playing.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") >= lines):
                time.sleep(0.001)
            playing.kill()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    assert path.read_bytes() == same.read_bytes()


def test_question_is_answered_at_the_same_deal(tmp_path: Path) -> None:
    path, same = tmp_path / "games.jsonl", tmp_path / "same.jsonl"
    expected = arena("rummy", BOTS, 500, seed=7, until="better:0.05", records=same)
    arena("rummy", BOTS, 5, seed=7, records=path)
    again = arena("rummy", BOTS, 500, seed=7, until="better:0.05", records=path, resume=True)
    assert (again.verdict, again.deals) == (expected.verdict, expected.deals)
    assert path.read_bytes() == same.read_bytes()
    # With more deals in the file than the question needs, they stay.
    arena("rummy", BOTS, 30, seed=7, records=path, resume=True)
    data = path.read_bytes()
    again = arena("rummy", BOTS, 500, seed=7, until="better:0.05", records=path, resume=True)
    assert (again.verdict, again.deals, figures(again)) == (expected.verdict, expected.deals, figures(expected))
    assert path.read_bytes() == data


def test_seed_is_that_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    first = arena("rummy", BOTS, 2, records=path, resume=True)
    again = arena("rummy", BOTS, 3, records=path, resume=True)
    assert again.seed == first.seed
    command = f"arena rummy rule random -n 4 --records {path} --resume".split()
    assert main(command) == 0
    assert f"seed {first.seed}\n" in capsys.readouterr().out
    assert len([*read(path)]) == 8
    assert main([*command, "--seed", "5"]) == 1
    error = capsys.readouterr().err
    assert f"{path}, line 1: these records are of another run: seed must be " in error


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "mexican_train"}, 'game must be "mexican_train", got "rummy"'),
        ({"seed": 8}, 'seed must be "8", got "7"'),
        ({"bots": ["random", "rule"]}, "names must be "),
        ({"bots": ["rule", "net"]}, "names must be "),
        ({"bots": ["rule"]}, "names must be "),
        ({"rules": {"players": 3}}, "rules must be "),
    ],
)
def test_files_of_other_runs_are_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena("rummy", BOTS, 2, seed=7, records=path)
    data = path.read_bytes()
    given = {"game": "rummy", "bots": BOTS, "seed": 7, **change}
    rules: Any = module_of(given["game"], "rust").Rules
    given["rules"] = rules.from_dict(change.get("rules", {}))
    with pytest.raises(InvalidRecordError) as error:
        arena(**given, games=5, records=path, resume=True)
    assert str(error.value).startswith(f"{path}, line 1: these records are of another run: {message}")
    assert path.read_bytes() == data


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena("rummy", BOTS, 3, seed=7, records=path)
    lines = path.read_bytes().splitlines(keepends=True)
    wrong_result = lines[0].replace(b'"payoffs": [', b'"payoffs": [1')
    open_game = dumps(Record.of(foursquare.State(seed=7), names=["rule"])).encode() + b"\n"
    assert wrong_result != lines[0]
    for data, message in (
        (lines[0] + lines[1][:-20] + b"\n" + lines[2], r"line 2: invalid JSON"),
        (lines[0] + lines[2], 'line 2: these records are of another run: deal must be "0", got "1"'),
        (lines[0] + lines[0], "line 2: these records are of another run: names must be"),
        (wrong_result + lines[1], "line 1: the payoffs are "),
        (b"my notes", "line 1: invalid JSON"),
        (b"my notes\n", "line 1: invalid JSON"),
        (b"\0" * 10 + b"x", "line 1: invalid JSON"),
    ):
        path.write_bytes(data)
        with pytest.raises(InvalidRecordError) as error:
            arena("rummy", BOTS, 3, seed=7, records=path, resume=True)
        assert str(error.value).startswith(f"{path}, {message}")
        assert path.read_bytes() == data
    path.write_bytes(open_game)
    with pytest.raises(InvalidRecordError, match="line 1: these records are of another run: the game is not over"):
        arena("foursquare", ["rule"], 3, seed=7, records=path, resume=True)


def test_note_about_another_seat_is_refused(tmp_path: Path) -> None:
    class Broken:
        def choose(self, *_: Any) -> Any:
            raise ValueError

    path = tmp_path / "games.jsonl"
    bots: list[Any] = [("broken", Broken()), "rule"]
    arena("rummy", bots, 1, seed=7, records=path)
    line, *others = path.read_text(encoding="utf-8").splitlines(keepends=True)
    fields = json.loads(line)
    seat = fields["forfeited"]["seat"]
    path.write_text(
        "".join([line.replace(fields["note"], f"rule at seat {1 - seat}: left"), *others]), encoding="utf-8"
    )
    with pytest.raises(InvalidRecordError) as error:
        arena("rummy", bots, 1, seed=7, records=path, resume=True)
    assert str(error.value).endswith(f'another run: note must begin with "broken at seat {seat}: "')


def test_zeros_at_the_end_are_dropped(tmp_path: Path) -> None:
    """File systems can leave them after a power cut."""
    path = tmp_path / "games.jsonl"
    arena("rummy", BOTS, 3, seed=7, records=path)
    data = path.read_bytes()
    place = data.index(b"\n") + 1
    for kept in (0, place, place + 100, place + 5, len(data)):
        path.write_bytes(data[:kept] + b"\0" * 4096)
        arena("rummy", BOTS, 3, seed=7, records=path, resume=True)
        assert path.read_bytes() == data


def test_resume_needs_a_path_and_no_fewer_deals(tmp_path: Path) -> None:
    message = "resume requires records, the path of a file"
    refuses(InvalidArgumentError, message, arena, "rummy", BOTS, resume=True)
    with (tmp_path / "open.jsonl").open("w") as file:
        refuses(InvalidArgumentError, message, arena, "rummy", BOTS, resume=True, records=file)
    refuses(TypeError, "resume must be True or False, not int", arena, "rummy", BOTS, resume=1)
    path = tmp_path / "games.jsonl"
    arena("rummy", BOTS, 3, seed=7, records=path)
    with pytest.raises(InvalidArgumentError) as error:
        arena("rummy", BOTS, 2, seed=7, records=path, resume=True)
    assert str(error.value) == f"games must be at least the number of deals in {path}, got 2"


@pytest.mark.parametrize("path", [".", os.devnull, *(["pipe"] if hasattr(os, "mkfifo") else [])])
def test_only_regular_files_are_resumed(path: str, tmp_path: Path) -> None:
    """Reading others can have no end."""
    if path == "pipe":
        os.mkfifo(tmp_path / path)
    with pytest.raises(InvalidArgumentError, match="records must be a regular file to resume from, got "):
        arena("foursquare", BOTS, 1, seed=7, records=tmp_path / path, resume=True)
