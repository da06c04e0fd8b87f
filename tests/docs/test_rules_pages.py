"""The pages in `docs/rules` name messages by their names in `oxideal.words` and `tests/data/messages.json`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers.messages import MESSAGES, REFUSALS
from oxideal.differential import GAMES

RULES_PAGES = sorted((Path(__file__).parent.parent.parent / "docs" / "rules").glob("*.md"))
ARROW = re.compile(r"→\s+`([\w<>]+)`")
NAME = re.compile(r"`([\w<>]+)`")


def named(text: str) -> set[str]:
    """The names after arrows, and those in the last column of tables whose header ends with `message` or `messages`."""
    names = set(ARROW.findall(text))
    for table in re.findall(r"^\|.*\| messages? \|\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        for row in table.splitlines():
            names.update(NAME.findall(row.split("|")[-2]))
    return {name.replace("<game>", game) for name in names for game in GAMES}


@pytest.mark.parametrize("page", RULES_PAGES, ids=lambda page: page.name)
def test_messages_named_on_rules_pages_exist(page: Path) -> None:
    known = {*MESSAGES, *REFUSALS, "unknown_rule_foursquare"}
    assert sorted(named(page.read_text("utf-8")) - known) == []
