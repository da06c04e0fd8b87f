"""Instructions of some works, compared with `counts.json`: `make counts`.

Valgrind's callgrind counts them in the baseline build, so that the processor, its speed and what
else it does make no difference. Another compiler makes other code: its version is in the file, and
with another one only large differences are errors.

`make counts COUNTS=--write` writes the file. Do that when a change of a count is meant, and commit it with the
change that causes it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).parent / "counts.json"

TOLERANCE, OF_ANOTHER_COMPILER = 0.03, 0.2
"""The largest relative difference of a count, and the same with another compiler."""


def main() -> None:
    """Compare the counts, or write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the file instead of comparing with it")
    write = parser.parse_args().write
    if shutil.which("valgrind") is None:
        sys.exit("counting instructions needs valgrind; on Debian and Ubuntu: apt-get install valgrind")
    rustc = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    counts = count(build())
    if write:
        FILE.write_text(json.dumps({"rustc": rustc, "counts": counts}, indent=1) + "\n")
        print(f"{len(counts)} counts written to {FILE.relative_to(ROOT)}")
        return
    expected = json.loads(FILE.read_text())
    tolerance = TOLERANCE if expected["rustc"] == rustc else OF_ANOTHER_COMPILER
    wrong = differences(expected["counts"], counts, tolerance)
    if wrong:
        print(*wrong, sep="\n")
        meant = "if that is meant: make counts COUNTS=--write"
        sys.exit(f"{len(wrong)} counts differ (tolerance {tolerance:.0%}); {meant}")
    print(f"{len(counts)} instruction counts are within {tolerance:.0%} of {FILE.relative_to(ROOT)}")


def differences(expected: dict[str, int], counts: dict[str, int], tolerance: float) -> list[str]:
    """Return a line for each work that is new, missing, slower, or so much faster that its old count guards nothing."""
    lines = []
    for work in sorted(expected.keys() | counts.keys()):
        before, now = expected.get(work), counts.get(work)
        if before is None or now is None:
            lines.append(f"{work}: {'not in the file' if before is None else 'not counted'}")
        elif abs(now - before) > tolerance * before:
            lines.append(f"{work}: {before:,} instructions in the file, now {now:,} ({now / before - 1:+.1%})")
    return lines


def build() -> Path:
    """Build the program for any x86-64 processor; return its path.

    The names of functions depend on the folder of the sources, and what is inlined on the names. So the folder always
    has the same name.
    """
    link = Path(tempfile.gettempdir()) / "oxideal-counts"
    link.unlink(missing_ok=True)
    link.symlink_to(ROOT)
    command = ["cargo", "build", "--release", "--locked", "--quiet", "--package", "oxideal-benches", "--bin", "counts"]
    target = ROOT / "target" / "counts"
    command += ["--manifest-path", str(link / "Cargo.toml"), "--target-dir", str(target)]
    subprocess.run(command, cwd=link, check=True, env={**os.environ, "RUSTFLAGS": "", "PWD": str(link)})
    link.unlink()
    return target / "release" / "counts"


def count(program: Path) -> dict[str, int]:
    """Return the instructions of each work, including the functions that it calls.

    The program's path and environment lie at the start of the stack, so their length decides how what follows is
    aligned, and that how many instructions a copy takes (5 % of a work). So both always have the same length.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/callgrind.out"
        valgrind = [str(shutil.which("valgrind")), "--tool=callgrind", f"--callgrind-out-file={file}", "--quiet"]
        copy = shutil.copy(program, folder)
        subprocess.run([*valgrind, copy], check=True, cwd=folder, env={})
        annotate = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", file]
        table = subprocess.run(annotate, check=True, capture_output=True, text=True).stdout
    lines = re.findall(r"^\s*([\d,]+) .*?:counts::([a-z_\d]+::(?!all\b)\w+)\b(?!::)", table, re.MULTILINE)
    return {work: int(number.replace(",", "")) for number, work in sorted(lines, key=lambda line: line[1])}


if __name__ == "__main__":
    main()
