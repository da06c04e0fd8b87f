"""A plugin for pytest that leaves out what adds no lines: `pytest -p brief`.

All rows of data stay, for each is there for a line of its own; of all other cases some are taken from all over.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

CASES = 4
"""How many cases of a test remain on each backend."""

SLOW = {
    "test_a_wrong_rule_is_found_and_shrunk_by_hypothesis",
    "test_backends_agree_on_random_games",
    "test_no_turn_comes_to_a_dead_end",
    "test_a_small_network_learns_to_beat_chance",
    "test_a_page_keeps_neither_states_nor_pictures",
    "test_a_long_game_makes_no_huge_page",
    "test_reshuffles_of_playouts",
    "test_cfr_comes_near_an_equilibrium",
}
"""Tests that take long, and whose lines others reach as well."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    groups: defaultdict[tuple[object, ...], list[pytest.Item]] = defaultdict(list)
    kept: set[pytest.Item] = set()
    for item in items:
        assert isinstance(item, pytest.Function)
        given = item.callspec.params if hasattr(item, "callspec") else {}
        if "row" in given:
            kept.add(item)
        elif item.originalname not in SLOW:
            backend = given.get("backend") or getattr(given.get("case"), "backend", None)
            groups[item.path, item.originalname, backend].append(item)
    for group in groups.values():
        kept.update(group[place * len(group) // CASES] for place in range(CASES))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
