"""A user's own bots by name: `mybots.py:Plays(depth=3)`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oxideal import foursquare, rummy
from oxideal.arena import Entry, arena
from oxideal.bots import bot
from oxideal.cli import main
from oxideal.errors import InvalidArgumentError

SOURCE = """
import random


class Plays:
    def __init__(self, depth=1, *, seed=None):
        if depth > 5:
            raise ValueError("too deep")
        self.depth, self.random = depth, random.Random(seed)
        self.seed = seed

    def choose(self, view, limit=None):
        return self.random.choice(view.legal_moves())


class Other:
    def choose(self, view, limit=None):
        return view.legal_actions()[0]


class OneArgument:
    def choose(self, view):
        return view.legal_actions()[0]


ready = Plays(3)
called = []


def choose_something(*arguments):
    called.append(arguments)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module of bots. What is imported or added to the path is undone afterwards."""
    for name in ("mybots", "inspect"):
        (tmp_path / f"{name}.py").write_text(SOURCE if name == "mybots" else "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mybots", raising=False)
    monkeypatch.setattr(sys, "modules", sys.modules)
    return tmp_path


@pytest.mark.parametrize("text", ["mybots:Plays", "mybots.py:Plays", "./mybots.py:Plays", "{folder}/mybots.py:Plays"])
def test_bot_is_imported_from_a_module_or_a_file(text: str, folder: Path) -> None:
    made: Any = bot(text.format(folder=folder), seed=7)
    assert (type(made).__name__, made.depth, made.seed) == ("Plays", 1, 7)
    state = foursquare.State(seed=7)
    assert state.is_legal(made.choose(state.view(0)))


def test_arguments_are_literals() -> None:
    made: Any = bot("mybots:Plays(depth=3)", seed=7)
    assert (made.depth, made.seed) == (3, 7)
    made = bot("mybots:Plays(2, seed=5)", seed=7)
    assert (made.depth, made.seed) == (2, 5)
    assert bot("mybots:Plays").seed is None  # type: ignore[attr-defined]
    for arguments in ("(depth=open)", "(**{'depth': 3})", "(1 +)", "(" * 450 + ")" * 450):
        with pytest.raises(InvalidArgumentError, match=r"invalid arguments in the bot .*; expected Python literals"):
            bot(f"mybots:Plays{arguments}")


def test_object_is_taken_as_it_is() -> None:
    made = bot("mybots:ready", seed=7)
    assert made is sys.modules["mybots"].ready
    with pytest.raises(InvalidArgumentError, match=r'"mybots:ready\(3\)" must not have arguments: ready is an object'):
        bot("mybots:ready(3)")


def test_only_bots_are_called() -> None:
    for text in ("mybots:choose_something", "mybots:choose_something(1)", "os:system('true')"):
        words = "is a function" if "something" in text else "is not a bot: expected a class or an object with a method"
        with pytest.raises(InvalidArgumentError, match=words):
            bot(text)
    assert sys.modules["mybots"].called == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nowhere:Plays", 'no module "nowhere", neither installed nor in the current folder'),
        ("nowhere.py:Plays", 'no file "nowhere.py"'),
        ("mybots:Play", '"mybots" has no "Play" (did you mean Plays?)'),
        ("mybots:Xyz", '"mybots" has no "Xyz"; bots in it: OneArgument, Other, Plays'),
        ("mybots:Plays(9)", 'cannot make the bot "mybots:Plays(9)": ValueError: too deep (mybots.py, line 8)'),
        ("mybots:Plays(deepth=3)", "unexpected keyword argument 'deepth'"),
        ("inspect.py:Plays", 'another module is called "inspect"; rename the file'),
        ("broken:Plays", "NameError: name 'y' is not defined (broken.py, line 2)"),
        ("missing:Plays", "ModuleNotFoundError: No module named 'nowhere' (missing.py, line 1)"),
        ("leaves:Plays", "SystemExit: 3 (leaves.py, line 1)"),
        ("mybots:OneArgument", 'choose of "mybots:OneArgument" must accept two arguments: choose(view, limit=None)'),
        ("mybots.py", 'unknown bot "mybots.py": name the class: mybots.py:OneArgument; bots in it: OneArgument, Other'),
        ("mybots", 'unknown bot "mybots": name the class: mybots:OneArgument; bots in it: OneArgument, Other'),
        ("mybots.Other", 'unknown bot "mybots.Other": the class follows a colon: mybots:Other'),
        ("mybots.py:Plays:3", "arguments go into parentheses: mybots.py:Plays(...)"),
        ("mybots.py:Plays(depth=3", 'missing ")"'),
        ("mybots:choose_something", '"mybots:choose_something" is a function; make it the method choose(self, view'),
    ],
)
def test_bot_that_cannot_be_imported_is_explained(
    text: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("x = 1\nx = y\n")
    (folder / "missing.py").write_text("import nowhere\n")
    (folder / "leaves.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(InvalidArgumentError) as caught:
        bot(text)
    assert message in str(caught.value)
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "foursquare", text, "-n", "1"])
    assert capsys.readouterr().err == f"oxideal arena: {caught.value}\nfor help: oxideal arena --help\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_arena_takes_own_bots_by_name(jobs: int) -> None:
    bots: list[str | Entry] = ["mybots.py:Plays(depth=2)", "mybots:Other", Entry("mybots:Plays", name="mine"), "rule"]
    rules = rummy.Rules(players=4)
    result = arena("rummy", bots, games=1, seed=7, rules=rules, jobs=jobs)
    assert [row.name for row in result.rows] == ["Plays(depth=2)", "Other", "mine", "rule"]
    assert [row.forfeits for row in result.rows] == [{}, {}, {}, {}]
    again = arena("rummy", bots, games=1, seed=7, rules=rules)
    # The bots got their seeds; with more deals, each process would have its own random numbers.
    one, other = ([(row.payment, row.decisions) for row in each.rows] for each in (result, again))
    assert one == other


def test_program_finds_bots_in_the_current_folder(folder: Path) -> None:
    command = [sys.executable, "-P", "-m", "oxideal", "arena", "foursquare", "mybots:Plays", "rule", "-n", "2"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "\nPlays " in done.stdout


@pytest.mark.full
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("oxideal aren", ["arena "]),
        ("oxideal arena dou", ["doudizhu "]),
        ("oxideal arena doudizhu r", ["random", "rule"]),
        ("oxideal arena doudizhu rule my", ["mybots.py:"]),
        ("oxideal arena doudizhu rule sub/in", ["sub/inner.py:"]),
        ("oxideal arena doudizhu rule mybots.py:", ["mybots.py:OneArgument", "mybots.py:Other", "mybots.py:Plays"]),
        ("oxideal arena --jo", ["--jobs "]),
        ("oxideal arena doudizhu rule --preset ", ["douzero", "huanle", "openspiel", "rlcard"]),
        ("oxideal playouts doudizhu --preset d", ["douzero "]),
        ("oxideal arena rummy rule --preset ", [""]),
    ],
)
def test_shells_complete_names(line: str, words: list[str], folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "inner.py").touch()
    out = folder / "completions"
    variables = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(out)}
    variables |= {"COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9", "_ARGCOMPLETE_SUPPRESS_SPACE": "0"}
    subprocess.run([sys.executable, "-P", "-m", "oxideal"], cwd=folder, env=os.environ | variables, timeout=60)
    assert sorted(out.read_text().split("\n")) == sorted(words)
