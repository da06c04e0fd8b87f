"""The layers of the package: allowed imports, and the same files for a game in both engines."""

from __future__ import annotations

import importlib
import re
from functools import cache
from pathlib import Path

import pytest

import oxideal
from helpers.imports import between_children, cycles, imports_of
from oxideal.differential import GAMES

PACKAGE = Path(oxideal.__file__).parent
ROOT = Path(__file__).parent.parent.parent

RUST_GAMES = ROOT / "rust" / "engine" / "src" / "games"
REFERENCE_GAMES = PACKAGE / "reference" / "games"

REQUIRED_FILES = {"rules", "moves", "position", "notation", "knowledge", "observe"}
"""Files of every game in both engines."""

GAME_FILES = REQUIRED_FILES | {"actions", "setup", "render"}
"""Files of a game in both engines or in neither."""


@cache
def imports() -> dict[str, set[str]]:
    """Return the modules of the package that each module imports; read by the first test that asks."""
    return imports_of(PACKAGE)


def modules() -> dict[str, set[str]]:
    """Return the same for the modules and packages at the root."""
    return between_children(imports(), "oxideal")


def inside(name: str, *packages: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in packages)


def test_only_the_comparison_of_engines_imports_the_reference() -> None:
    wrong = {
        name: sorted(found)
        for name, imported in imports().items()
        if name != "oxideal" and not inside(name, "oxideal.reference", "oxideal.differential")
        if (found := {each for each in imported if inside(each, "oxideal.reference")})
    }
    assert wrong == {}


def layers() -> dict[str, int]:
    """Return the layer of each module and package at the root, as the map of ARCHITECTURE.md has it."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    lines = page.partition("\n    python/oxideal/ ")[2].partition("\n    tests/")[0].splitlines()
    found, layer = {}, 0
    for line in lines[1:]:
        if heading := re.fullmatch(r" {6}(\d) \w.*", line):
            layer = int(heading[1])
            continue
        module = re.fullmatch(r" {8}([\w<>]+)(?:\.py|/) +\S.*", line)
        assert module is not None, line
        found.update({f"oxideal.{name}": layer for name in (GAMES if module[1] == "<game>" else [module[1]])})
    return found


def test_map_has_every_module() -> None:
    assert layers().keys() == modules().keys() - {"oxideal.__main__"}


def test_imports_point_to_the_same_layer_or_a_lower_one() -> None:
    layer = layers()
    wrong = {
        name: found
        for name, imported in modules().items()
        if name in layer and (found := sorted(each for each in imported if layer[each] > layer[name]))
    }
    assert wrong == {}


def test_there_are_no_cycles_of_packages() -> None:
    packages = {name.rpartition(".")[0] for name in imports()} - {""}
    assert {package: each for package in packages if (each := cycles(between_children(imports(), package)))} == {}


def test_reference_imports_only_what_both_engines_share() -> None:
    layer = layers()
    allowed = {name for name in layer if layer[name] <= 2} | {"oxideal.match"}
    assert modules()["oxideal.reference"] <= allowed


RUST_SOURCES = sorted((ROOT / "rust" / "python" / "src").rglob("*.rs"))
RUST_IMPORT = re.compile(r'"(oxideal\.[\w.]+)"\)?\??(?:\s*\.getattr\(|,)\s*"(\w+)"')
RUST_IMPORTS = [
    (path.relative_to(ROOT).as_posix(), *names)
    for path in RUST_SOURCES
    for names in RUST_IMPORT.findall(path.read_text(encoding="utf-8"))
]
"""What the extension module imports from Python: a file, a module and a name in it."""


@pytest.mark.parametrize(("path", "module", "name"), RUST_IMPORTS)
def test_extension_module_imports_what_is_there_from_lower_layers(path: str, module: str, name: str) -> None:
    assert hasattr(importlib.import_module(module), name), path
    assert layers()[".".join(module.split(".")[:2])] < layers()["oxideal._native"], path


def test_there_are_no_import_cycles() -> None:
    assert cycles(imports()) == []


@pytest.mark.parametrize("game", GAMES)
def test_game_has_the_same_files_in_both_engines(game: str) -> None:
    rust = {path.stem for path in (RUST_GAMES / game).glob("*.rs")} - {"mod"}
    reference = {path.stem for path in (REFERENCE_GAMES / game).glob("*.py")} - {"__init__"}
    assert rust >= REQUIRED_FILES
    assert rust & GAME_FILES == reference & GAME_FILES
