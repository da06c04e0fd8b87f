"""Killed programs and full disks: a file of records loses at most the line being written."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from helpers.effort import times
from oxideal import foursquare
from oxideal.errors import InvalidRecordError
from oxideal.record import Record, Writer, read

if sys.platform == "win32":
    pytest.skip("the test needs signals, limits and files of POSIX", allow_module_level=True)

KILLS = times(20, quick=8)

CHILD = """
import os, random, signal, sys
from dataclasses import replace
from oxideal import foursquare
from oxideal.record import Record, Writer

path, kills = sys.argv[1], int(sys.argv[2])
chance = random.Random(7)
record = Record.of(foursquare.State(seed=7))
for life in range(kills):
    told, tell = os.pipe()
    enough = chance.randrange(1, 40)
    writing = os.fork()
    if not writing:
        os.close(told)
        with Writer(path, append=True, sync=life % 4 == 0) as writer:
            # Lines of many lengths, so that the end comes in the middle of some, and no more than there is room for.
            for number in range(enough + 20):
                filler = "x" * chance.choice([0, 5000, 100_000])
                writer.write(replace(record, info={"life": life, "number": number, "filler": filler}))
                os.write(tell, b".")
            signal.pause()
    os.close(tell)
    confirmed = 0
    while confirmed < enough:
        more = os.read(told, 1)
        assert more, "the writer has ended"
        confirmed += len(more)
    os.kill(writing, signal.SIGKILL)
    while more := len(os.read(told, 4096)):
        confirmed += more
    os.close(told)
    os.waitpid(writing, 0)
    print(confirmed, flush=True)
"""
"""Writes records again and again until it is killed, and prints after each how many have been written."""


def found_in(path: Path) -> tuple[list[Record], list[str]]:
    """Return the records of a file, and the errors of its broken lines."""
    records: list[Record] = []
    broken: list[str] = []
    reader = read(path)
    while True:
        try:
            records.append(next(reader))
        except StopIteration:
            return records, broken
        except InvalidRecordError as error:
            broken.append(str(error))


def info_of(record: Record) -> dict[str, Any]:
    assert record.info is not None
    return record.info


def verified(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "oxideal", "record", "verify", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_killed_writer_keeps_complete_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-c", CHILD, str(path), str(KILLS)]
    confirmed = [int(number) for number in subprocess.check_output(command, text=True).split()]
    assert len(confirmed) == KILLS
    records, broken = found_in(path)
    lives: list[list[int]] = [[] for _ in range(KILLS)]
    for record in records:
        info = info_of(record)
        lives[info["life"]].append(info["number"])
    for life, written in enumerate(lives):
        assert written == list(range(len(written)))
        assert confirmed[life] <= len(written) <= confirmed[life] + 1  # killed between a line and its confirmation
    assert len(broken) <= KILLS
    command_line = verified(path)
    assert command_line.stdout.endswith(f"{len(records):,} good, {len(broken):,} bad\n")
    assert command_line.returncode == bool(broken)


# Full disks


def test_full_disk_is_reported_once_with_the_file_name() -> None:
    record = Record.of(foursquare.State(seed=7))
    with Writer("/dev/full") as writer:
        for _ in range(2):
            with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
                writer.write(record)
    # closing raised nothing, so nothing was left to be written


FULL = """
import os, resource, sys
from oxideal import foursquare
from oxideal.record import Record, Writer, dumps

path = sys.argv[1]
most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
refused = 0
with Writer(path) as writer:
    for number in range(25):
        record = Record.of(foursquare.State(seed=7), info={"number": number, "filler": 20_000 * "x"})
        if number % 5 == 4:
            room = len(dumps(record)) * (number // 5) // 4 - 1  # none, some, and nearly enough
            resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(path) + max(room, 0), most))
            for _ in range(2):
                try:
                    writer.write(record)
                except OSError:
                    refused += 1
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        writer.write(record)
print(refused)
"""
"""Sometimes there is room for only a part of the next line. Refused records are retried."""


def test_refused_records_are_never_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    refused = int(subprocess.check_output([sys.executable, "-c", FULL, str(path)], text=True))
    assert refused == 5 * 2
    records, broken = found_in(path)
    assert [info_of(record)["number"] for record in records] == list(range(25))
    assert len(broken) == 4  # after the disk was full once
    assert verified(path).returncode == 1


# Ctrl-C in the middle of a line


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_within_a_line_keeps_the_next_one_intact(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    record = Record.of(foursquare.State(seed=7))
    long = Record.of(foursquare.State(seed=7), info={"filler": "x" * 1_000_000})
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # so that the writer need not wait for a reader
    os.set_blocking(reading, True)
    heard: list[bytes] = []

    def listen() -> None:
        while some := os.read(reading, 2**16):
            heard.append(some)
        os.close(reading)

    def press() -> None:
        select.select([reading], [], [])  # a part of the line is written
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    with Writer(path) as writer:
        with pytest.raises(KeyboardInterrupt):
            writer.write(long)  # nobody reads, and a pipe's buffer is smaller
        presser.join()
        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        writer.write(record)
    listener.join()
    copy = tmp_path / "games.jsonl"
    copy.write_bytes(b"".join(heard))
    records, broken = found_in(copy)
    assert records == [record]
    assert len(broken) == 1


# Syncing


def test_sync_flushes_each_line_before_write_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    record = Record.of(foursquare.State(seed=7))
    synced: list[int] = []

    def fsync(number: int) -> None:
        synced.append(os.fstat(number).st_size if os.path.samestat(os.fstat(number), path.stat()) else -1)

    monkeypatch.setattr(os, "fsync", fsync)
    with Writer(path) as writer:
        writer.write(record)
    assert synced == []
    length = path.stat().st_size
    with Writer(path, append=True, sync=True) as writer:
        assert synced == [-1]  # the folder, which holds the file name
        for _ in range(2):
            writer.write(record)
    assert synced == [-1, 2 * length, 3 * length]

    def fails(_: int) -> None:
        raise OSError(5, "Input/output error")

    with Writer(path, sync=True) as writer:
        monkeypatch.setattr(os, "fsync", fails)
        with pytest.raises(OSError, match=f"Input/output error: '{path}'"):
            writer.write(record)
        monkeypatch.undo()
        writer.write(record)
    assert found_in(path) == ([record, record], [])  # the writer cannot know that the first one was kept


# Killed programs


def test_killed_arena_loses_at_most_the_last_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [
        sys.executable,
        "-m",
        "oxideal",
        *"arena foursquare rule random -n 1000000 --seed 7 --records".split(),  # noqa: SIM905
    ]
    with subprocess.Popen([*command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        chance = random.Random(7).randrange(20, 60)
        while not path.exists() or path.read_bytes().count(b"\n") < chance:
            assert playing.poll() is None
            time.sleep(0.01)
        playing.kill()
    records, broken = found_in(path)
    assert len(records) >= chance
    assert len(broken) <= 1
    assert [record.stream for record in records] == [number // 2 for number in range(len(records))]
    assert verified(path).stdout.endswith(f"{len(records):,} good, {len(broken):,} bad\n")
