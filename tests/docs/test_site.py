"""The tools that prepare and check the documentation site."""

from __future__ import annotations

from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent.parent / "docs" / "_tools"


@pytest.fixture(autouse=True)
def _tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)


def test_pages_are_changed_for_the_site() -> None:
    from prepare import root_page, site_page

    assert site_page("[a](../python/x.py) [b](../CONTRIBUTING.md#words)\n", 0) == "a [b](contributing.md#words)\n"
    assert site_page("[b](../../ARCHITECTURE.md)\n", 1) == "[b](../architecture.md)\n"
    assert site_page("```python\n>>> 1  # doctest: +SKIP\n```\n", 0) == "```pycon\n>>> 1\n```\n"
    picture = '<picture>\n  <source media="(dark)" srcset="d.svg">\n  <img alt="x" src="l.svg">\n</picture>'
    assert site_page(picture, 0) == '<img alt="x" src="l.svg#only-light"><img alt="x" src="d.svg#only-dark">'
    assert (
        site_page("![x](../images/rummy.svg)\n", 1)
        == "![x](../images/rummy.svg#only-light)![x](../images/rummy-dark.svg#only-dark)\n"
    )
    assert (
        root_page("[a](docs/bots.md) [b](CHANGELOG.md) [c](rust/x.rs)")
        == "[a](bots.md) [b](changelog.md) [c](../rust/x.rs)"
    )


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
