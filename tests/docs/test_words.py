"""The search for phrases that we do not use finds them, and leaves good sentences alone."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

WORDS: dict[str, Any] = runpy.run_path(str(Path(__file__).parent.parent.parent / "docs" / "_tools" / "words.py"))


@pytest.mark.parametrize(
    ("pattern", "instead", "example"), WORDS["PHRASES"], ids=[each[2] for each in WORDS["PHRASES"]]
)
def test_each_phrase_is_found(pattern: str, instead: str, example: str) -> None:
    assert pattern
    assert [(line, advice) for line, _, advice in WORDS["found"](f"A first line.\n{example}")] == [(2, instead)]


def test_a_phrase_is_found_across_lines() -> None:
    assert WORDS["found"]("Beat that\nwhich") == [(1, "that which", "what")]


@pytest.mark.parametrize(
    "text",
    [
        "There is no auction.",
        "It is no longer possible.",
        "The leader must play.",
        "Which is not a seat.",
        "It is new.",
    ],
)
def test_good_sentences_pass(text: str) -> None:
    assert WORDS["found"](text) == []
