"""Test effort: `pytest --effort quick`, `full`, or a number, which is a multiple of `full`.

Quick, the default, runs nearly every test, but most of them with one rules object per game and
engine, which varies from test to test. Full uses all rules with the Rust engine and half of them
with the slow reference; a number from 2 uses all with both, and repeats random tests that often.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING
from zlib import crc32

from helpers.cases import Case

if TYPE_CHECKING:
    import pytest

TIERS = {"quick": 0, "full": 1}

RULES = ("fields", "options", "rules")
"""Parameters that hold rules objects, as do all cases."""

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


def selected(items: Iterable[pytest.Function]) -> list[pytest.Function]:
    """Select the tests of a tier. Quick keeps one rules object per game and engine, except for
    tests marked `all_rules`, and leaves out tests marked `full`, which are slow and check what
    others check as well.
    """
    groups: defaultdict[tuple[object, ...], list[pytest.Function]] = defaultdict(list)
    for item in items:
        given: dict[str, object] = item.callspec.params if hasattr(item, "callspec") else {}
        if not level and item.get_closest_marker("full"):
            continue
        slow = any(isinstance(value, Case) and value.backend == "reference" for value in given.values())
        if level == 1 and slow and not item.get_closest_marker("all_rules") and crc32(item.nodeid.encode()) % 2:
            continue
        rules = {name: value for name, value in given.items() if name in RULES or isinstance(value, Case)}
        if level or not rules or item.get_closest_marker("all_rules"):
            groups[(item.nodeid,)].append(item)
            continue
        which = [(each.game, each.backend) for each in rules.values() if isinstance(each, Case)]
        others = [(name, _key(value)) for name, value in given.items() if name not in rules]
        groups[item.path, item.originalname, *which, *others].append(item)
    return [group[crc32(str(key[1:2]).encode()) % len(group)] for key, group in groups.items()]


def _key(value: object) -> object:
    return value if isinstance(value, str | int) else id(value)
