"""Plant faults in a copy of the sources, one at a time, and report which tier of the tests finds each.

    python tests/long/planted_faults.py                     # all of planted_faults.json: an hour or two
    python tests/long/planted_faults.py --only rummy- bots- # those with these prefixes
    python tests/long/planted_faults.py --check             # only whether each can still be planted

A fault replaces a text that occurs exactly once below a folder. First the tests that the fault
names are run, then those of its game, then `cargo test`, then the quick tier, and with --full the
full tier, each up to its first failure. The copy and its build stay in target/faults/. What found
each fault, and when, is kept in planted_faults_found.json, which each run updates.
Exit status: 0 if the quick tier has found 95%, 1 if not, 2 for faults that cannot be planted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
FAULTS = Path(__file__).with_suffix(".json")
FOUND = Path(__file__).with_name("planted_faults_found.json")
NATIVE = Path("python", "oxideal", "_baseline", "_native.abi3.so")
ENOUGH = 0.95
LIMIT = 1800
"""A command that takes longer than this, in seconds, has found the fault: something hangs."""
OWN = "tests/long/test_planted_faults.py"
"""Left out, because it notices that the text of a fault is missing."""
TIERS = ("quick", "full", "none", "broken")


class Fault(NamedTuple):
    name: str
    """Its game or part, then the fault."""
    folder: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    """The tests that probably find it, which are run first."""

    @property
    def is_rust(self) -> bool:
        return self.folder.startswith("rust/")

    @property
    def engine(self) -> str:
        if self.is_rust:
            return self.folder.split("/")[1].replace("engine", "rust")
        return "reference" if "-reference-" in self.name else "product"

    @property
    def part(self) -> str:
        """The prefix of its name: a game, or a part shared by all games."""
        return self.name.split(f"-{self.engine}-")[0] if f"-{self.engine}-" in self.name else self.name.split("-")[0]

    @property
    def of_its_game(self) -> tuple[str, ...]:
        folder = f"tests/games/{self.part.replace('-', '_')}"
        return (folder, "tests/engines/test_differential.py") if (ROOT / folder).is_dir() else ()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[""], metavar="NAME", help="only faults whose names begin so")
    parser.add_argument("--check", action="store_true", help="only whether each can still be planted")
    parser.add_argument("--full", action="store_true", help="the full tier, for what the quick one does not find")
    parser.add_argument("--jobs", default="2", help="number of pytest processes")
    options = parser.parse_args()
    faults = [fault for fault in read() if fault.name.startswith(tuple(options.only))]
    stale = [fault for fault in faults if place_of(fault, ROOT) is None]
    for fault in stale:
        print(f"{fault.name}: {fault.folder} does not hold this text once: {fault.old!r}", file=sys.stderr)
    if stale or options.check:
        return 2 if stale else 0
    bench = Bench(ROOT / "target" / "faults", options.jobs)
    if wrong := bench.build_sound() or bench.tier((), "quick"):
        parser.error(f"without a fault the tests fail: {wrong}")
    found = {fault: report(fault, bench, full=options.full) for fault in faults}
    print(*table(found), sep="\n")
    return int(list(found.values()).count("quick") < ENOUGH * len(found))


def read() -> list[Fault]:
    rows = json.loads(FAULTS.read_text(encoding="utf-8"))
    return [Fault(**{**row, "tests": tuple(row.get("tests", ()))}) for row in rows]


def place_of(fault: Fault, root: Path) -> Path | None:
    """Return the file below the folder that contains the text, which must occur exactly once."""
    kind = "*.rs" if fault.is_rust else "*.py"
    paths = sorted((root / fault.folder).rglob(kind))
    counts = {path: path.read_text(encoding="utf-8").count(fault.old) for path in paths}
    return next(path for path in paths if counts[path]) if sum(counts.values()) == 1 else None


def report(fault: Fault, bench: Bench, *, full: bool) -> str:
    """Print a line for the fault, and return the tier that found it."""
    begun = time.monotonic()
    with bench.planted(fault):
        found, by = bench.found(fault, full=full)
    if fault.is_rust:
        bench.install(bench.sound)
    seconds = round(time.monotonic() - begun)
    print(f"{found:6} {fault.name:50} {seconds:5} s  {by}", flush=True)
    keep(fault, {"tier": found, "by": by.split(" - ")[0], "seconds": seconds, "date": time.strftime("%Y-%m-%d")})
    return found


def keep(fault: Fault, row: dict[str, str | int]) -> None:
    """Write what found the fault into the file of all."""
    rows = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    rows[fault.name] = row
    ordered = {each.name: rows[each.name] for each in read() if each.name in rows}
    FOUND.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def table(found: dict[Fault, str]) -> list[str]:
    """Return a table of the faults by part and engine, and the tiers that found them."""
    counts = Counter(((fault.part, fault.engine), tier) for fault, tier in found.items())
    counts.update((("all", ""), tier) for tier in found.values())
    rows: list[tuple[str, ...]] = [("part", "engine", "planted", *TIERS)]
    for part in dict.fromkeys(part for part, _ in counts):
        tiers = [counts[part, tier] for tier in TIERS]
        rows.append((*part, *map(str, (sum(tiers), *tiers))))
    return ["{:16}{:12}{:>8}{:>8}{:>8}{:>8}{:>8}".format(*row).rstrip() for row in rows]


class Bench:
    """A copy of the checkout to plant faults in."""

    def __init__(self, folder: Path, jobs: str) -> None:
        self.folder = folder / "oxideal"
        self.target = folder / "target"
        self.sound = folder / NATIVE.name
        self.jobs = jobs
        command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
        names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
        for path in self.folder.rglob("*"):
            if path.is_file() and path.suffix != ".so" and str(path.relative_to(self.folder)) not in names:
                path.unlink()
        for name in names:
            here, copy = ROOT / name, self.folder / name
            if not copy.is_file() or copy.read_bytes() != here.read_bytes():  # otherwise cargo would rebuild it
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(here, copy)

    def planted(self, fault: Fault) -> Planted:
        return Planted(self, fault)

    def build(self) -> str:
        """Build the Rust engine in the test profile; return the compiler's error if it fails."""
        command = ("cargo", "build", "--locked", "--quiet", "-p", "oxideal-python", "--features", "extension-module")
        built = self.target / "debug" / "lib_native.so"
        return self.run(*command) or self.install(built)

    def build_sound(self) -> str:
        """Build it without a fault, and keep the result."""
        if wrong := self.build():
            return wrong
        shutil.copyfile(self.folder / NATIVE, self.sound)
        return ""

    def install(self, library: Path) -> str:
        """Replace the file atomically, as running programs may have loaded the old one."""
        native = self.folder / NATIVE
        native.parent.mkdir(exist_ok=True)
        shutil.copyfile(library, native.with_suffix(".new"))
        native.with_suffix(".new").replace(native)
        return ""

    def found(self, fault: Fault, *, full: bool) -> tuple[str, str]:
        """Return the tier and the test that found the fault."""
        if fault.is_rust and (wrong := self.build()):
            return "broken", wrong
        if fault.tests and (by := self.tier(fault.tests, "quick", jobs="0")):
            return "quick", by
        if fault.of_its_game and (by := self.tier(fault.of_its_game, "quick")):
            return "quick", by
        if fault.is_rust and (by := self.run("cargo", "test", "--locked", "--quiet")):
            return "quick", by
        if by := self.tier((), "quick"):
            return "quick", by
        if full and (by := self.tier((), "full")):
            return "full", by
        return "none", ""

    def tier(self, tests: tuple[str, ...], effort: str, jobs: str = "") -> str:
        """Return the first failing test, if any."""
        pytest = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"--ignore={OWN}")
        return self.run(*pytest, "-n", jobs or self.jobs, "--effort", effort, *tests)

    def run(self, *command: str) -> str:
        """Return nothing on success, else the most informative line."""
        here = {
            "PYTHONPATH": str(self.folder / "python"),
            "CARGO_TARGET_DIR": str(self.target),
            "OXIDEAL_CPU": "baseline",
            "OXIDEAL_EFFORT": "quick",
        }
        running = subprocess.Popen(
            command,
            cwd=self.folder,
            env={**os.environ, **here},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = running.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)  # including its child processes
            running.communicate()
            return f"{command[0]} has taken more than {LIMIT} seconds"
        lines = output.decode(errors="replace").splitlines()
        starts = ("FAILED", "ERROR", "error:", "error[")
        telling = [line for line in lines if line.startswith(starts) or line.endswith("FAILED")]
        return "" if running.returncode == 0 else [*telling, *lines[-1:], f"exit status {running.returncode}"][0]


class Planted:
    """Plants the fault while the context lasts."""

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
