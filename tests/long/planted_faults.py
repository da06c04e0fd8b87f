"""Plants one fault after the other in a copy of the sources, and says which tier of the tests finds it.

    python tests/long/planted_faults.py                     # all of planted_faults.json: hours
    python tests/long/planted_faults.py --only rummy-       # those whose names begin so
    python tests/long/planted_faults.py --check             # only whether each can still be planted

A fault is a text of which there is just one below a folder, and what takes its place. First the tests that it names are
run, then the quick tier, then `cargo test`, and with --full the full tier, each up to its first failure.
Exit status: 0 if the quick tier has found 95 %, 1 if not, 2 for faults that cannot be planted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
FAULTS = Path(__file__).with_suffix(".json")
NATIVE = Path("python", "oxideal", "_baseline", "_native.abi3.so")
ENOUGH = 0.95
LIMIT = 3600
"""A tier that takes longer, in seconds, has found the fault: something hangs."""


class Fault(NamedTuple):
    name: str
    """Its game or part, then what is wrong."""
    folder: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    """Those that probably find it, which are run first."""

    @property
    def is_rust(self) -> bool:
        return self.folder.startswith("rust/")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="NAME", help="only faults whose names begin so")
    parser.add_argument("--check", action="store_true", help="only whether each can still be planted")
    parser.add_argument("--full", action="store_true", help="the full tier, for what the quick one does not find")
    parser.add_argument("--jobs", default="2", help="so many processes of pytest at a time")
    options = parser.parse_args()
    faults = [fault for fault in read() if fault.name.startswith(options.only)]
    stale = [fault for fault in faults if place_of(fault, ROOT) is None]
    for fault in stale:
        print(f"{fault.name}: {fault.folder} does not hold this text once: {fault.old!r}", file=sys.stderr)
    if stale or options.check:
        return 2 if stale else 0
    with tempfile.TemporaryDirectory(prefix="oxideal-faults-") as folder:
        bench = Bench(Path(folder) / "oxideal", options.jobs)
        if wrong := bench.tier((), "quick"):
            parser.error(f"without a fault the tests fail: {wrong}")
        found = [report(fault, bench, full=options.full) for fault in faults]
    quick = found.count("quick")
    print(f"{quick} of {len(found)} found by the quick tier, {found.count('full')} more by the full one")
    return int(quick < ENOUGH * len(found))


def read() -> list[Fault]:
    rows = json.loads(FAULTS.read_text(encoding="utf-8"))
    return [Fault(**{**row, "tests": tuple(row.get("tests", ()))}) for row in rows]


def place_of(fault: Fault, root: Path) -> Path | None:
    """The file below the folder that holds the text, which must be there once."""
    kind = "*.rs" if fault.is_rust else "*.py"
    paths = sorted((root / fault.folder).rglob(kind))
    counts = {path: path.read_text(encoding="utf-8").count(fault.old) for path in paths}
    return next(path for path in paths if counts[path]) if sum(counts.values()) == 1 else None


def report(fault: Fault, bench: Bench, *, full: bool) -> str:
    """Which tier has found it, after a line that says so."""
    begun = time.monotonic()
    with bench.planted(fault):
        found, by = bench.found(fault, full=full)
    print(f"{found:6} {fault.name:50} {time.monotonic() - begun:5.0f} s  {by}", flush=True)
    return found


class Bench:
    """A copy of the checkout, in which things may be broken."""

    def __init__(self, folder: Path, jobs: str) -> None:
        self.folder = folder
        self.jobs = jobs
        command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        self.build()

    def planted(self, fault: Fault) -> Planted:
        return Planted(self, fault)

    def build(self) -> str:
        """The Rust engine, in the profile of the tests; what the compiler says where it does not compile."""
        command = ("cargo", "build", "--locked", "--quiet", "-p", "oxideal-python", "--features", "extension-module")
        if done := self.run(*command):
            return done
        (self.folder / NATIVE).parent.mkdir(exist_ok=True)
        shutil.copy2(self.target / "debug" / "lib_native.so", self.folder / NATIVE)
        return ""

    def found(self, fault: Fault, *, full: bool) -> tuple[str, str]:
        """The tier, and what it has found the fault by."""
        if fault.is_rust and (wrong := self.build()):
            return "broken", wrong
        if fault.tests and (by := self.tier(fault.tests, "quick")):
            return "quick", by
        if by := self.tier((), "quick"):
            return "quick", by
        if fault.is_rust and (by := self.run("cargo", "test", "--locked", "--quiet")):
            return "quick", by
        if full and (by := self.tier((), "full")):
            return "full", by
        return "none", ""

    def tier(self, tests: tuple[str, ...], effort: str) -> str:
        """The first test that fails, if any."""
        pytest = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")
        return self.run(*pytest, "-n", self.jobs, "--effort", effort, *tests)

    @property
    def target(self) -> Path:
        """Kept from one run to the next."""
        return ROOT / "target" / "faults"

    def run(self, *command: str) -> str:
        """Nothing where it succeeds, else the line that says most."""
        here = {
            "PYTHONPATH": str(self.folder / "python"),
            "CARGO_TARGET_DIR": str(self.target),
            "OXIDEAL_CPU": "baseline",
        }
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env={**os.environ, **here, "OXIDEAL_CPU": "baseline", "OXIDEAL_EFFORT": "quick"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
                timeout=LIMIT,
            )
        except subprocess.TimeoutExpired:
            return f"{command[0]} has taken more than {LIMIT} seconds"
        lines = done.stdout.decode(errors="replace").splitlines()
        telling = [
            line for line in lines if line.startswith(("FAILED", "ERROR", "error", "test ")) and "... ok" not in line
        ]
        return "" if done.returncode == 0 else [*telling, *lines[-1:], f"exit status {done.returncode}"][0]


class Planted:
    """The fault is there as long as the context lasts."""

    def __init__(self, bench: Bench, fault: Fault) -> None:
        path = place_of(fault, bench.folder)
        assert path is not None, fault.name
        self.path = path
        self.before = path.read_text(encoding="utf-8")
        self.after = self.before.replace(fault.old, fault.new)

    def __enter__(self) -> None:
        self.path.write_text(self.after, encoding="utf-8")

    def __exit__(self, *_: object) -> None:
        self.path.write_text(self.before, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
