"""The pages of the API reference; `make check` compares them with the docstrings."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import oxideal
from helpers.pages import prose

PAGES = Path(__file__).parent.parent.parent / "docs" / "reference"
ROW = re.compile(r"^\| \[`(oxideal[\w.]*)`\]\((\w+\.md)\)", re.MULTILINE)
LISTED = dict(ROW.findall((PAGES / "index.md").read_text("utf-8")))

OF_ANOTHER_KIND = {"oxideal.cli", "oxideal.reference"}
"""The command line, and the second engine, which has the same names."""


def members(thing: object) -> set[str]:
    """The public members of a class that its own source, or that of a base of this package, defines."""
    if not inspect.isclass(thing) or issubclass(thing, BaseException):
        return set()
    ours = [base for base in thing.__mro__ if base.__module__.startswith("oxideal")]
    found = {member for base in ours for member in (*vars(base), *vars(base).get("__annotations__", ()))}
    return {member for member in found if not member.startswith("_")}


def test_every_public_module_has_a_page() -> None:
    modules = {each.__name__ for name in oxideal.__all__ if isinstance(each := getattr(oxideal, name), ModuleType)}
    assert modules - OF_ANOTHER_KIND <= LISTED.keys()
    assert {path.name for path in PAGES.glob("*.md")} == {"index.md", *LISTED.values()}


@pytest.mark.parametrize("name", LISTED)
def test_page_has_every_public_name_of_its_module(name: str) -> None:
    """As imported, where the pages are made from the sources without importing them."""
    text = (PAGES / LISTED[name]).read_text("utf-8")
    module = import_module(name)
    for each in module.__all__:
        thing = getattr(module, each)
        if isinstance(thing, ModuleType) or each == "__version__":
            continue
        place = re.search(rf"^\| \[`{each}(?:\(\))?`\]\(([\w.]*)(?:#[\w-]+)?\) \|", text, re.MULTILINE)
        assert place, each
        for section in re.findall(rf"^## class `{each}`$.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
            for member in members(thing):
                described = rf"^### `{each}\.{member}`$|</a>`{member}\b|\[`{member}(?:\(\))?`\]"
                assert re.search(described, section, re.MULTILINE), f"{each}.{member}"


@pytest.mark.parametrize("page", LISTED.values())
def test_anchors_of_a_page_are_unique(page: str) -> None:
    """GitHub and the site number equal ones in different ways."""
    text = prose(PAGES / page)
    found = [re.sub(r"[^\w -]", "", each.lower()) for each in re.findall(r"^#+ +(.*)$", text, re.MULTILINE)]
    found += re.findall(r'<a id="([^"]*)">', text)
    assert len(found) == len(set(found))
