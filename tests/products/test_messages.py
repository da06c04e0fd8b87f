"""Messages are worded once, in `oxideal.words` and `tests/data/messages.json`, and each is used by a test."""

from __future__ import annotations

import json
import re
from pathlib import Path

from helpers.cases import DATA
from helpers.messages import MESSAGES, REFUSALS

TESTS = DATA.parent


def named_in_data() -> set[str]:
    found: set[str] = set()
    for path in DATA.glob("*/*.json"):
        for row in json.loads(path.read_text(encoding="utf-8")):
            found.update(row["message"][:1] if "message" in row else ())
    return found


def named_in_tests() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path != Path(__file__))
    return {name for source in sources for name in re.findall(r'(?:says\(|MESSAGES\[)\s*"(\w+)"', source)}


def test_every_message_is_used_by_a_test() -> None:
    assert named_in_data() | named_in_tests() == MESSAGES.keys() | REFUSALS.keys()


def test_every_message_is_worded_once() -> None:
    refusals = [said.section(key) for said, key in REFUSALS.values()]
    texts = [*MESSAGES.values(), *(re.sub("{.*?}", "{}", text) for text in refusals)]
    assert len({*texts}) == len(texts)
