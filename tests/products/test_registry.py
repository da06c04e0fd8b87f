"""The registry of games; `dir()` of public modules; the programs in `tests/types`, which `make check` gives to mypy."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import oxideal
from helpers.cases import BACKENDS, module_of
from helpers.public import MODULES
from helpers.refusal import refuses
from oxideal._registry import GAMES
from oxideal.errors import InvalidRulesError


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("game", GAMES)
def test_presets_are_those_of_the_rules(game: str, backend: str) -> None:
    rules: Any = module_of(game, backend).Rules
    assert hasattr(rules, "preset") == bool(GAMES[game].presets)
    if GAMES[game].presets:
        known = ", ".join(f'"{name}"' for name in GAMES[game].presets)
        refuses(InvalidRulesError, f'unknown preset "chess"; expected one of {known}', rules.preset, "chess")


@pytest.mark.parametrize("name", MODULES)
def test_dir_shows_only_public_names(name: str) -> None:
    module = import_module(name)
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, each) for each in module.__all__)


def test_dir_of_the_package_shows_only_public_names() -> None:
    assert dir(oxideal) == sorted({*oxideal.__all__, "dataset", "envs", "openspiel"})
    assert [name for name in dir(oxideal) if name.startswith("_")] == ["__version__"]
    assert all(hasattr(oxideal, name) for name in dir(oxideal))


PROGRAMS = sorted((Path(__file__).parents[1] / "types").glob("*.py"))


@pytest.mark.full
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_typed_program_runs(program: Path) -> None:
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
