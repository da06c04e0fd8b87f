"""The same bytes with any number of workers, and nothing left of a run that ends. Needs Ray."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
import ray

from oxideal.arena import tournament
from oxideal.cli.playouts import MAX_SHARD, _player
from oxideal.executors.run import running
from oxideal.rummy import Rules

GAMES = 30_000


def played(jobs: Any, file: Path) -> tuple[bytes, Any]:
    """Return the records of a tournament and the sums of playouts."""
    tournament("rummy", ["rule", "random", "search:20it"], 12, seed=7, records=file, jobs=jobs)
    with running(jobs, _player, ("rummy", Rules(players=3), 7, 1)) as work:
        first, *others = work.shards(range(GAMES), MAX_SHARD)
    for each in others:
        first += each
    return file.read_bytes(), (first.payoffs, first.wins, first.lengths.tolist(), first.games)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Any]:
    return played(1, tmp_path_factory.mktemp("here") / "games.jsonl")


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_on_ray(workers: int, here: Any, tmp_path: Path) -> None:
    ray.init(num_cpus=workers, log_to_driver=False)
    try:
        assert played("ray", tmp_path / "games.jsonl") == here
    finally:
        ray.shutdown()


def test_processes(here: Any, tmp_path: Path) -> None:
    assert played(2, tmp_path / "games.jsonl") == here


def rays() -> set[int]:
    """Return the processes of Ray on this machine."""
    found = set()
    for each in psutil.process_iter(["cmdline"]):
        command = " ".join(each.info["cmdline"] or [])
        if "/ray/" in command or command.startswith("ray::"):
            found.add(each.pid)
    return found


def test_ctrl_c_ends_everything_it_started(tmp_path: Path) -> None:
    before, file = rays(), tmp_path / "games.jsonl"
    command = [
        "rate",
        "rummy",
        "rule",
        "random",
        "-n",
        "1000000",
        "--seed",
        "7",
        "--jobs",
        "ray",
        "--records",
        str(file),
    ]
    with subprocess.Popen(
        [sys.executable, "-c", "from oxideal.cli import main; raise SystemExit(main())", *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as run:
        last = time.monotonic() + 120
        while not (file.exists() and file.stat().st_size) and time.monotonic() < last:
            time.sleep(0.2)
        assert rays() - before, "it has started Ray"
        os.killpg(run.pid, signal.SIGINT)
        errors = run.communicate(timeout=60)[1]
    assert run.returncode == 1
    assert "stopped early" in errors
    assert "Ctrl-C" in errors
    last = time.monotonic() + 20
    while rays() - before and time.monotonic() < last:
        time.sleep(0.2)
    assert rays() <= before
