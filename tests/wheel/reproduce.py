"""Build a wheel again, in another folder and with another CARGO_HOME, and compare the bytes.

    python tests/wheel/reproduce.py wheels/oxideal-0.1.0-….whl

Takes minutes. Needs what `build.py` needs, and passes unknown arguments to it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("wheel", type=Path)
    options, for_build = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="oxideal-") as folder:
        again = rebuilt(Path(folder).resolve(), for_build)
        if again.name != options.wheel.name:
            print(f"{options.wheel.name} was given, {again.name} was built", file=sys.stderr)
            return 1
        if again.read_bytes() == options.wheel.read_bytes():
            print(f"{again.name}: the same bytes again")
            return 0
        print(f"{again.name} differs in {', '.join(differing(options.wheel, again))}", file=sys.stderr)
        return 1


def rebuilt(folder: Path, arguments: list[str]) -> Path:
    """Build the files that git tracks in this empty folder; return the wheel."""
    checkout, home = folder / "a checkout", folder / "home"
    for name in git("ls-files", "-z").split("\0")[:-1]:
        target = checkout / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    # Crates that have been downloaded already. Their sources are unpacked again.
    registry = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo") / "registry"
    for part in ("cache", "index"):
        if (registry / part).is_dir():
            shutil.copytree(registry / part, home / "registry" / part)
    environment = {**os.environ, "CARGO_HOME": str(home)}
    environment.setdefault("SOURCE_DATE_EPOCH", git("log", "-1", "--format=%ct").strip())
    command = [sys.executable, str(checkout / "tests" / "wheel" / "build.py"), "--out", str(folder / "wheels")]
    subprocess.run([*command, *arguments], check=True, env=environment)
    (wheel,) = (folder / "wheels").glob("*.whl")
    return wheel


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout


def differing(one: Path, other: Path) -> list[str]:
    """Return the files that differ, or that only one of the wheels has; else what is left: their order, say."""
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        found: list[str] = []
        for name in sorted({*first.namelist(), *second.namelist()}):
            versions = [wheel.read(name) if name in wheel.namelist() else None for wheel in (first, second)]
            if versions[0] != versions[1]:
                found.append(name)
    return found or ["the order, times or modes of its files"]


if __name__ == "__main__":
    sys.exit(main())
