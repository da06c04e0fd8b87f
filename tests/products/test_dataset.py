"""Data sets: what their rows say, and how a set that was interrupted is continued."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import oxideal
from oxideal import foursquare
from oxideal._registry import module_of
from oxideal.bots import bot, bot_seed
from oxideal.cli import main
from oxideal.dataset import Dataset, dataset
from oxideal.dataset.part import Part, part_of
from oxideal.errors import BotError, InvalidArgumentError, InvalidRecordError

TINY: dict[str, Any] = {"games": 7, "players": "random", "seed": 7, "games_per_file": 2}
"""Four files, made in milliseconds."""

OWN = """
import os, signal

class Plays:
    def __init__(self, what="first", at=15):
        self.what = what
        self.at = at
        self.count = 0

    def choose(self, view, limit=None):
        self.count += 1
        if self.count == self.at:
            if self.what == "ends":
                os._exit(3)
            if self.what == "raises":
                raise ValueError("no idea")
            if self.what == "presses":
                signal.raise_signal(signal.SIGINT)
        return 10**6 if self.what == "cheats" else view.legal_moves()[0]
"""


@pytest.fixture(scope="session")  # a module is imported once, so its file must not move
def own(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of a bot that plays the first move."""
    path = tmp_path_factory.mktemp("bots") / "dataset_bots.py"
    path.write_text(OWN)
    return f"{path}:Plays"


def tiny(folder: Path, game: str = "foursquare", **changed: Any) -> Dataset:
    """Make a small data set."""
    return dataset(game, folder, **{**TINY, **changed})


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def table_of(folder: Path) -> pa.Table:
    tables = [pq.read_table(path) for path in sorted(folder.glob("*.parquet"))]
    return pa.concat_tables(tables)


def value_of(name: str, view: Any, seed: bytes) -> tuple[int, float | None]:
    """Return what this bot plays, asked alone, and what it expects."""
    asked: Any = bot(name, seed=seed)
    if name.startswith("search"):
        thinking = asked.think(view)
        return view.rules.action(thinking.move), thinking.choices[0].mean
    if name == "net":
        best = asked.values(view)[0]
        return view.rules.action(best.move), best.win
    return view.rules.action(asked.choose(view)), None


@pytest.mark.parametrize(
    ("game", "players", "forced"),
    [
        ("doudizhu", ["rule", "search:4it", "net"], False),
        ("doudizhu", ["rule"], True),
        ("mexican_train", ["rule", "random", "level:1", "net"], True),
        ("rummy", ["search:4it", "random"], False),
        ("foursquare", "random", False),
    ],
)
def test_rows_agree_with_replayed_games(game: str, players: Any, forced: bool, tmp_path: Path) -> None:
    module = module_of(game)
    rules, seed = module.Rules(), 2**70
    found = dataset(game, tmp_path / "data", 3, players, seed, games_per_file=2, forced=forced)
    rows = table_of(tmp_path / "data").to_pylist()
    assert found.rows == len(rows)
    names = (
        [players] * rules.players if isinstance(players, str) else players * (rules.players if len(players) == 1 else 1)
    )
    place = valued = 0
    for number in range(3):
        state, first = module.State(rules, seed=seed, stream=number), place
        while (seat := state.current_player) is not None:
            legal, view = state.legal_actions(), state.view(seat)
            if len(legal) == 1 and not forced:
                state.push(legal[0])
                continue
            row = rows[place]
            action, value = legal[0], None
            if len(legal) > 1:
                action, value = value_of(names[seat], view, bot_seed(seed, number // 2 * rules.players + seat))
            assert (row["game"], row["decision"], row["seat"]) == (number, len(state.history), seat)
            assert row["observation"] == view.observation().tolist()
            assert row["legal"] == list(legal)
            assert (row["action"], row["value"]) == (action, value)
            valued += value is not None
            state.push(action)
            place += 1
        assert state.payoffs is not None
        for row in rows[first:place]:
            assert (row["payoff"], row["won"]) == (state.payoffs[row["seat"]], row["seat"] in state.winners)
    assert place == len(rows)
    assert (valued > 0) == any(name.startswith(("search", "net")) for name in names)


def test_files_carry_the_schema_and_what_was_played(tmp_path: Path) -> None:
    rules = module_of("doudizhu").Rules.preset("douzero")
    dataset("doudizhu", tmp_path / "data", 3, seed=7, rules=rules)
    schema = pq.read_schema(tmp_path / "data" / "part-000000.parquet")
    assert [(field.name, str(field.type), field.nullable) for field in schema] == [
        ("game", "int64", False),
        ("decision", "int32", False),
        ("seat", "int8", False),
        ("observation", "fixed_size_list<element: uint8 not null>[491]", False),
        ("legal", "list<element: int32 not null>", False),
        ("action", "int32", False),
        ("payoff", "int32", False),
        ("won", "bool", False),
        ("value", "double", True),
    ]
    metadata = json.loads(schema.metadata[b"oxideal"])
    assert metadata == {
        "schema": 1,
        "oxideal": oxideal.__version__,
        "game": "doudizhu",
        "rules": rules.to_dict(),
        "action_table_version": rules.action_table_version,
        "observation_version": rules.observation_spec().version,
        "seed": "7",
        "players": ["rule"] * 3,
        "games": 3,
        "games_per_file": 1000,
        "forced": False,
    }
    manifest = json.loads((tmp_path / "data" / "_manifest.json").read_text())
    assert manifest == {"format": 1, **metadata, "pyarrow": pa.__version__, "files": manifest["files"]}
    (file,) = manifest["files"]
    assert file["rows"] == len(table_of(tmp_path / "data")) == len(pq.read_table(tmp_path / "data"))
    assert file["bytes"] == (tmp_path / "data" / "part-000000.parquet").stat().st_size


def test_files_are_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    one = tiny(tmp_path / "one")
    two = tiny(tmp_path / "two", jobs=2)
    assert (one.rows, one.files) == (two.rows, two.files)
    assert len(one.files) == 4
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_row_groups_bound_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path / "one", games_per_file=7)
    monkeypatch.setattr("oxideal.dataset.part.ROWS_IN_GROUP", 40)
    tiny(tmp_path / "many", games_per_file=7)
    file = pq.ParquetFile(tmp_path / "many" / "part-000000.parquet")
    sizes = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
    assert len(sizes) > 2
    assert min(sizes[:-1]) >= 40
    assert table_of(tmp_path / "many").equals(table_of(tmp_path / "one"))
    for earlier, later in pairwise(range(len(sizes))):  # no game is in two groups
        games = [set(file.read_row_group(number)["game"].to_pylist()) for number in (earlier, later)]
        assert not games[0] & games[1]


def made_again(folder: Path, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> list[int]:
    """Make the small data set and return the numbers of the files that were made."""
    numbers: list[int] = []

    def noted(task: Any, number: int, *rest: Any) -> Part:
        numbers.append(number)
        return part_of(task, number, *rest)

    with monkeypatch.context() as patch:
        patch.setattr("oxideal.dataset.pool.part_of", noted)
        assert tiny(folder, **changed).stopped is None
    return numbers


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_set_interrupted_at_any_write_is_continued(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny(tmp_path / "whole")
    expected, sync = bytes_of(tmp_path / "whole"), os.fsync
    for count in range(20):
        left = count

        def fsync(number: int) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise error
            sync(number)

        folder = tmp_path / str(count)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fsync)
            try:
                tiny(folder)
            except type(error):
                pass
            else:
                break
        assert not list(folder.glob("*.part"))
        tiny(folder)
        assert bytes_of(folder) == expected
    assert 5 <= count < 20  # one for each file, and some for the manifest


def test_damaged_files_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "data"
    assert made_again(folder, monkeypatch) == [0, 1, 2, 3]
    expected = bytes_of(folder)
    assert made_again(folder, monkeypatch) == []
    damaged = bytearray(expected["part-000001.parquet"])
    damaged[len(damaged) // 2] ^= 1
    (folder / "part-000001.parquet").write_bytes(damaged)
    (folder / "part-000002.parquet").write_bytes(expected["part-000002.parquet"][:-1])
    (folder / "part-000003.parquet").unlink()
    assert made_again(folder, monkeypatch) == [1, 2, 3]
    assert bytes_of(folder) == expected
    manifest = json.loads(expected["_manifest.json"])
    del manifest["files"][0]  # killed after the file, before the manifest
    (folder / "_manifest.json").write_text(json.dumps(manifest))
    (folder / "part-000000.parquet.part").write_bytes(b"PAR1")
    assert made_again(folder, monkeypatch) == [0]
    assert bytes_of(folder) == expected


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"game": "rummy"}, 'game must be "foursquare", got "rummy"'),
        ({"rules": foursquare.Rules(diagonal=True)}, r'rules must be "\{'),
        ({"games": 8}, "games must be 7, got 8"),
        ({"players": "rule"}, r'players must be "\[.*random.*\]", got "\[.*rule.*\]"'),
        ({"seed": 8}, 'seed must be "7", got "8"'),
        ({"games_per_file": 3}, "games_per_file must be 2, got 3"),
        ({"forced": True}, "forced must be False, got True"),
        ({}, r'oxideal must be "[^9]*", got "9\.9\.9"'),
    ],
)
def test_other_data_sets_are_refused(
    changed: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    tiny(folder)
    before = bytes_of(folder)
    if not changed:
        monkeypatch.setattr("oxideal._native.__version__", "9.9.9")
    with pytest.raises(InvalidArgumentError, match=rf"has another data set: {message}"):
        tiny(folder, **changed)
    assert bytes_of(folder) == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "_manifest.json: the manifest must be JSON, got "),
        ("[]", "_manifest.json: the manifest must be a JSON object, got "),
        ('{"format": 1}', "seed"),
        ('{"format": 1, "seed": "7", "files": [{"name": "x"}]}', r"files\[0\]"),
        ('{"format": 1, "seed": "7", "files": [3]}', r"files\[0\]"),
    ],
)
def test_damaged_manifest_is_refused(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "_manifest.json").write_text(content)
    with pytest.raises(InvalidRecordError, match=message):
        tiny(tmp_path)
    assert bytes_of(tmp_path) == {"_manifest.json": content.encode()}


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_keeps_whole_files(own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    arguments = ["dataset", "foursquare", "-n", "4", "--games-per-file", "1", "--seed", "7", "--out", str(folder)]
    assert main([*arguments, "--players", f"{own}('presses')"]) == 1
    output = capsys.readouterr()
    assert output.err == "stopped early: Ctrl-C; the same command continues\n"
    assert output.out == "FourSquare, 0 games, seed 7: 0 rows in 0 files, 0 bytes\n"
    assert list(folder.iterdir()) == [folder / "_manifest.json"]
    assert main([*arguments[:-1], str(tmp_path / "other"), "--players", own]) == 0
    assert capsys.readouterr().out.startswith("FourSquare, 4 games, seed 7: ")


@pytest.mark.parametrize(
    ("what", "why"), [("raises", "raised ValueError: no idea"), ("cheats", "played an illegal move")]
)
def test_bot_that_fails_ends_the_work(what: str, why: str, own: str, tmp_path: Path) -> None:
    with pytest.raises(BotError, match=f"in deal 0: {re.escape(why)}"):
        tiny(tmp_path / "data", players=f"{own}({what!r})", games=40, games_per_file=20)
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["_manifest.json"]


def test_bot_that_ends_its_process_stops_the_work(own: str, tmp_path: Path) -> None:
    found = tiny(tmp_path / "data", players=f"{own}('ends')", games=80, games_per_file=20, jobs=2)
    assert found.files == ()
    assert found.stopped is not None
    assert "ended with exit status 3 while " in found.stopped
    assert "Plays('ends') chose a move in game " in found.stopped


def test_each_file_has_bots_of_its_own(own: str, tmp_path: Path) -> None:
    name = f"{own}('raises', 60)"
    found = tiny(tmp_path / "data", players=name, games=6, games_per_file=1)
    assert max(file.rows for file in found.files) < 60 < found.rows
    with pytest.raises(BotError, match=r"^Plays.* in deal 2: raised ValueError: no idea"):
        tiny(tmp_path / "one", players=name, games=6, games_per_file=6)


def test_programs_play(tmp_path: Path) -> None:
    program = f"exec:20s:{sys.executable} -m oxideal bot rule"
    dataset("rummy", tmp_path / "program", 2, [program, "rule"], 7)
    dataset("rummy", tmp_path / "own", 2, "rule", 7)
    assert table_of(tmp_path / "program").equals(table_of(tmp_path / "own"))


def test_game_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxideal.dataset.part.MOST_ACTIONS", 10)
    with pytest.raises(InvalidArgumentError, match="game 0 has no end: stopped after 10 actions"):
        tiny(tmp_path / "data")


def test_wrong_arguments_write_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"players": ["rule", "rule"]}, "players must be 1 name, one for each seat, got 2"),
        ({"players": "rul"}, r'unknown bot "rul" \(did you mean rule\?\)'),
        ({"games": 0}, "games must be 1 to 1000000000, got 0"),
        (
            {"games": 10**9, "games_per_file": 10},
            "games_per_file must be at least 1000 for 1,000,000,000 games, got 10",
        ),
    ]
    for changed, message in wrong:
        with pytest.raises(InvalidArgumentError, match=message):
            tiny(folder, **changed)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InvalidArgumentError, match=r'must be a new or empty folder, but it has "notes\.txt"'):
        tiny(tmp_path)
    for name in ("a\0b", "\udc80\ud800"):
        with pytest.raises(InvalidArgumentError, match="out must be the name of a folder, got"):
            tiny(Path(name))
    assert list(tmp_path.iterdir()) == [tmp_path / "notes.txt"]
