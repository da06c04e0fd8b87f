"""Nothing is left of a run that ends. Needs Ray, and no cluster that runs already."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil


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
    command = f"rate rummy rule random -n 1000000 --seed 7 --jobs ray --records {file}".split()
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
