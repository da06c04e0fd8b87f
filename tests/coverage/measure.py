"""Line coverage of the Rust and Python tests together, for the crates and the package.

    python tests/coverage/measure.py             runs all tests; fails if coverage is below FLOORS
    python tests/coverage/measure.py --brief     with the quick tier of the tests: 20 minutes of a core
    python tests/coverage/measure.py --lines     lists the lines that the last run did not reach

The Rust engine is built separately, with counters and debug assertions, in target/coverage; the
package is copied there, and the tests run on the copy.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import llvm

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / "target" / "coverage"
COPY = TARGET / "python"
COUNTS = TARGET / "counts"
"""The counts of the programs."""
RESULT = TARGET / "lines.json"

FLOORS = {
    "rust/engine/src": 99.0,
    "rust/bots/src": 97.5,
    "rust/python/src": 97.5,
    "python/oxideal/reference": 96.5,
    "python/oxideal": 93.5,
}
"""The minimum share of lines of each part, in percent: half a percent below what the tests reached, as
that varies by chance. A brief run may reach less. A file belongs to the first part that contains it.
"""

SLOW = {"rummy_dead_ends"}
"""Rust test programs that a brief run leaves out, because they reach no further lines."""

LEFT_OUT = (
    "tests/contract/test_legal_moves.py::test_one_move_is_made_without_the_others",
    "tests/docs/test_docs.py",
    "tests/engines/test_processor.py",
    "tests/products/test_arena_processes.py::test_bot_that_ends_its_process_when_it_is_restored_is_refused",
    "tests/products/test_cli.py::test_ctrl_c",  # in the midst of the counting, Ctrl-C leaves a lock of it closed
    "tests/products/test_cli.py::test_full_disk",
    "tests/products/test_cli_figures.py::test_ctrl_c",
    "tests/products/test_cli_page.py::test_examples_of_the_page",
    "tests/robustness/test_processes.py::test_another_interpreter_is_refused",
)
"""Tests of the build, which differs here, and tests that the counting disturbs."""


class Lines(NamedTuple):
    """The executable lines of a file, and those not reached."""

    number: int
    missed: list[int]


def main() -> int:
    parser = argparse.ArgumentParser(description="which lines the tests reach")
    parser.add_argument("--brief", action="store_true", help="the quick tier of the tests")
    parser.add_argument("--lines", action="store_true", help="only say which lines the last run did not reach")
    parser.add_argument("--jobs", default="2", help="number of pytest processes")
    options = parser.parse_args()
    if options.lines:
        if not RESULT.exists():
            parser.error("no run has left its lines here")
        show_lines(read())
        return 0
    shutil.rmtree(COUNTS, ignore_errors=True)
    COUNTS.mkdir(parents=True)
    programs = build(options.brief)
    for program in programs[1:]:
        run(program, "--quiet", OXIDEAL_EFFORT="quick")  # more mutations of the same inputs reach no other lines
    copy_package(programs[0])
    run_pytest(["-n", options.jobs, "--effort", "quick" if options.brief else "full"])
    RESULT.write_text(json.dumps({**lines_of_rust(programs), **lines_of_python()}), encoding="utf-8")
    return show_shares(read())


def build(brief: bool) -> list[Path]:
    """Build the Rust engine as Python loads it, and the test programs."""
    # Only our own crates count; build scripts are not part of the tests.
    counting = {"RUSTC_WORKSPACE_WRAPPER": str(HERE / "rustc.sh"), "LLVM_PROFILE_FILE": os.devnull}
    crates = ("-p", "oxideal-engine", "-p", "oxideal-bots", "-p", "oxideal-python")
    features = ("--features", "oxideal-python/extension-module")
    where = ("--target-dir", TARGET, "--message-format", "json-render-diagnostics")
    command = ("cargo", "build", "--lib", "--tests", "--locked", *crates, *features, *where)
    messages = [json.loads(line) for line in told(*command, CARGO_PROFILE_DEV_DEBUG="0", **counting).splitlines()]
    made = [each for each in messages if each["reason"] == "compiler-artifact"]
    engine = next(each["filenames"][0] for each in made if each["target"]["kind"] == ["cdylib"])
    tests = {each["target"]["name"]: each["executable"] for each in made if each["profile"]["test"]}
    return [Path(engine), *(Path(program) for name, program in tests.items() if not (brief and name in SLOW))]


def run(*command: object, **environment: str) -> None:
    """Run a command; stop if it fails."""
    words = [str(word) for word in command]
    print(" ".join(words), flush=True)
    # Each program merges its counts into four files, however often it runs.
    counted = {"LLVM_PROFILE_FILE": str(COUNTS / "rust" / "%4m.profraw")}
    if code := subprocess.run(words, cwd=ROOT, env={**os.environ, **counted, **environment}, check=False).returncode:
        sys.exit(f"{words[0]} has failed ({code})")


def told(*command: object, **environment: str) -> str:
    """Run a command that prints much; return its output."""
    words = [str(word) for word in command]
    kept = subprocess.run(words, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, check=True)
    return kept.stdout.decode()


def copy_package(engine: Path) -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    unwanted = shutil.ignore_patterns("__pycache__", "_x86_64_v3", "_baseline")
    shutil.copytree(ROOT / "python" / "oxideal", COPY / "oxideal", ignore=unwanted)
    (COPY / "oxideal" / "_baseline").mkdir()
    shutil.copy(engine, COPY / "oxideal" / "_baseline" / "_native.abi3.so")


def run_pytest(words: list[str]) -> None:
    counted = ("-m", "coverage", "run", "--rcfile", HERE / "coveragerc")
    count = {"COVERAGE_FILE": str(COUNTS / "python"), "PYTHONPATH": str(COPY), "OXIDEAL_CPU": "baseline"}
    quietly = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *(f"--deselect={test}" for test in LEFT_OUT))
    run(sys.executable, *counted, *quietly, *words, **count)


def lines_of_rust(programs: list[Path]) -> dict[str, Lines]:
    tools = llvm.tools(TARGET / "llvm")
    merged = COUNTS / "rust.profdata"
    run(tools.profdata, "merge", "--sparse", "--output", merged, COUNTS / "rust")
    objects = [word for program in programs for word in ("--object", program)]
    export = told(tools.cov, "export", "--format=lcov", "--instr-profile", merged, *objects[1:])
    found: dict[str, Lines] = {}
    for record in export.split("end_of_record"):
        rows = [row.partition(":")[::2] for row in record.splitlines()]
        name = next((value for key, value in rows if key == "SF"), "")
        counts = [value.split(",") for key, value in rows if key == "DA"]
        if Path(name).is_relative_to(ROOT):
            missed = [int(number) for number, times in counts if times == "0"]
            found[Path(name).relative_to(ROOT).as_posix()] = Lines(len(counts), missed)
    return found


def lines_of_python() -> dict[str, Lines]:
    coverage, count = (sys.executable, "-m", "coverage"), {"COVERAGE_FILE": str(COUNTS / "python")}
    rc, file = ("--rcfile", HERE / "coveragerc"), COUNTS / "python.json"
    run(*coverage, "combine", "--quiet", *rc, COUNTS, **count)
    run(*coverage, "json", "--quiet", *rc, "-o", file, **count)
    files: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["files"]
    return {
        (Path("python") / (ROOT / name).relative_to(COPY)).as_posix(): Lines(
            len(each["executed_lines"]) + len(each["missing_lines"]), each["missing_lines"]
        )
        for name, each in files.items()
    }


def read() -> dict[str, Lines]:
    return {name: Lines(*each) for name, each in json.loads(RESULT.read_text(encoding="utf-8")).items()}


def show_shares(lines: dict[str, Lines]) -> int:
    """Print the table of parts; return 1 if one is below its floor."""
    below = 0
    rest = dict(lines)
    print("| part | lines | reached | floor |\n|---|---|---|---|")
    for part, floor in FLOORS.items():
        here = [rest.pop(name) for name in sorted(rest) if name.startswith(part + "/")]
        number, missed = sum(each.number for each in here), sum(len(each.missed) for each in here)
        share = 100 * (number - missed) / number
        below += share < floor
        print(f"| {part} | {number:,} | {share:.1f} % | {floor:.1f} % |")
    if below:
        print(f"less than the floor; python {HERE.relative_to(ROOT)}/measure.py --lines says which", file=sys.stderr)
    return int(below > 0)


def show_lines(lines: dict[str, Lines]) -> None:
    for name, each in sorted(lines.items()):
        if each.missed and name.startswith(tuple(FLOORS)):
            print(f"{name}  {len(each.missed)} of {each.number}: {', '.join(spans(each.missed))}")


def spans(numbers: list[int]) -> list[str]:
    """Return 1, 2, 3, 7 as 1-3, 7."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return [str(first) if first == last else f"{first}-{last}" for first, last in found]


if __name__ == "__main__":
    sys.exit(main())
