"""Every example in the README, the docs and the docstrings is run, each page and each docstring by itself; every link
leads somewhere, every path exists, and every command that is shown is one.
"""

from __future__ import annotations

import doctest
import functools
import importlib
import inspect
import pkgutil
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import oxideal
from helpers import effort
from helpers.pages import BLOCK, anchors, prose
from oxideal import differential
from oxideal._registry import GAMES as GAME_INFO
from oxideal.cli.dispatch import parser
from oxideal.cli.start import rules_of
from oxideal.differential import GAMES
from oxideal.differential.run import parser as differential_parser
from oxideal.errors import InvalidRulesError

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted(ROOT.glob("docs/**/*.md"))]
CURRENT = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
LINKED = [*CURRENT, ROOT / "CHANGELOG.md"]
FOUND = sorted(module.name for module in pkgutil.walk_packages(oxideal.__path__, "oxideal."))
MODULES = ["oxideal", *(name for name in FOUND if name != "oxideal._native")]
"""The classes of `oxideal._native` are in the games' modules, where the names in their examples are known."""

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


def each_of(pages: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", pages, ids=lambda page: str(page.relative_to(ROOT)))


RECIPES = [page for page in PAGES if page.parent.name == "how-to" and page.name != "index.md"]


def recipes(page: Path) -> dict[str, str]:
    """The sections of a how-to page that answer a question, by their headings."""
    sections = re.split(r"^## (?=How do I )", page.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {section.partition("\n")[0]: section for section in sections}


SLOW = {"train.md", "write-a-bot.md", "review.md", "arena.md", "openspiel.md"}
"""Pages whose examples take a second: the full tier runs them."""


@each_of([page for page in PAGES if page.name not in SLOW or effort.level])
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where examples write their files
    text = page.read_text(encoding="utf-8")
    for recipe in recipes(page).values() if page in RECIPES else ():  # which run by themselves
        text = text.replace(recipe, "")
    run(text, page.name, {})


@pytest.mark.full
@each_of(RECIPES)
def test_each_recipe_runs_by_itself(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (heading, text) in enumerate(recipes(page).items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        examples = run(text, heading, {})
        assert examples or re.search(r"^    (?:python -m )?oxideal\b", text, re.MULTILINE), heading


def test_the_index_lists_every_recipe() -> None:
    index = ROOT / "docs" / "how-to" / "index.md"
    listed = re.findall(r"^- \[.*\]\((\S+#\S+)\)$", index.read_text("utf-8"), re.MULTILINE)
    headings = [(page, re.sub(r"[^\w\- ]", "", heading)) for page in RECIPES for heading in recipes(page)]
    assert sorted(listed) == sorted(f"{page.name}#{name.lower().replace(' ', '-')}" for page, name in headings)
    assert len(listed) > 80


@pytest.mark.full
@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} says nothing of itself"
    public = {each: getattr(module, each) for each in dir(module)}  # some are imported on first use
    for thing, text in docstrings(module):
        run(text, thing, vars(module) | public | names_of_game(thing))


def names_of_game(thing: str) -> dict[str, Any]:
    """The names in the examples of a game's protocols: those of the game, whose classes have the same docstrings."""
    games = GAME_INFO.values() if thing.startswith("oxideal.interface.") else ()
    return next((vars(game.module()) for game in games if f".{game.class_name}" in thing), {})


def test_that_examples_are_found() -> None:
    readme = run((ROOT / "README.md").read_text(encoding="utf-8"), "README.md", {})
    found = {thing for name in MODULES for thing, text in docstrings(importlib.import_module(name)) if ">>>" in text}
    assert readme > 10
    assert {"oxideal", "oxideal.foursquare", "oxideal.random.Stream", "oxideal.reference.foursquare.State"} <= found


def test_public_things_are_documented() -> None:
    """Whatever a user can reach in the games and their common modules says what it is."""
    games = [f"{package}.{game}" for package in ("oxideal", "oxideal.reference") for game in GAMES]
    names = [*games, "oxideal.match", "oxideal.schemas.observation", "oxideal.random", "oxideal.errors"]
    silent = [thing for name in names for thing, text in docstrings(importlib.import_module(name)) if not text]
    assert silent == []


# Links

LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s]+)\)")


@each_of(LINKED)
def test_links(page: Path) -> None:
    for target in LINK.findall(re.sub(r"`[^`]*`", "", prose(page))):
        if re.match(r"https?:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert file.is_relative_to(ROOT), target
        if anchor and not anchor.startswith("oxideal."):  # those are made when the site is built, which looks at them
            assert anchor in anchors(file), target


def test_that_links_are_found() -> None:
    assert "contract.md" in LINK.findall(prose(ROOT / "docs" / "index.md"))
    assert {"strength", "custom-bots"} <= anchors(ROOT / "docs" / "bots.md")


# Paths

FOLDERS = ("benches", "docs", "examples", "python", "requirements", "rust", "tests", ".ci", ".github")
SOURCE = re.compile(r"[\w.*<>/-]+(?:/|\.(?:json|md|pyi?|rs|sh|toml|yml))")

NOT_KEPT = {
    "fuzz-failures/",
    "oxideal/_baseline/",
    "oxideal/_x86_64_v3/",
    "_manifest.json",
    "my_bot.py",
    "my_adapter.py",
    "my_foursquare.py",
    "perft.json",
}
"""What is built, or written by the reader."""


@functools.cache
def files() -> list[Path]:
    """Everything in the repository's folders, and in its root."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return [path.relative_to(ROOT) for path in (*ROOT.iterdir(), *found) if "__pycache__" not in path.parts]


def paths(page: Path) -> set[str]:
    """The words between backticks that name a file or folder of the repository, but for those of the imaginary game."""
    words = [word for quoted in re.findall(r"`([^`\n]+)`", prose(page)) for word in quoted.split()]
    named = {word for word in words if word.startswith(tuple(f"{each}/" for each in FOLDERS)) or SOURCE.fullmatch(word)}
    return {word for word in named if not word.startswith("/") and not re.search(r"\bnim\b|nim_", word)} - NOT_KEPT


def exists(path: str) -> bool:
    """From the root where it begins with one of its folders, else anywhere; <game> and the like may be anything."""
    pattern = re.sub(r"<\w+>", "*", path.rstrip("/"))
    if path.startswith(tuple(f"{each}/" for each in FOLDERS)):
        return any(ROOT.glob(pattern))
    return any(file.match(pattern) for file in files())


@each_of(CURRENT)
def test_paths(page: Path) -> None:
    assert [path for path in sorted(paths(page)) if not exists(path)] == []


@each_of(CURRENT)
def test_rust_tests_that_are_named_exist(page: Path) -> None:
    for crate, test in re.findall(r"cargo test -p oxideal-(\w+) --test (\w+)", page.read_text(encoding="utf-8")):
        assert exists(f"rust/{crate}/tests/{test}.rs"), test


def test_that_paths_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`svg/nim.py` `make` `a/b-v0` `foo.py` `pytest tests/x -k y`\n\n    `bar.py`\n", "utf-8")
    assert paths(page) == {"foo.py", "tests/x"}
    assert exists("tests/data/<game>/pictures.json")
    assert exists("svg/rummy.py")
    for wrong in ("foo.py", "tests/x", "tests/data/<game>/foo.json", "data/foursquare.json", "oxideal/interface.py"):
        assert not exists(wrong), wrong


# Commands


def commands(page: Path) -> Iterator[str]:
    """The commands that a page shows in its blocks."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in [] if block.startswith("```python") else block.splitlines():
            yield line.strip().removeprefix("$ ")


@each_of([page for page in LINKED if page.name != "command-line.md"])  # which test_cli runs, wrong ones and all
def test_commands(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in commands(page):
        words = re.split(r" (?:\||>|<|&&|2>) ", line)[0].removeprefix("python -m ")
        if words.startswith(("oxideal ", "oxideal.differential ")):
            program, *arguments = shlex.split(words, comments=True)
            parse(program, arguments)
        elif line.startswith("make "):
            assert line.split()[1] in targets, line
        elif line.startswith("python ") and not line.startswith("python -"):
            assert line.split()[1] in scripts(page) or (ROOT / line.split()[1]).exists(), line


def scripts(page: Path) -> dict[str, str]:
    """The files that a page tells its reader to write, by name."""
    titled = re.findall(r'^```python title="(\w+\.py)"\n(.*?)^```$', page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return dict(titled)


@pytest.mark.full
@each_of([page for page in PAGES if any(f"    python {name}\n" in page.read_text("utf-8") for name in scripts(page))])
def test_scripts_run(page: Path, tmp_path: Path) -> None:
    for name, text in scripts(page).items():
        (tmp_path / name).write_text(text, "utf-8")
        found = subprocess.run([sys.executable, name], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr) == (0, "")
        assert found.stdout


def test_that_scripts_are_found() -> None:
    assert list(scripts(ROOT / "docs" / "tutorials" / "write-a-bot.md")) == ["my_bot.py"]


def parse(program: str, arguments: list[str]) -> None:
    """Raises SystemExit for arguments that the program does not take, InvalidRulesError for such rules."""
    whole = parser() if program == "oxideal" else differential_parser()
    if arguments not in (["--version"], ["--help"]):
        options = whole.parse_args(arguments)
        if hasattr(options, "preset") and options.game is not None:
            rules_of(options)


def test_that_commands_are_found() -> None:
    assert "pip install oxideal" in commands(ROOT / "docs" / "index.md")
    assert "oxideal play doudizhu" in commands(ROOT / "docs" / "index.md")
    with pytest.raises(SystemExit):
        parse("oxideal", ["plai", "doudizhu"])
    with pytest.raises(SystemExit):
        parse("oxideal.differential", ["foursquare", "--gmaes", "10"])
    with pytest.raises(InvalidRulesError):
        parse("oxideal", ["arena", "rummy", "rule", "--rules", '{"ace": "high"}'])


def test_the_mistake_of_the_guide_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The guide has a module with a mistake, a command and what that prints."""
    page = ROOT / "docs" / "how-to" / "differential-testing.md"
    name = "my_foursquare.py"
    text = scripts(page)[name]
    shown = re.search(rf"--right {name[:-3]}.*?^```text\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert shown
    (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    first, again = [shlex.split(line)[3:] for line in commands(page) if "--right my_foursquare" in line]
    assert differential.main(first) == 1
    assert re.fullmatch(
        re.escape(shown[1]).replace("…", ".*"), capsys.readouterr().out
    )  # lines that are cut on the page
    assert differential.main(again) == 1
    assert differential.main([*again, "--right", "oxideal.reference.foursquare"]) == 0
    assert capsys.readouterr().out.endswith("no difference any more\n")


# The reference


def test_every_public_module_has_its_page() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md"))
    shown = set(re.findall(r"^::: (oxideal\S*)$", pages, re.MULTILINE))
    modules = {f"oxideal.{name}" for name in oxideal.__all__ if isinstance(getattr(oxideal, name), ModuleType)}
    assert modules - {"oxideal.cli", "oxideal.reference"} <= shown  # which have pages of another kind


REFERENCE = [page for page in PAGES if page.parent.name == "reference" and page.name != "index.md"]


@each_of(REFERENCE)
def test_reference_pages_lead_to_a_guide_and_to_the_docstrings(page: Path) -> None:
    """GitHub shows nothing else of them."""
    text = page.read_text("utf-8")
    guide = re.search(r"^Guide: \[[^\]]+\]\((\S+\.md)[)#]", text, re.MULTILINE)
    assert guide
    assert (page.parent / guide[1]).exists()
    sources = re.findall(r"\]\((\.\./\.\./python/oxideal/\S+)\)", text)
    assert sources
    for source in sources:
        found = page.parent / source
        files = found.glob("*.py") if found.is_dir() else [found]
        assert any('"""' in file.read_text("utf-8") for file in files)


def test_the_page_of_matches_names_all_attributes() -> None:
    named = set(re.findall(r"`(\w+)", (ROOT / "docs" / "matches.md").read_text("utf-8")))
    assert {name for name in dir(oxideal.Match) if not name.startswith("_")} <= named


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_lists_all_that_is_in_it(game: str) -> None:
    """In an order of its own."""
    page = (ROOT / "docs" / "reference" / f"{game}.md").read_text("utf-8")
    listed = re.findall(r"^ +- (\w+)$", page, re.MULTILINE)
    assert sorted(listed) == sorted(importlib.import_module(f"oxideal.{game}").__all__)
