"""Engines of four functions, and programs, compared with this package's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.effort import times
from oxideal.differential import GAMES, AdaptedPair, Difference, backends, main, program
from oxideal.errors import InvalidArgumentError

ROOT = Path(__file__).parent.parent.parent
PLAIN = {"diagonal": False}


def adapter(game: str = "foursquare", **changed: Any) -> Any:
    """Return an adapter to the reference, with some functions changed."""
    reference: Any = import_module(f"oxideal.reference.{game}")
    functions = {
        "deal": reference.State.from_dict,
        "legal": lambda state: [str(move) for move in state.legal_moves()],
        "play": lambda state, move: state.push(str(move)),
        "result": lambda state: state.payoffs,
        "turn": lambda state: state.current_player,
        "text": lambda state: state.to_text(),
        "view": lambda state, seat: state.view(seat).to_text(),
    }
    return SimpleNamespace(**{**functions, **changed})


def pair(right: Any, game: str = "foursquare") -> AdaptedPair:
    return AdaptedPair(game, import_module(f"oxideal.{game}"), right)


def found_in(right: Any, games: int = 40) -> Difference:
    """Return the first difference, shrunk."""
    both = pair(right)
    for stream in range(games):
        found = both.play(PLAIN, 1, stream)
        if found is not None:
            shrunk = both.shrink(found)
            assert both.replay(shrunk) == shrunk
            assert len(shrunk.actions) <= len(found.actions)
            return shrunk
    raise AssertionError("no difference")


@pytest.mark.parametrize("game", GAMES)
def test_equal_engines_do_not_differ(game: str) -> None:
    both = pair(adapter(game), game)
    for stream in range(times(40, quick=6)):
        assert both.play(GAMES[game][stream % len(GAMES[game])], 3, stream) is None
    assert both.positions > 60


def without_full_piles(state: Any) -> list[str]:
    """A mistake: a pile takes three cards, not four (FS-04)."""
    full = {f"{row},{column}" for (row, column), cards in state.piles.items() if len(cards) == 3}
    return [str(move) for move in state.legal_moves() if str(move) not in full]


def test_wrong_rule_is_found_and_shrunk() -> None:
    found = found_in(adapter(legal=without_full_piles))
    assert found.what == "legal"
    assert len(found.actions) <= 5
    assert len({*found.actions[-3:]}) == 1
    text = str(found)
    cell = text.splitlines()[1].split("; ")[-1]
    assert text.splitlines()[1].startswith(f"after {len(found.actions)} steps: 0,0; ")
    assert f"moves; only here: {cell} ({found.actions[-1]})\n" in text
    assert "moves; only here: none\n" in text
    assert "here: foursquare; " in text
    assert text.endswith(
        str(import_module("oxideal.foursquare").State.from_text(text.split("\nhere: ")[1].split("\n")[0]))
    )


def fails(*_: Any) -> Any:
    raise RuntimeError("oh no")


@pytest.mark.parametrize(
    ("changed", "what", "right"),
    [
        ({"result": lambda state: state.payoffs and [7]}, "result", "[7]"),
        ({"result": lambda _: [0]}, "result", "[0]"),
        ({"result": lambda _: None}, "result", "None"),
        ({"turn": lambda _: 1}, "turn", "1"),
        ({"text": lambda _: "?"}, "text", "?"),
        ({"view": lambda state, _: state.to_text()}, "view of seat 0", "foursquare; card"),
        ({"legal": fails}, "legal", "oh no"),
        ({"play": fails}, "play", "oh no"),
        ({"deal": fails}, "deal", "oh no"),
        ({"legal": lambda _: None}, "legal", "TypeError"),
        ({"legal": lambda _: ["nowhere"]}, "legal", "'nowhere'"),
        ({"legal": lambda state: [*state.legal_actions(), 9999]}, "legal", "not a move (9999)"),
        ({"legal": lambda state: state.legal_actions() * 2}, "legal", "2 moves; only here: 0,0 (24)"),
    ],
)
def test_wrong_answers_are_differences(changed: dict[str, Any], what: str, right: str) -> None:
    found = found_in(adapter(**changed))
    assert found.what == what
    assert right in found.right


def test_optional_functions_may_be_missing() -> None:
    few = {name: function for name, function in vars(adapter()).items() if name in ("deal", "legal", "play", "result")}
    assert pair(SimpleNamespace(**few)).play(PLAIN, 1) is None
    silent = adapter(text=lambda _: NotImplemented)
    assert pair(silent).play(PLAIN, 1) is None


def test_chance_ends_a_game() -> None:
    """A redeal cannot be known to the other engine; everything before it is compared."""
    game = "doudizhu"
    passed = [int(import_module("oxideal.doudizhu").Rules().action("pass"))] * 3
    legal = import_module("oxideal.doudizhu").State(seed=1).legal_actions()
    both = pair(adapter(game), game)
    assert both.play({}, 1, 0, [legal.index(action) for action in passed]) is None
    assert both.positions == 3  # the deal and two passes: after the third, cards are dealt again


def test_command_line_takes_an_adapter(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    text = (ROOT / "docs/how-to/differential-testing.md").read_text("utf-8")
    code = text.split('```python title="my_adapter.py"\n')[1].split("```")[0]
    (tmp_path / "right_adapter.py").write_text(code, "utf-8")
    assert main(["foursquare", "--right", "right_adapter", "--games", "20", "--seed", "1"]) == 0
    (tmp_path / "wrong_adapter.py").write_text(f"{code}\n\ndef result(position):\n    return [1]\n", "utf-8")
    assert main(["foursquare", "--right", "wrong_adapter", "--games", "20", "--seed", "1"]) == 1
    assert "result\n  left:  None\n  right: [1]" in capsys.readouterr().out
    (file,) = (tmp_path / "fuzz-failures").iterdir()
    assert main(["foursquare", "--right", "wrong_adapter", "--replay", str(file)]) == 1
    assert main(["foursquare", "--right", "right_adapter", "--replay", str(file)]) == 0


# Programs

ENGINE = """
import json, sys
from oxideal.reference import foursquare
for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "deal":
        state = foursquare.State.from_dict(message["position"])
    else:
        state.push(message["move"]["id"])
        assert message["move"]["text"] == str(state.rules.move(message["move"]["id"]))
    answer = {"legal": [str(move) for move in state.legal_moves()], "result": state.payoffs,
        "turn": state.current_player, "text": state.to_text(), "views": [state.view(0).to_text()]}
    CHANGE
    print(json.dumps(answer), flush=True)
"""


def written(folder: Path, change: str = "") -> str:
    file = folder / "engine.py"
    file.write_text(ENGINE.replace("CHANGE", change), "utf-8")
    return f"exec:{sys.executable} {file}"


def test_program_that_is_right_does_not_differ(tmp_path: Path) -> None:
    both = backends("foursquare", right=written(tmp_path))
    assert [both.play(PLAIN, 1, stream) for stream in range(4)] == [None] * 4
    assert both.positions > 40


@pytest.mark.parametrize(
    ("change", "what", "right", "actions"),
    [
        ("if len(state.history) == 3: answer['text'] += ' '", "text", "foursquare; ", 3),
        ("if len(state.history) == 3: answer['views'] = ['?']", "view of seat 0", "?", 3),
        ("if len(state.history) == 3: answer['turn'] = 5", "turn", "5", 3),
        ("if len(state.history) == 2: answer['legal'] = None", "legal", "legal must be a list of texts or ids", 2),
        ("if len(state.history) == 2: answer = 7", "play", 'an answer must be a JSON object, got "7"', 2),
        ("if len(state.history) == 2: sys.exit('broken')", "play", "exited with status 1; standard error: broken", 2),
        ("sys.stdin.close()", "play", "exited with status 1; standard error: ", 1),
    ],
)
def test_wrong_programs_are_found_and_shrunk(change: str, what: str, right: str, actions: int, tmp_path: Path) -> None:
    both = backends("foursquare", right=written(tmp_path, change))
    found = both.play(PLAIN, 1)
    assert found is not None
    shrunk = both.shrink(found)
    assert (shrunk.what, len(shrunk.actions)) == (what, actions)
    assert right in shrunk.right
    assert both.play(PLAIN, 1) == found  # the program has been started again


def test_late_program_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SECONDS", 0.2)
    both = backends("foursquare", right=written(tmp_path, "import time; time.sleep(1000)"))
    found = both.play(PLAIN, 1)
    assert found is not None
    assert (found.what, found.actions) == ("deal", ())
    assert "no answer within 0.2 s" in found.right


def test_program_that_does_not_start_is_a_difference() -> None:
    found = backends("foursquare", right="exec:/no/such/program").play(PLAIN, 1)
    assert found is not None
    assert "could not be started" in found.right
    with pytest.raises(InvalidArgumentError, match="exec: needs a command"):
        backends("foursquare", right="exec:")
    with pytest.raises(InvalidArgumentError, match='invalid command ""x": No closing quotation'):
        backends("foursquare", right='exec:"x')


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    compiler = shutil.which("cc")
    if compiler is None and "OXIDEAL_ALL_LANGUAGES" not in os.environ:
        pytest.skip("needs a C compiler")
    assert compiler is not None

    def build(*options: str) -> str:
        source, out = ROOT / "examples/engines/foursquare.c", tmp_path / "engine"
        warnings = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"]
        subprocess.run([compiler, *warnings, *options, "-o", out, source], check=True)
        return f"exec:{out}"

    return build


def test_fault_of_the_engine_in_c_is_found(compiled: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["foursquare", "--right", compiled(), "--seed", "1", "--out", str(tmp_path / "out")]) == 1
    shown = capsys.readouterr().out
    page = (ROOT / "docs/how-to/differential-testing.md").read_text("utf-8")
    example = page.split('--right "exec:./my_engine" --seed 1\n\n```text\n')[1].split("\n```")[0]
    for line, wanted in zip(shown.splitlines()[:-1], example.splitlines()[:-1], strict=True):
        assert line == wanted or (wanted.endswith(" …") and line.startswith(wanted[:-1]))
    right = ["foursquare", "--right", compiled("-DRIGHT"), "--seed", "1", "--games", str(times(400, quick=60))]
    assert main(right) == 0
