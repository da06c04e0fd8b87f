"""Every example in the README, the docs and the docstrings is run, each page and each docstring by itself."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import oxideal
from oxideal.differential import GAMES

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
MODULES = ["oxideal", *sorted(module.name for module in pkgutil.walk_packages(oxideal.__path__, "oxideal."))]

PARSER = doctest.DocTestParser()


def run(text: str, name: str, names: dict[str, Any]) -> int:
    """Runs the examples of a text, and returns how many there were."""
    test = PARSER.get_doctest(text, names, name, None, None)
    report: list[str] = []
    runner = doctest.DocTestRunner()
    failed = runner.run(test, out=report.append).failed
    assert not failed, "".join(report)
    return len(test.examples)


def docstrings(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The docstrings of a module, of what it exports, and of its classes' members, in Python or in Rust."""
    yield module.__name__, module.__doc__ or ""
    for name in getattr(module, "__all__", []):
        thing = getattr(module, name)
        if isinstance(thing, ModuleType):
            continue
        yield f"{module.__name__}.{name}", inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for member in dir(thing):
                if not member.startswith("_") and not issubclass(thing, BaseException):
                    yield f"{module.__name__}.{name}.{member}", documentation(thing, member)


def documentation(thing: type, member: str) -> str:
    """What a class, or the nearest of its bases that says something, says of a member."""
    said = [inspect.getdoc(vars(each)[member]) for each in thing.__mro__ if member in vars(each)]
    return next((text for text in said if text), "")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path) -> None:
    run(page.read_text(encoding="utf-8"), page.name, {})


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} says nothing of itself"
    for thing, text in docstrings(module):
        run(text, thing, dict(vars(module)))


def test_that_examples_are_found() -> None:
    readme = run((ROOT / "README.md").read_text(encoding="utf-8"), "README.md", {})
    found = {thing for name in MODULES for thing, text in docstrings(importlib.import_module(name)) if ">>>" in text}
    assert readme > 10
    assert {"oxideal", "oxideal.foursquare", "oxideal.random.Stream", "oxideal.reference.foursquare.State"} <= found


def test_public_things_are_documented() -> None:
    """Whatever a user can reach in the games and their common modules says what it is."""
    games = [f"{package}.{game}" for package in ("oxideal", "oxideal.reference") for game in GAMES]
    names = [*games, "oxideal.random", "oxideal.errors"]
    silent = [thing for name in names for thing, text in docstrings(importlib.import_module(name)) if not text]
    assert silent == []
