"""Optional packages: what lacks one says how to install it, and nothing is imported before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from helpers.effort import some_in_quick
from oxideal._registry import GAMES


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


PLAYED = "from oxideal.arena import arena; r = arena('foursquare', ['rule'], 2, 1)"
FRAME = "from oxideal.envs import SeatEnv; env = SeatEnv('rummy', render_mode='rgb_array'); env.reset(); env.render()"


@pytest.mark.parametrize(
    ("package", "code", "message"),
    some_in_quick(
        [
            ("pettingzoo", "import oxideal.envs", "ImportError: oxideal.envs needs Gymnasium and PettingZoo"),
            ("pyspiel", "import oxideal.openspiel", "pip install 'oxideal[openspiel]'"),
            ("resvg_py", FRAME, "pip install 'oxideal[video]'"),
            ("matplotlib", f"{PLAYED}; r.plot()", "ImportError: plots need matplotlib: pip install 'oxideal[plot]'"),
            ("matplotlib", "from oxideal import rummy; rummy.playouts(rummy.Rules(), 2).plot()", "'oxideal[plot]'"),
            ("pandas", f"{PLAYED}; r.to_frame()", "ImportError: a data frame needs pandas: pip install pandas"),
            ("ray", f"{PLAYED}; arena('rummy', ['rule'], 1, jobs='ray')", "the executor ray needs Ray ("),
            (
                "pyarrow",
                "from oxideal.cli import main; sys.exit(main(['dataset', 'rummy', '--out', 'data']))",
                "oxideal dataset: oxideal.dataset needs pyarrow (",
            ),
        ]
    ),
)
def test_missing_package_is_named_with_its_extra(package: str, code: str, message: str) -> None:
    done = run(f"import sys; sys.modules[{package!r}] = None; {code}")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert message in last
    assert "pip install 'oxideal[" in last or package == "pandas"


def test_nothing_is_imported_before_it_is_used() -> None:
    names = {"gymnasium", "pettingzoo", "pyarrow", "ray", "matplotlib", "pandas", "oxideal.mcp", "oxideal.differential"}
    code = f"import sys, oxideal.doudizhu, oxideal.bots, oxideal.arena, oxideal.cli; print({names} & set(sys.modules))"
    done = run(code)
    assert (done.stdout, done.stderr) == ("set()\n", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_nothing_slow(game: str) -> None:
    """These modules take longer to import than the rest of a game, and a round needs none of them."""
    slow = {"dataclasses", "json", "numpy", "pathlib", "urllib.parse", "oxideal.words"}
    code = f"import sys; before = set(sys.modules); import oxideal.{game}"
    done = run(f"{code}; print(*sorted({slow} & set(sys.modules) - before))")
    assert (done.stdout, done.stderr) == ("\n", "")
