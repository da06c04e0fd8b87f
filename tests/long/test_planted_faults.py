"""The planted faults match the sources, and the script that plants them cleans up."""

from __future__ import annotations

import json

import pytest

from planted_faults import FOUND, ROOT, Fault, place_of, read


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
