"""`dir()` of a public module shows its public names and nothing else."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import oxideal
from oxideal.differential import GAMES

ROOT = Path(__file__).parent.parent.parent
PAGES = "".join(page.read_text("utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md")))
NAMED = {*re.findall(r"^::: (oxideal\.\w+)$", PAGES, re.MULTILINE), "oxideal.cli"}
MODULES = sorted(name for name in NAMED if find_spec(name) is not None)


@pytest.mark.parametrize("name", [*MODULES, *(f"oxideal.reference.{game}" for game in GAMES)])
def test_dir_shows_only_public_names(name: str) -> None:
    module = import_module(name)
    assert dir(module) == sorted(module.__all__)


def test_dir_of_the_package_shows_only_public_names() -> None:
    assert dir(oxideal) == sorted({*oxideal.__all__, "dataset", "envs", "openspiel"})
    assert [name for name in dir(oxideal) if name.startswith("_")] == ["__version__"]
    assert all(hasattr(oxideal, name) for name in dir(oxideal))


def test_every_public_module_is_tested() -> None:
    assert {"oxideal.doudizhu", "oxideal.interface", "oxideal.arena", "oxideal.openspiel"} <= set(MODULES)
