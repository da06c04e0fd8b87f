"""The tools that prepare and check the documentation site."""

from __future__ import annotations

from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent.parent / "docs" / "_tools"


@pytest.fixture(autouse=True)
def _tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)


def test_a_wrong_navigation_is_found() -> None:
    from prepare import nav_errors

    assert nav_errors(["a.md", "b.md"], {"a.md", "b.md"}) == []
    assert nav_errors(["a.md", "a.md", "b.md"], {"a.md", "c.md"}) == [
        "b.md is in the navigation but does not exist",
        "c.md is not in the navigation",
        "a.md is in the navigation twice",
    ]


def test_dead_links_of_the_site_are_found(tmp_path: Path) -> None:
    from check_links import errors

    (tmp_path / "a.html").write_text('<p id="x"><a href="#x"></a><a href="b.html#y"></a><img src="p.svg"></p>', "utf-8")
    assert errors(tmp_path) == ["a.html: b.html#y: no such file", "a.html: p.svg: no such file"]
    (tmp_path / "b.html").write_text('<a href="https://example.org/">x</a>', "utf-8")
    (tmp_path / "p.svg").write_text("", "utf-8")
    assert errors(tmp_path) == ["a.html: b.html#y: no such anchor"]
    (tmp_path / "b.html").write_text('<h2 id="y">x</h2>', "utf-8")
    assert errors(tmp_path) == []


def test_a_site_without_pages_is_an_error(tmp_path: Path) -> None:
    from check_links import errors

    assert errors(tmp_path) == [f"{tmp_path}: no pages"]
