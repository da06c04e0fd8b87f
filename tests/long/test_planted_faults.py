"""The planted faults match the sources, and the script that plants them cleans up."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from planted_faults import FOUND, ROOT, Fault, Planted, place_of, read

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("fault", read(), ids=lambda fault: fault.name)
def test_each_fault_can_be_planted(fault: Fault) -> None:
    assert fault.old != fault.new
    assert place_of(fault, ROOT) is not None
    assert all((ROOT / test).is_file() for test in fault.tests)


def test_results_of_removed_faults_are_not_kept() -> None:
    assert set(json.loads(FOUND.read_text(encoding="utf-8"))) <= {fault.name for fault in read()}


def test_fault_names_are_unique() -> None:
    names = [fault.name for fault in read()]
    assert len(set(names)) == len(names) >= 60


def test_planted_fault_is_removed_on_exit(tmp_path: Path) -> None:
    source = tmp_path / "python" / "rules.py"
    source.parent.mkdir()
    source.write_text("low = 1\n", encoding="utf-8")
    bench: Any = SimpleNamespace(folder=tmp_path)
    with Planted(bench, Fault("low", "python", "low = 1", "low = 2")):
        assert source.read_text(encoding="utf-8") == "low = 2\n"
    assert source.read_text(encoding="utf-8") == "low = 1\n"


def test_ambiguous_text_is_refused(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("low = 1\n", encoding="utf-8")
    assert place_of(Fault("low", ".", "low = 1", "low = 2"), tmp_path) is None
    assert place_of(Fault("high", ".", "high = 1", "high = 2"), tmp_path) is None
