"""Test effort: `pytest --effort quick`, `full`, or a number, which is a multiple of `full`.

Quick, the default, runs nearly every test, but most of them with one rules object per game, on one of
the engines, and tests of products with half of the games. Which ones varies from test to test. Full
uses all games, all rules with the Rust engine and half of them with the slow reference; a number from
2 uses all rules with both, and repeats random tests that often.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest

from helpers.cases import Case

TIERS = {"quick": 0, "full": 1}

RULES = ("fields", "options", "rules")
"""Parameters that hold rules objects, as do all cases."""

LARGE_HAND = 50
"""The quick tier leaves out rules with hands of this size: their rounds take ten times as long."""

level = 0
"""Set by conftest.py before any test is imported."""


def level_of(text: str) -> int:
    """Return the number for a tier's name or a positive number; raise ValueError otherwise."""
    if text not in TIERS and not text.isdecimal():
        raise ValueError(text)
    return TIERS[text] if text in TIERS else max(int(text), 1)


def times(full: int, quick: int = 1) -> int:
    """Return the number of repetitions for something that the full tier does `full` times."""
    return full * level if level else quick


def some_in_quick(values: Iterable[Any]) -> list[Any]:
    """Return parameters of which the quick tier uses every third."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [
        pytest.param(*row, marks=() if number % 3 == 0 or level else pytest.mark.full)
        for number, row in enumerate(rows)
    ]


def selected(items: Iterable[pytest.Function]) -> list[pytest.Function]:
    """Select the tests of a tier.

    Quick keeps a part of the tests that differ only in the game, the engine or the rules, except for
    tests marked `all_rules`. It leaves out tests marked `full`, which are slow and check what others
    check as well, and rules with very large hands.
    """
    chosen: list[pytest.Function] = []
    alike: defaultdict[tuple[object, ...], list[pytest.Function]] = defaultdict(list)
    for item in items:
        given = _given(item)
        if not level and item.get_closest_marker("full"):
            continue
        slow = any(isinstance(value, Case) and value.backend == "reference" for value in given.values())
        if level == 1 and slow and not item.get_closest_marker("all_rules") and crc32(item.nodeid.encode()) % 2:
            continue
        if level or item.get_closest_marker("all_rules"):
            chosen.append(item)
            continue
        which = [each.game for each in given.values() if isinstance(each, Case)]
        others = [
            (name, _key(value)) for name, value in given.items() if name not in RULES and not isinstance(value, Case)
        ]
        alike[item.path, item.originalname, *which, *others].append(item)
    games: defaultdict[tuple[object, ...], list[pytest.Function]] = defaultdict(list)
    for group in alike.values():
        group = [item for item in group if not _is_large(item)] or group
        one = group[_number(group) % len(group)]
        of_products = "products" in one.path.parts
        others = [(name, _key(value)) for name, value in _given(one).items() if name != "game" or not of_products]
        games[one.path, one.originalname, *others].append(one)
    for group in games.values():
        chosen += group[_number(group) % 2 :: 2] if len(group) > 1 else group
    return chosen


def _given(item: pytest.Function) -> dict[str, object]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def _is_large(item: pytest.Function) -> bool:
    cases = [value for value in _given(item).values() if isinstance(value, Case)]
    return any((case.fields.get("hand_size") or 0) >= LARGE_HAND for case in cases)


def _number(group: list[pytest.Function]) -> int:
    """Return a number that depends on the name of a test only."""
    return crc32(str(group[0].originalname).encode())


def _key(value: object) -> object:
    return value if isinstance(value, str | int) else id(value)
