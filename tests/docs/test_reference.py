"""The pages of the API reference, docstrings and figures."""

from __future__ import annotations

import inspect
import pydoc
import re
import runpy
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import oxideal
from helpers.cases import module_of
from helpers.stub import Class, classes, documented, with_declaration
from oxideal import _native
from oxideal._registry import GAMES
from oxideal.bots import ladder
from oxideal.reference import random

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


CLASSES = {f"{each.game}{each.name}": each for each in classes()}
GAME_OF = {game.class_name: game.name for game in GAMES.values()}


def reference(each: Class) -> Any:
    return getattr(module_of(GAME_OF[each.game], "reference") if each.game else random, each.name)


@pytest.mark.parametrize("name", CLASSES)
def test_compiled_module_has_the_docstrings_of_the_protocols(name: str) -> None:
    """A wrong name in `docstring!` compiles."""
    each, native = CLASSES[name], getattr(_native, name)
    assert inspect.getdoc(native) == with_declaration(each.documentation, each.declaration)
    for member, home in each.members().items():
        text = inspect.getdoc(vars(home)[member]) if member in each.in_python else documented(home, member)
        assert inspect.getdoc(getattr(native, member)) == text, member


@pytest.mark.parametrize("name", CLASSES)
def test_reference_has_the_docstrings_of_the_protocols(name: str) -> None:
    """As `help` finds them."""
    each = CLASSES[name]
    assert inspect.cleandoc(reference(each).__doc__) == each.documentation
    for member, home in each.members().items():
        assert pydoc.getdoc(getattr(reference(each), member)) == inspect.getdoc(vars(home)[member]), member


ROOT = Path(__file__).parent.parent.parent
FIGURES: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "_tools" / "figures.py"))


def test_pages_state_the_figures_of_the_file() -> None:
    assert list(FIGURES["problems"]()) == []


@pytest.mark.parametrize("game", GAMES)
def test_ladders_on_the_page_are_those_of_the_package(game: str) -> None:
    text = (ROOT / "docs" / "levels.md").read_text("utf-8")
    section = text.partition(f"\n### {GAMES[game].title}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| (\d+) \| (.*?) \| (\d+) \|", section, re.MULTILINE)
    assert rows == [(str(i), level.text, str(level.rating)) for i, level in enumerate(ladder(game), 1)]
