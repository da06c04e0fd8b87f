"""Install a wheel or an sdist in an empty environment and run tests there, from a folder that holds
nothing else.

    python tests/wheel/run.py wheels/oxideal-0.1.0-….whl [-k "not reference"] [--with numpy==1.26.0]

This tests what a user gets: nothing of the checkout can be imported, neither by accident nor
through a path that somebody has set. Needs Python's standard library, and what pip fetches: the
packages in `requirements/wheel.txt`, and for an sdist those in `requirements/demo.txt`, all with
hashes. Unknown arguments are passed to pytest.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
PACKAGE = TESTS.parent / "python" / "oxideal"

BUILT = {"__pycache__", ".mypy_cache", "_baseline", "_x86_64_v3"}
"""Folders in the package that are not sources."""

TESTED = ("contract", "engines/test_processor.py")
"""Tests of what the package promises. The other tests run on the same sources."""

SETTINGS = ("-o", "consider_namespace_packages=true", "-o", "pythonpath=. wheel", "--effort", "full")
"""pytest options besides those in this call, because pyproject.toml is not there."""

REQUIREMENTS = TESTS.parent / "requirements"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("distribution", type=Path, nargs="+", help="the wheel or sdist: one")
    parser.add_argument("--with", dest="more", action="append", default=[], metavar="PACKAGE", help="install this, too")
    given, for_pytest = parser.parse_known_args()
    if len(given.distribution) != 1 or not given.distribution[0].is_file():
        names = ", ".join(str(each) for each in given.distribution)
        print(f"one wheel or sdist that is there is tested at a time, not {names}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="oxideal-", ignore_cleanup_errors=True) as folder:
        return run(Path(folder).resolve(), given.distribution[0].resolve(), given.more, for_pytest)


def run(folder: Path, distribution: Path, more: list[str], for_pytest: list[str]) -> int:
    """Do everything in this empty folder; return pytest's exit status."""
    is_wheel = distribution.suffix == ".whl"
    tests = copied(folder / "tests", is_wheel)
    (folder / "sources.txt").write_text("\n".join(sources()), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    environment["OXIDEAL_DISTRIBUTION"] = str(distribution)
    environment["OXIDEAL_SOURCES"] = str(folder / "sources.txt")

    def python(program: Path | str, *arguments: str) -> int:
        return subprocess.run([program, *arguments], check=False, cwd=folder / "tests", env=environment).returncode

    inside = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"

    # pip builds an sdist with the maturin that it finds there.
    environment["PATH"] = os.pathsep.join([str(inside.parent), os.environ.get("PATH", os.defpath)])

    def pip(*arguments: str) -> int:
        return python(inside, "-m", "pip", *arguments)

    needed = ["wheel.txt"] if is_wheel else ["wheel.txt", "demo.txt"]  # with maturin, to build it
    pinned = [f"--requirement={REQUIREMENTS / name}" for name in needed]
    return (
        python(sys.executable, "-m", "venv", str(folder / "venv"))
        or pip("install", "--quiet", "--require-hashes", "--only-binary=:all:", *pinned)
        or pip("install", "--quiet", "--no-deps", "--no-build-isolation", str(distribution))
        or pip("check")
        or (pip("install", "--quiet", *more) if more else 0)
        or python(inside, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", *SETTINGS, *for_pytest, *tests)
    )


def sources() -> list[str]:
    """Return the package's files as in the checkout."""
    files = (file.relative_to(PACKAGE.parent) for file in PACKAGE.rglob("*") if file.is_file())
    return sorted(file.as_posix() for file in files if not BUILT.intersection(file.parts))


def copied(folder: Path, is_wheel: bool) -> list[str]:
    """Copy the tests with their helpers and data here; return what to run."""
    wheel = [f"wheel/{name}.py" for name in ("given", "test_installed", "test_wheel" if is_wheel else "test_sdist")]
    for name in ("conftest.py", "helpers", "data", *TESTED, *wheel):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (TESTS / name).is_dir():
            shutil.copytree(TESTS / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(TESTS / name, target)
    return [str(folder / name) for name in ("wheel", *TESTED)]


if __name__ == "__main__":
    sys.exit(main())
