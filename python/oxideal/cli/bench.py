"""`oxideal bench`: measure the speed of the engine on this machine."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from .._arguments.checks import integer_within
from .._internal.builds import build_info
from .._internal.text import aligned
from .._registry import NAMES, module_of
from ..errors import InvalidArgumentError
from .arguments import add_json, game, natural, seconds
from .output import print_json
from .parser import add_command, listed

SEED = 1
MAX_SECONDS = 3600
MAX_RUNS = 1000
MAX_BATCH = 2**16

EXAMPLES = """
  oxideal bench
  oxideal bench doudizhu --runs 9
  oxideal bench rummy --seconds 0.2 --json
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "bench",
        run,
        "measure the speed of the engine on this machine",
        "Measures three things on one core: random games (playouts), steps of a batch of games with observations and "
        "legal actions (batch), and calls of legal_actions() from Python (legal). Prints the median of several runs, "
        "the slowest and the fastest.",
        EXAMPLES,
        "Other programs and changes of the processor's clock distort the figures: compare only figures of one machine.",
    )
    command.add_argument("game", nargs="?", type=game, metavar="GAME", help=f"{listed(NAMES)} (default: all)")
    command.add_argument(
        "--runs", type=natural, default=5, metavar="N", help="runs of each measurement (default: %(default)s)"
    )
    command.add_argument(
        "--seconds", type=seconds, default=0.3, metavar="S", help="approximate time of a run (default: %(default)s)"
    )
    command.add_argument(
        "--batch", type=natural, default=1024, metavar="N", help="games in the batch (default: %(default)s)"
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    runs = integer_within("runs", options.runs, 1, MAX_RUNS)
    if not 0 < options.seconds <= MAX_SECONDS:
        raise InvalidArgumentError(f"seconds must be more than 0 and at most {MAX_SECONDS}, got {options.seconds:g}")
    size = integer_within("batch", options.batch, 1, MAX_BATCH)
    build = build_info()
    if not options.json:
        print(f"oxideal {build.version}, build {build.build}, {build.profile}; {machine()}", flush=True)
        measured_runs = "one run" if runs == 1 else f"medians of {runs} runs"
        print(f"one core, random play, seed {SEED}; {measured_runs} of about {options.seconds:g} s")
    rows: list[dict[str, Any]] = []
    for name in NAMES if options.game is None else [options.game]:
        for what, unit, work in measurements(name, size):
            speeds = measured(work, runs, options.seconds)
            rows.append({"game": name, "what": what, "unit": unit, **speeds})
    if options.json:
        print_json(
            {
                "build": build._asdict(),
                "machine": machine(),
                "processors": os.cpu_count(),
                "runs": runs,
                "seconds": options.seconds,
                "batch": size,
                "figures": rows,
            }
        )
    else:
        shown = [["game", "what", "median", "slowest", "fastest", "unit"]]
        for row in rows:
            numbers = [f"{row[each]:,.0f}" for each in ("median", "slowest", "fastest")]
            shown.append([row["game"], row["what"], *numbers, row["unit"]])
        print("\n".join(aligned(shown)))
    if build.profile != "release":
        print(f"this is a {build.profile} build, many times slower than a release build", file=sys.stderr)
    return 0


def machine() -> str:
    """Describe the machine."""
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def measurements(name: str, size: int) -> list[tuple[str, str, Callable[[], int]]]:
    """Return the name and unit of each measurement, with a function that does some work and returns how much."""
    module = module_of(name)
    rules = module.Rules()
    batch = module.Batch(rules, size, seed=SEED)
    states = sample_states(module, rules)
    played = 0

    def playouts() -> int:
        nonlocal played
        games = len(module.playouts(rules, 100, SEED, first=played).lengths)
        played += games
        return games

    def steps() -> int:
        batch.step(batch.sample_actions(SEED))
        return size

    def legal() -> int:
        for state in states:
            state.legal_actions()
        return len(states)

    return [
        ("playouts", "games a second", playouts),
        ("batch", "steps a second", steps),
        ("legal", "calls a second", legal),
    ]


def sample_states(module: Any, rules: Any) -> list[Any]:
    """Return every state of a few random games, so that no state is asked twice in a row."""
    states = []
    for stream in range(4):
        state = module.State(rules, seed=SEED, stream=stream)
        while state.current_player is not None:
            states.append(state.copy())
            state.push(state.legal_actions()[len(states) % len(state.legal_actions())])
    return states


def measured(work: Callable[[], int], runs: int, seconds: float) -> dict[str, float]:
    """Return the median, the slowest and the fastest speed of some runs, per second."""
    work()  # warm up: one-time work does not count
    speeds = sorted(speed(work, seconds) for _ in range(runs))
    return {"median": statistics.median(speeds), "slowest": speeds[0], "fastest": speeds[-1]}


def speed(work: Callable[[], int], seconds: float) -> float:
    since = time.perf_counter()
    done = work()
    while (taken := time.perf_counter() - since) < seconds:
        done += work()
    return done / taken
