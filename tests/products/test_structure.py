"""The layers of the package: what may import what, and that both engines have the same files for a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import oxideal
from helpers.imports import circles, imports_of, sources_of, texts_of
from oxideal.differential import GAMES

PACKAGE = Path(oxideal.__file__).parent
ROOT = Path(__file__).parent.parent.parent
IMPORTS = imports_of(PACKAGE)

RUST_GAMES = ROOT / "rust" / "engine" / "src" / "games"
REFERENCE_GAMES = PACKAGE / "reference" / "games"

GAME_FILES = {"rules", "moves", "position", "setup", "notation", "knowledge", "observe", "render"}
"""What every game has on both sides, beside what only one of them needs."""


def inside(name: str, *packages: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in packages)


def test_only_the_comparison_of_engines_imports_the_reference() -> None:
    wrong = {
        name: sorted(found)
        for name, imported in IMPORTS.items()
        if name != "oxideal" and not inside(name, "oxideal.reference", "oxideal.differential")
        if (found := {each for each in imported if inside(each, "oxideal.reference")})
    }
    assert wrong == {}


def test_only_the_registry_names_the_reference() -> None:
    allowed = ("oxideal.reference", "oxideal.differential", "oxideal._registry")
    naming = [
        name
        for name, path in sources_of(PACKAGE).items()
        if not inside(name, *allowed) and any(text.startswith("oxideal.reference") for text in texts_of(path))
    ]
    assert naming == []


def test_the_reference_imports_nothing_of_the_product() -> None:
    allowed = (
        *("oxideal.reference", "oxideal._input", "oxideal.interface", "oxideal.errors"),
        *("oxideal.match", "oxideal.observation", "oxideal.svg"),  # written once, over the contract
    )
    wrong = {
        name: sorted(found)
        for name, imported in IMPORTS.items()
        if inside(name, "oxideal.reference")
        if (found := {each for each in imported if not inside(each, *allowed)})
    }
    assert wrong == {}


def test_checks_of_input_import_errors_alone() -> None:
    checks = {name: imported for name, imported in IMPORTS.items() if inside(name, "oxideal._input")}
    assert checks
    imported = {each for names in checks.values() for each in names if not inside(each, "oxideal._input")}
    assert imported <= {"oxideal.errors"}


def test_no_modules_import_each_other() -> None:
    assert circles(IMPORTS) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_same_files_in_both_engines(game: str) -> None:
    rust = {path.stem for path in (RUST_GAMES / game).glob("*.rs")} - {"mod"}
    reference = {path.stem for path in (REFERENCE_GAMES / game).glob("*.py")} - {"__init__"}
    assert rust >= GAME_FILES
    assert reference >= GAME_FILES


def test_tests_of_the_contract_name_no_game() -> None:
    """They take the games from the registry. What is of one game is in `tests/games/`, or is data."""
    named = re.compile("|".join(game.replace("_", "[_ ]?") for game in GAMES), re.IGNORECASE)
    tests = sorted((ROOT / "tests" / "contract").glob("*.py"))
    assert tests
    wrong = {path.name: found for path in tests if (found := named.findall(path.read_text(encoding="utf-8")))}
    assert wrong == {}


def test_a_circle_is_found(tmp_path: Path) -> None:
    """Also one through a function, and one through the package itself; imports for types alone make none."""
    sources = {
        "__init__": "from pack.a import x",
        "a": "from . import b",
        "b": "def f():\n    import pack.c",
        "c": "from pack.a import y",
        "d": "from typing import TYPE_CHECKING\nfrom pack import a, z\nif TYPE_CHECKING:\n    from pack import b",
    }
    for name, source in sources.items():
        (tmp_path / "pack").mkdir(exist_ok=True)
        (tmp_path / "pack" / f"{name}.py").write_text(source, encoding="utf-8")
    found = imports_of(tmp_path / "pack")
    assert found["pack.d"] == {"pack", "pack.a"}
    assert circles(found) == [["pack.a", "pack.b", "pack.c"]]
    (tmp_path / "pack" / "b.py").write_text("from pack import x", encoding="utf-8")
    assert circles(imports_of(tmp_path / "pack")) == [["pack", "pack.a", "pack.b"]]
