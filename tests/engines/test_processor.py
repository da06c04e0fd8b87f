"""The choice of the build of the Rust engine. Tests that need both builds are skipped elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import oxideal
from oxideal import _native, doudizhu
from oxideal._internal.builds import BASELINE, FOLDERS, V3, V3_FEATURES, choose

PACKAGE = Path(oxideal.__file__).parent
BOTH = (BASELINE, V3)
INFO = oxideal.build_info()

needs_both = pytest.mark.skipif(
    not (set(INFO.available) == set(BOTH) and set(INFO.features) == set(V3_FEATURES)),
    reason="needs both builds and a processor that runs them",
)

GAMES = """
from oxideal._registry import NAMES, module_of
print([each.tobytes().hex() for game in map(module_of, NAMES) for each in game.playouts(game.Rules(), 30, seed=7)])
"""

NETWORKS = """
from oxideal import doudizhu
from oxideal._registry import NAMES, module_of
from oxideal.bots import NetBot
for game, fields in (doudizhu, {"players": 4}), *((module_of(name), {}) for name in NAMES):
    state = game.State(game.Rules(**fields), seed=7)
    while (seat := state.current_player) is not None:
        values = NetBot().values(state.view(seat))
        print(values)
        state.push(values[0].move)
"""


def run(script: str, cpu: str | None = None, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a script with OXIDEAL_CPU, optionally with the package from another folder."""
    environment = {name: value for name, value in os.environ.items() if name != "OXIDEAL_CPU"}
    if cpu is not None:
        environment["OXIDEAL_CPU"] = cpu
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)


def said(script: str, cpu: str | None = None, folder: Path | None = None) -> str:
    done = run(script, cpu, folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def refusal(cpu: str, folder: Path | None = None) -> str:
    """Return the last line of the error when a game is imported."""
    done = run("from oxideal import doudizhu", cpu, folder)
    assert done.returncode == 1, done.stdout
    return done.stderr.strip().splitlines()[-1]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that the test can change."""
    shutil.copytree(PACKAGE, tmp_path / "oxideal", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_build_info() -> None:
    assert INFO.version == oxideal.__version__
    assert INFO.build in INFO.available
    assert INFO.available[0] == BASELINE or INFO.available == (V3,)  # a wheel, or a checkout built for this machine
    assert set(INFO.features) <= set(V3_FEATURES)
    assert INFO.profile in ("release", "debug")
    assert said("import oxideal; print(tuple(oxideal.build_info()))", os.environ.get("OXIDEAL_CPU")) == str(tuple(INFO))


def test_only_the_build_in_use_is_loaded() -> None:
    assert _native.__file__ is not None
    assert Path(_native.__file__).parent == PACKAGE / FOLDERS[INFO.build]
    assert sys.modules["oxideal._native"] is _native is oxideal._native
    assert doudizhu.State is _native.DouDizhuState
    assert type(doudizhu.State(seed=1).view(0)) is doudizhu.View


def test_build_requires_the_features_in_its_name() -> None:
    compiled = _native.compiled_features()
    assert (set(compiled) == set(V3_FEATURES)) if INFO.build == V3 else ("avx2" not in compiled)


@pytest.mark.parametrize(
    ("wanted", "available", "features", "build"),
    [
        ("", BOTH, V3_FEATURES, V3),
        ("", BOTH, V3_FEATURES[1:], BASELINE),
        ("", BOTH, (), BASELINE),
        ("", (BASELINE,), V3_FEATURES, BASELINE),
        (BASELINE, BOTH, V3_FEATURES, BASELINE),
        (V3, BOTH, V3_FEATURES, V3),
        (BASELINE, (BASELINE,), (), BASELINE),
        ("", (V3,), V3_FEATURES, V3),
    ],
)
def test_build_choice(wanted: str, available: tuple[str, ...], features: tuple[str, ...], build: str) -> None:
    assert choose(wanted, available, features) == build


@pytest.mark.parametrize(
    ("wanted", "available", "features", "message"),
    [
        ("avx2", BOTH, V3_FEATURES, "OXIDEAL_CPU: unknown build 'avx2'; expected one of baseline, x86-64-v3"),
        (V3, (BASELINE,), V3_FEATURES, 'OXIDEAL_CPU: the build "x86-64-v3" is not installed; available: baseline'),
        (V3, BOTH, V3_FEATURES[2:], 'OXIDEAL_CPU: this processor cannot run "x86-64-v3": it lacks avx, avx2'),
    ],
)
def test_refused_build_choice(wanted: str, available: tuple[str, ...], features: tuple[str, ...], message: str) -> None:
    with pytest.raises(ImportError) as error:
        choose(wanted, available, features)
    assert str(error.value) == message


def test_single_build_is_used(package: Path) -> None:
    only, *others = INFO.available
    for build in others:
        shutil.rmtree(package / "oxideal" / FOLDERS[build])
    script = "import oxideal; info = oxideal.build_info(); print(oxideal.__file__, info.build, info.available)"
    assert said(script, folder=package) == f"{package / 'oxideal' / '__init__.py'} {only} ('{only}',)"
    missing = V3 if only == BASELINE else BASELINE
    assert f"is not installed; available: {only}" in refusal(missing, package)


@needs_both
def test_build_from_other_sources_is_ignored(package: Path) -> None:
    (file,) = (package / "oxideal" / FOLDERS[V3]).iterdir()
    data = file.read_bytes()
    sources = _native.build_sources().encode()
    assert sources in data
    file.write_bytes(data.replace(sources, b"0" * len(sources)))
    assert said("import oxideal; print(oxideal.build_info().build)", folder=package) == BASELINE
    assert "is stale: its sources differ" in refusal(V3, package)


@needs_both
def test_builds_give_the_same_results() -> None:
    script = "import oxideal; print(oxideal.build_info().build)"
    assert [said(script, cpu) for cpu in (None, "", *BOTH)] == [V3, V3, BASELINE, V3]
    assert said(GAMES, BASELINE) == said(GAMES, V3)
    assert said(NETWORKS, BASELINE) == said(NETWORKS, V3)
