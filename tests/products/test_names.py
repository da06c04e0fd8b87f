"""`dir()` of a public module shows its public names and nothing else."""

from __future__ import annotations

from importlib import import_module

import pytest

import oxideal
from helpers.public import MODULES


@pytest.mark.parametrize("name", MODULES)
def test_dir_shows_only_public_names(name: str) -> None:
    module = import_module(name)
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, each) for each in module.__all__)


def test_dir_of_the_package_shows_only_public_names() -> None:
    assert dir(oxideal) == sorted({*oxideal.__all__, "dataset", "envs", "openspiel"})
    assert [name for name in dir(oxideal) if name.startswith("_")] == ["__version__"]
    assert all(hasattr(oxideal, name) for name in dir(oxideal))


def test_every_public_module_is_tested() -> None:
    assert {"oxideal.doudizhu", "oxideal.interface", "oxideal.arena", "oxideal.openspiel"} <= set(MODULES)
