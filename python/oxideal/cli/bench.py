"""`oxideal bench`: how fast the engine is here."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from .._build_info import build_info
from .._input.checks import integer_within
from .._registry import NAMES, module_of
from ..errors import InvalidArgumentError
from .arguments import add_json, game, natural, seconds
from .output import format_table, print_json
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
        "how fast the engine is on this machine",
        "Measures on one core: random games to their end (playouts), steps of a batch of many games with observations "
        "and legal actions (batch), and legal_actions() called from Python (legal). Each figure is the median of "
        "several runs, with the slowest and the fastest beside it.",
        EXAMPLES,
        "Other programs that run meanwhile make the figures worse, and so does a processor that changes its pace: "
        "compare figures of one machine only.",
    )
    command.add_argument("game", nargs="?", type=game, metavar="GAME", help=f"{listed(NAMES)} (default: all)")
    command.add_argument(
        "--runs", type=natural, default=5, metavar="N", help="of each measurement (default: %(default)s)"
    )
    command.add_argument(
        "--seconds", type=seconds, default=0.3, metavar="S", help="a run, about (default: %(default)s)"
    )
    command.add_argument(
        "--batch", type=natural, default=1024, metavar="N", help="games a batch (default: %(default)s)"
    )
    add_json(command)


def run(options: argparse.Namespace) -> int:
    runs = integer_within("runs", options.runs, 1, MAX_RUNS)
    if not 0 < options.seconds <= MAX_SECONDS:
        raise InvalidArgumentError(f"seconds is a number above 0 and at most {MAX_SECONDS}")
    size = integer_within("batch", options.batch, 1, MAX_BATCH)
    build = build_info()
    if not options.json:
        print(f"oxideal {build.version}, build {build.build}, {build.profile}; {machine()}", flush=True)
        print(f"one core, random play, seed {SEED}; medians of {runs} runs of about {options.seconds:g} s")
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
        print(format_table(shown))
    if build.profile != "release":
        print(f"this is a {build.profile} build, many times slower than a release build", file=sys.stderr)
    return 0


def machine() -> str:
    """What the figures were measured on."""
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def measurements(name: str, size: int) -> list[tuple[str, str, Callable[[], int]]]:
    """What is measured: its name, what is counted, and a function that does some of it and returns how much."""
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
    """Every state of a few random games, so that none is asked twice in a row."""
    states = []
    for stream in range(4):
        state = module.State(rules, seed=SEED, stream=stream)
        while state.current_player is not None:
            states.append(state.copy())
            state.push(state.legal_actions()[len(states) % len(state.legal_actions())])
    return states


def measured(work: Callable[[], int], runs: int, seconds: float) -> dict[str, float]:
    """How much is done a second: the median, the slowest and the fastest of some runs."""
    work()  # what is done but once is not counted
    speeds = sorted(speed(work, seconds) for _ in range(runs))
    return {"median": statistics.median(speeds), "slowest": speeds[0], "fastest": speeds[-1]}


def speed(work: Callable[[], int], seconds: float) -> float:
    since = time.perf_counter()
    done = work()
    while (taken := time.perf_counter() - since) < seconds:
        done += work()
    return done / taken
