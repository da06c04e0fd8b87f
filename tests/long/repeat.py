"""Repeat tests under conditions in which those that depend on chance fail, and list which failed, and how often.

    python tests/long/repeat.py                         # the quick tier, five times under each condition: hours
    python tests/long/repeat.py --times 1 --only C --only user
    python tests/long/repeat.py --times 200 tests/robustness/test_threads.py

Every run has its own hash seed and a random order, which --seed repeats. Some conditions need root
on Linux; elsewhere they are left out, and the table says so.
Exit status: 0 if nothing failed, 1 if something did.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
ROOT_ON_LINUX = sys.platform == "linux" and os.geteuid() == 0
SMALL = "192m"
"""The size of a temporary folder that is nearly full: what a run of the quick tier needs, and little more."""


class Condition(NamedTuple):
    workers: int = 2
    busy: int = 0
    """Number of other programs that use all cores."""
    core: bool = False
    """Whether the tests and those programs share a single core."""
    variables: tuple[tuple[str, str], ...] = ()
    prefix: tuple[str, ...] = ()
    """A program that runs pytest."""
    needs_root: bool = False


def in_mounts(script: str) -> tuple[str, ...]:
    """Return the start of a command whose mounts are its own, after a shell script."""
    return ("unshare", "--mount", "sh", "-ec", f'{script}; exec "$@"', "sh")


CONDITIONS = {
    "1-worker": Condition(workers=1),
    "2-workers": Condition(),
    "4-workers": Condition(workers=4),
    "busy": Condition(busy=CORES),
    "slow": Condition(workers=1, busy=9, core=True),
    "C": Condition(variables=(("LANG", "C"), ("LC_ALL", "C"))),
    "small": Condition(prefix=in_mounts(f"mount -t tmpfs -o size={SMALL} tmpfs /tmp"), needs_root=True),
    "no-names": Condition(
        prefix=in_mounts("mount --bind /dev/null /etc/hosts; mount --bind /dev/null /etc/resolv.conf"), needs_root=True
    ),
    "user": Condition(
        prefix=("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env", "HOME=/tmp"),
        needs_root=True,
    ),
}


@contextmanager
def load(programs: int, core: int | None) -> Iterator[None]:
    """Run programs that only use the processor, on one core or on all."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    for each in running:
        if core is not None:
            os.sched_setaffinity(each.pid, {core})
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def run(condition: Condition, seed: int, tests: list[str]) -> tuple[list[str], float]:
    """Run the tests once; return those that failed and the seconds."""
    core = min(os.sched_getaffinity(0)) if condition.core else None
    pin = ("taskset", "--cpu-list", str(core)) if condition.core else ()
    workers = ("--numprocesses", str(condition.workers))
    pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--shuffle", str(seed), *workers, *tests)
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "COLUMNS": "400", **dict(condition.variables)}
    begun = time.monotonic()
    with load(condition.busy, core):
        done = subprocess.run(
            [*pin, *condition.prefix, *pytest], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    lines = done.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    if done.returncode and not failed:
        failed = [f"exit status {done.returncode}: {(lines + done.stderr.splitlines() or [''])[-1]}"]
    return failed, time.monotonic() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tests", nargs="*", help="files or tests; without any, the quick tier")
    parser.add_argument("--times", type=int, default=5, help="number of runs under each condition (default 5)")
    parser.add_argument("--only", action="append", choices=CONDITIONS, help="one of some conditions")
    parser.add_argument("--seed", type=int, default=1, help="the first run's seed of hashes and order (default 1)")
    options = parser.parse_args()
    failures = Counter[str]()
    red = runs = 0
    for name in options.only or CONDITIONS:
        condition = CONDITIONS[name]
        if condition.needs_root and not ROOT_ON_LINUX:
            print(f"{name:10} left out: needs root on Linux", flush=True)
            continue
        bad, seconds = 0, 0.0
        for number in range(options.times):
            failed, taken = run(condition, options.seed + number, options.tests)
            for test in failed:
                print(f"{name:10} seed {options.seed + number}: {test}", flush=True)
            failures.update(test.split(" - ")[0] for test in failed)
            bad, seconds = bad + bool(failed), seconds + taken
        runs, red = runs + options.times, red + bad
        print(f"{name:10} {bad} of {options.times} runs failed, {seconds / options.times:.0f} s each", flush=True)
    print(f"all        {red} of {runs} runs failed")
    for test, count in failures.most_common():
        print(f"{count:5} times {test}")
    return int(red > 0)


if __name__ == "__main__":
    sys.exit(main())
