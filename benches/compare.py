"""Speed of the engine beside that of another commit, on one core.

    python benches/compare.py v0.1.0
    RUSTFLAGS=-Ctarget-cpu=x86-64-v3 python benches/compare.py HEAD~1 --only batch

Builds the benchmark programs of both, runs each work with one and the other in turn, and prints the
medians of both and of their ratios. A machine's speed changes from minute to minute, but hardly
between two runs in a row. Valgrind, if it is installed, counts the instructions of both.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
from typing import NamedTuple

from functions import PLAYERS, WORK
from playouts import BATCH, FEW, GAMES, MANY, ROOT, STEPS, build, counted, run


class Work(NamedTuple):
    name: str
    program: str
    arguments: list[object]
    unit: str
    """The field of the program's summary that says how much it did."""
    few: list[object]
    many: list[object]
    """The arguments of the two runs whose difference is counted."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commit", help="what to compare with")
    parser.add_argument("--only", default="", metavar="TEXT", help="only works whose names contain this")
    parser.add_argument("--turns", type=int, default=7, help="runs of each work (default: 7)")
    options = parser.parse_args()
    works = [work for work in all_works() if options.only in work.name]
    programs = sorted({work.program for work in works})
    other = ROOT / "target" / "compared"
    git("add", "--quiet", "--force", "--detach", str(other), options.commit)
    try:
        ours = {name: build(name) for name in programs}
        theirs = {name: build(name, other) for name in programs}
        print(f"| work | {options.commit}, a second | now | times | instructions | now |")
        print("|---|---:|---:|---:|---:|---:|")
        for work in works:
            print(row(work, theirs[work.program], ours[work.program], options.turns), flush=True)
    finally:
        git("remove", "--force", str(other))


def git(*arguments: str) -> None:
    """Add or remove a work tree."""
    subprocess.run(["git", "worktree", *arguments], check=True, cwd=ROOT)


def all_works() -> list[Work]:
    """Return the works of `playouts.py` and `functions.py`."""
    works = [
        Work(f"{game} rounds", "playouts", [game, games], "games", [game, FEW], [game, MANY])
        for game, (games, _) in GAMES.items()
    ]
    for game in (game for game in GAMES if "-" not in game):
        counts: list[list[object]] = [[game, 64, STEPS], [game, 64, 3 * STEPS]]
        works.append(Work(f"{game} batch steps", "batch", [game, BATCH, STEPS], "steps", *counts))
    for game, names in WORK.items():
        for players in PLAYERS[game]:
            for name, (_, times) in names.items():
                counts = [[name, players, 1], [name, players, 2]]
                works.append(Work(f"{game}-{players} {name}", game, [name, players, times], "times", *counts))
    return works


def row(work: Work, theirs: str, ours: str, turns: int) -> str:
    """Measure a work with both programs, and return its line of the table."""
    speeds: dict[str, list[float]] = {theirs: [], ours: []}
    for _ in range(turns):
        for program, found in speeds.items():
            result = run([program], *work.arguments)
            found.append(result[work.unit] / result["seconds"])
    ratios = sorted(new / old for new, old in zip(speeds[ours], speeds[theirs], strict=True))
    medians = [f"{statistics.median(speeds[program]):,.0f}" for program in (theirs, ours)]
    times = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
    counts = ["", ""]
    if shutil.which("valgrind"):
        for index, program in enumerate((theirs, ours)):
            instructions, more = counted(program, work.few, work.many)
            counts[index] = f"{instructions / more[work.unit]:,.0f}"
    return f"| {work.name} | {medians[0]} | {medians[1]} | {times} | {counts[0]} | {counts[1]} |"


if __name__ == "__main__":
    main()
