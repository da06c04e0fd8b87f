"""The README in both languages: same code, same structure, links that work on PyPI."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from helpers.pages import anchors
from oxideal.cli.dispatch import parser
from oxideal.mcp.tools import RULES_PAGE

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
CHINESE = ROOT / "README.zh-CN.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]
OTHER_SITES = (
    "https://img.shields.io/",
    "https://pypi.org/",
    "https://pettingzoo.farama.org",
    "https://github.com/",
    "https://rustup.rs",
)

CODE = re.compile(r"^```.*?^```$|^ {4}\S[^\n]*$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"(?<= )# .*$", re.MULTILINE)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
DEFINITION = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)
USE = re.compile(r"\]\[([\w-]+)\]|(?<!\])\[([A-Z]\w+)\](?![:\[(])")
both = pytest.mark.parametrize("page", [README, CHINESE], ids=lambda page: page.name)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_both_languages_have_the_same_code() -> None:
    """Comments are translated: each line with one has one in the other language too."""
    english, chinese = ([COMMENT.sub("#", code) for code in CODE.findall(text_of(page))] for page in (README, CHINESE))
    assert len(english) > 3
    assert english == chinese


def test_both_languages_have_the_same_sections_and_links() -> None:
    """The links of each section, in any order: sentences are built differently."""
    english, chinese = (re.split(r"^## .*$", text_of(page), flags=re.MULTILINE) for page in (README, CHINESE))
    assert HEADING.findall(text_of(README)) == HEADING.findall(text_of(CHINESE))
    used = [[sorted(USE.findall(CODE.sub("", section))) for section in page[1:]] for page in (english, chinese)]
    own = [[link for link in links if not link[0].startswith("zh-")] for links in used[1]]  # pages in Chinese only
    assert used[0] == own


def test_both_languages_have_the_same_definitions() -> None:
    english, chinese = (dict(DEFINITION.findall(text_of(page))) for page in (README, CHINESE))
    assert english.pop("zh").endswith("/README.zh-CN.md")
    assert chinese.pop("en").endswith("/README.md")
    assert english.items() <= chinese.items()
    assert {name[:3] for name in chinese.keys() - english.keys()} == {"zh-"}


@both
def test_links_are_absolute_and_lead_to_files(page: Path) -> None:
    assert not re.search(r"\]\((?!http)", CODE.sub("", text_of(page)))
    targets = [url for _, url in DEFINITION.findall(text_of(page))]
    targets += re.findall(r'<img [^>]*src="([^"]+)"', text_of(page), re.DOTALL)
    for url in targets:
        if not url.startswith(REPOSITORY):
            assert url.startswith(OTHER_SITES), url
            continue
        path, _, anchor = re.sub(r"^/(?:blob|raw)/main/", "", url.removeprefix(REPOSITORY)).partition("#")
        assert (ROOT / path).is_file(), url
        assert not anchor or anchor in anchors(ROOT / path), url


def test_addresses_of_the_project_begin_with_the_repository() -> None:
    assert all(url.startswith(REPOSITORY) for url in PROJECT["urls"].values())
    assert f"{REPOSITORY};" in parser().format_help()
    assert RULES_PAGE.startswith(f"{REPOSITORY}/")
    for url in list(PROJECT["urls"].values())[1:]:
        assert (ROOT / url.removeprefix(f"{REPOSITORY}/blob/main/")).is_file(), url


def test_the_list_for_language_models_leads_to_files() -> None:
    targets = re.findall(r"\]\((\S+)\)", text_of(ROOT / "docs" / "llms.txt"))
    assert targets
    assert [url for url in targets if not (ROOT / url.removeprefix(f"{REPOSITORY}/raw/main/")).is_file()] == []
