"""Files that are replaced, and that two want to write at once."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oxideal import foursquare
from oxideal._internal import files
from oxideal._internal.files import locked, only_writer, replace_file
from oxideal.arena import arena
from oxideal.bots import RuleBot
from oxideal.bots.training import train
from oxideal.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and locks")


@pytest.fixture
def link(tmp_path: Path) -> Path:
    """A symbolic link to a file in another folder that does not exist yet."""
    (tmp_path / "data").mkdir()
    made = tmp_path / "link"
    made.symlink_to("data/file")
    return made


def in_use(call: Callable[[], object], file: Path) -> bool:
    """Check that a call fails, and says that the file is already being written."""
    with pytest.raises(OSError, match="already being written by another process or thread") as raised:
        call()
    return (raised.value.errno, raised.value.filename) == (errno.EBUSY, str(file))


# Symbolic links


def test_replaced_link_stays(link: Path, tmp_path: Path) -> None:
    for data in (b"new", b"newer"):
        replace_file(link, data)
        assert link.is_symlink()
        assert (tmp_path / "data" / "file").read_bytes() == data
    assert {path.name for path in tmp_path.rglob("*")} == {"data", "file", "link"}


def test_training_writes_to_the_file_that_a_link_names(link: Path) -> None:
    for width in (32, None):  # a new training, and its continuation
        train(foursquare.Rules(), link, decisions=1, deals=2, threads=1, width=width)
    assert link.is_symlink()
    assert (link.parent / "data" / "file").stat().st_size > 1000


# Two writers


def test_lock_ends_with_its_block(tmp_path: Path, link: Path) -> None:
    for file in (tmp_path / "x", link):
        for _ in range(2):
            with only_writer(file):
                assert in_use(only_writer(file).__enter__, file)
    for _ in range(2):
        with locked(tmp_path / "y"):
            assert in_use(locked(tmp_path / "y").__enter__, tmp_path / "y")
    assert not list(tmp_path.rglob("*.lock"))


def test_link_and_its_file_have_one_lock(link: Path) -> None:
    with only_writer(link.parent / "data" / "file"):
        assert in_use(only_writer(link).__enter__, link)


def test_lock_file_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "x.lock").touch()
    with only_writer(tmp_path / "x"):
        pass
    assert not list(tmp_path.iterdir())


def test_lock_file_that_is_deleted_meanwhile_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has opened the file before its owner deleted it would lock a file that nobody else finds."""
    lock = files._lock

    def late(number: int) -> bool:
        monkeypatch.setattr(files, "_lock", lock)
        (tmp_path / "x.lock").unlink()
        return lock(number)

    monkeypatch.setattr(files, "_lock", late)
    with only_writer(tmp_path / "x"):
        assert in_use(only_writer(tmp_path / "x").__enter__, tmp_path / "x")


@pytest.mark.full
def test_second_training_of_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "net"
    settings: Any = {"decisions": 1, "deals": 2, "threads": 1}
    refused = []
    train(
        foursquare.Rules(),
        file,
        width=32,
        report=lambda _: refused.append(in_use(lambda: train(foursquare.Rules(), file, **settings), file)),
        **settings,
    )
    assert refused == [True]


def test_second_arena_with_the_same_records_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    refused = set()

    class Second:
        """A bot that wants to write the same file, once there is something in it."""

        def choose(self, view: Any, _: Any = None) -> Any:
            size = file.stat().st_size if file.exists() else 0
            if size:
                for resume in (False, True):
                    again = lambda: arena("foursquare", ["rule"], 1, records=file, resume=resume)  # noqa: E731, B023
                    refused.add(in_use(again, file))
                assert file.stat().st_size == size
            return RuleBot().choose(view)

    for resume in (False, True):
        refused.clear()
        result = arena("foursquare", [Second()], 2 + resume, seed=7, records=file, resume=resume)
        assert (result.deals, result.faults, refused) == (2 + resume, (), {True})


def test_second_data_set_in_a_folder_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from oxideal.dataset import dataset

    manifest = tmp_path / "_manifest.json"
    with only_writer(manifest):
        assert in_use(lambda: dataset("foursquare", tmp_path, 1), manifest)
    assert dataset("foursquare", tmp_path, 1).stopped is None
    assert {path.name for path in tmp_path.iterdir()} == {"_manifest.json", "part-000000.parquet"}


def test_command_names_the_file_that_is_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    with locked(file):
        assert main(["arena", "foursquare", "rule", "-n", "1", "--records", str(file)]) == 1
    assert capsys.readouterr().err.endswith(
        f"oxideal arena: {file}: already being written by another process or thread\n"
    )


def test_devices_are_not_locked() -> None:
    with locked(Path(os.devnull)), locked(Path(os.devnull)):
        pass
