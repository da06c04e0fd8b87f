"""`tests/long/repeat.py` finds a test that fails by chance, and says how often."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import repeat

CONFTEST = """
def pytest_addoption(parser):
    parser.addoption("--shuffle")
"""

TESTS = """
import os

def test_odd():
    assert int(os.environ["PYTHONHASHSEED"]) % 2

def test_sound():
    pass
"""


@pytest.mark.full
def test_failures_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_toss.py").write_text(TESTS, encoding="utf-8")
    monkeypatch.setattr(repeat, "ROOT", tmp_path)
    monkeypatch.setattr(repeat, "CONDITIONS", {"here": repeat.Condition(workers=0, busy=1)})
    for seeds, status, lines in (
        (
            ["--times", "3", "--seed", "1"],
            1,
            ["all        1 of 3 runs failed", "    1 times FAILED test_toss.py::test_odd"],
        ),
        (["--times", "1", "--seed", "3"], 0, ["all        0 of 1 runs failed"]),
        (["--times", "1", "no_such_file.py"], 1, ["all        1 of 1 runs failed", "    1 times exit status 4: "]),
    ):
        monkeypatch.setattr(sys, "argv", ["repeat.py", "--only", "here", *seeds])
        assert repeat.main() == status
        assert capsys.readouterr().out.splitlines()[-len(lines) :] == lines
