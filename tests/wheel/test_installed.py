"""An installed wheel or sdist, in an environment with nothing else of use."""

from __future__ import annotations

import importlib
import importlib.metadata
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from given import FILE, IS_WHEEL, SOURCES, VERSION

import oxideal
from oxideal import record, svg
from oxideal.foursquare import Rules, State

HERE = Path(sys.prefix).resolve()


def test_package_is_imported_from_this_environment() -> None:
    assert HERE in Path(oxideal.__file__).resolve().parents
    assert Path(sys.base_prefix).resolve() != HERE


def test_version() -> None:
    assert oxideal.__version__ == importlib.metadata.version("oxideal") == oxideal.build_info().version == VERSION


def test_build() -> None:
    both = IS_WHEEL and "linux" in FILE.name and "x86_64" in FILE.name
    info = oxideal.build_info()
    assert info.available == (("baseline", "x86-64-v3") if both else ("baseline",))
    assert info.profile == "release"


def test_all_files_are_installed() -> None:
    package = Path(oxideal.__file__).parent
    missing = [name for name in SOURCES if not (package.parent / name).is_file()]
    assert missing == []
    for name in ("py.typed", "_native.pyi", "record/schema.json"):
        assert (package / name).is_file()  # type checkers and readers find these
    assert files("oxideal").joinpath("record/schema.json").is_file()


def test_every_module_imports_or_names_its_extra() -> None:
    """All modules, not only those that the tests use. A missing extra is named."""
    refused = {}
    for name in sorted(SOURCES):
        module = name.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        if name.endswith(".py") and not module.endswith("__main__"):
            try:
                importlib.import_module(module)
            except ImportError as error:
                refused[module] = str(error)
    extras = {"dataset": "data", "envs": "envs", "openspiel": "openspiel", "serve": "serve"}
    assert {module.split(".")[1] for module in refused} == extras.keys()
    for module, message in refused.items():
        assert f"oxideal[{extras[module.split('.')[1]]}]" in message


def test_records_and_pictures_work_without_extras() -> None:
    state = State(Rules(), seed=7)
    assert svg.draw(state).startswith("<svg")
    assert "properties" in record.schema() or "oneOf" in record.schema()


@pytest.mark.parametrize("start", [["oxideal"], ["python", "-m", "oxideal"]], ids=" ".join)
def test_command(start: list[str]) -> None:
    program = Path(sys.executable).parent / start[0]
    done = subprocess.run([program, *start[1:], "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "usage: oxideal" in done.stdout


def test_paths_stay_inside_the_environment() -> None:
    assert not [path for path in sys.path if path and not _inside(Path(path))]


def _inside(path: Path) -> bool:
    """Whether a path is in this environment, in Python itself, or in the folder of these tests."""
    roots = (HERE, Path(sys.base_prefix).resolve(), Path(__file__).resolve().parent.parent)
    return any(root == path.resolve() or root in path.resolve().parents for root in roots)
