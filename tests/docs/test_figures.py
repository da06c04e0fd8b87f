"""A measured figure that several pages state is the same on all of them."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from oxideal._registry import GAMES
from oxideal.bots import ladder

ROOT = Path(__file__).parent.parent.parent
FIGURES: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "_tools" / "figures.py"))


def test_pages_state_the_figures_of_the_file() -> None:
    assert list(FIGURES["problems"]()) == []


def test_a_changed_figure_is_found_on_every_page() -> None:
    marks = 0
    for page in FIGURES["pages"]():
        text = page.read_text("utf-8")
        for mark in FIGURES["MARK"].finditer(text):
            changed = f"{text[: mark.end(2) - 1]}{(int(mark[2][-1]) + 1) % 10}{text[mark.end(2) :]}"
            # A figure in thousands is rounded, so another last digit makes it exact.
            assert FIGURES["written"](changed) not in (changed, "")
            assert mark[2].endswith(",000") or FIGURES["written"](changed) == text
            marks += 1
    assert marks > 25


@pytest.mark.parametrize("game", GAMES)
def test_ladders_on_the_page_are_those_of_the_package(game: str) -> None:
    text = (ROOT / "docs" / "levels.md").read_text("utf-8")
    section = text.partition(f"\n### {GAMES[game].title}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| (\d+) \| (.*?) \| (\d+) \|", section, re.MULTILINE)
    assert rows == [(str(i), level.text, str(level.rating)) for i, level in enumerate(ladder(game), 1)]
