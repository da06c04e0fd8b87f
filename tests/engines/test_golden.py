"""The engines' results are unchanged since `tests/data/golden.json` was written."""

from __future__ import annotations

import pytest

import golden
from helpers.cases import CASES, Case
from helpers.effort import times


def differences(case: Case, most: int) -> list[str]:
    entry = next(each for each in golden.expected(case.game) if each["rules"] == case.fields)
    return golden.differences(case.module, entry, most)


@pytest.mark.all_rules
@pytest.mark.parametrize("case", [case for case in CASES if case.backend == "rust"], ids=str)
def test_engine_matches_golden_hashes(case: Case) -> None:
    assert differences(case, times(20_000, 500)) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.backend == "reference"], ids=str)
def test_reference_matches_golden_hashes(case: Case) -> None:
    assert differences(case, 100) == []


@pytest.mark.parametrize("part", ["actions", "batch", "playouts", "records", "match", "plies"])
def test_changed_hash_is_found(part: str) -> None:
    from oxideal import foursquare

    entry = dict(golden.expected("foursquare")[0])
    entry[part] = {"100": "0" * 16} if part == "plies" else "0" * 16
    assert [each.split(":")[0] for each in golden.differences(foursquare, entry, 100)] == [part]
