"""How work scales: `python benches/scaling.py measure`, with `--ray` where Ray is installed, and `simulate`.

`measure` prints the overhead of a part on each executor, and how much faster than one process two workers are on
three kinds of work. `simulate` counts how long many workers wait, from a few measured figures.
"""

from __future__ import annotations

import argparse
import heapq
import random
from collections.abc import Callable
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from oxideal import doudizhu
from oxideal.arena import arena
from oxideal.cli.playouts import MAX_SHARD, _player
from oxideal.executors.run import running

WORKERS = (1, 10, 100, 1000)
SHARDS = (0.1, 0.3, 1.0, 3.0, 10.0)
"""Seconds of work in a part."""


def main() -> None:
    parser = argparse.ArgumentParser(description="How work scales.")
    commands = parser.add_subparsers(required=True)
    measured = commands.add_parser("measure", help="overhead and speed on this machine")
    measured.add_argument("--ray", action="store_true", help="on Ray too, started here with two processors")
    measured.set_defaults(run=measure)
    simulated = commands.add_parser("simulate", help="efficiency of many workers")
    simulated.add_argument("--overhead", type=float, required=True, help="seconds of the main process for a part")
    simulated.add_argument("--spread", type=float, default=0.3, help="standard deviation of a part, relative")
    simulated.set_defaults(run=simulate)
    options = parser.parse_args()
    options.run(options)


def nothing(_argument: Any, _note: Any) -> Callable[[int, int], int]:
    return _first


def _first(first: int, _count: int) -> int:
    return first


def measure(options: argparse.Namespace) -> None:
    executors = [None, "processes:1", "processes:2"]
    with ExitStack() as stack:
        if options.ray:
            import ray

            ray.init(num_cpus=2, log_to_driver=False, logging_level="ERROR")
            stack.callback(ray.shutdown)
            executors.append("ray")
        for executor in executors[2:]:
            with running(executor, nothing, None) as run:
                list(run.calls((each, 1) for each in range(50)))  # started
                start = perf_counter()
                list(run.calls((each, 1) for each in range(500)))
                print(f"{executor}: {(perf_counter() - start) / 500 * 1000:.2f} ms a part that does nothing")
        for name, work in {"arena": in_arena, "playouts": in_playouts, "search": in_search}.items():
            for executor in executors[2:]:
                ratios = []
                for _ in range(3):
                    one, two = work(None), work(executor)
                    ratios.append(one / two)
                low, middle, high = sorted(ratios)
                print(f"{name}, {executor}: {middle:.2f} times one process ({low:.2f} to {high:.2f})")


def in_arena(executor: str | None) -> float:
    return _seconds(lambda: arena("doudizhu", ["rule", "random"], 8_000, seed=7, executor=executor, progress=False))


def in_search(executor: str | None) -> float:
    bots = ["search:400it", "rule"]
    return _seconds(lambda: arena("rummy", bots, 40, seed=7, executor=executor, progress=False))


def in_playouts(executor: str | None) -> float:
    def play() -> None:
        with running(executor, _player, ("doudizhu", doudizhu.Rules(), 7, 1)) as run:
            for _ in run.shards(range(3_000_000), MAX_SHARD):
                pass

    return _seconds(play)


def simulate(options: argparse.Namespace) -> None:
    print("seconds a part" + "".join(f"{workers:>10,}" for workers in WORKERS))
    for seconds in SHARDS:
        shares = (efficiency(workers, seconds, options.overhead, options.spread) for workers in WORKERS)
        print(f"{seconds:14g}" + "".join(f"{share:>10.1%}" for share in shares))


def efficiency(workers: int, seconds: float, overhead: float, spread: float) -> float:
    """Return the share of their time that workers work, over 50 parts for each.

    The main process starts a part and takes its result, each in half the overhead. It takes results in order, and
    three parts for each worker are under way.
    """
    chance = random.Random(7)
    parts = 50 * workers
    durations = [max(0.05 * seconds, chance.gauss(seconds, spread * seconds)) for _ in range(parts)]
    free = [0.0] * workers
    ended: list[float] = []
    now, taken = 0.0, 0
    for duration in durations:
        if len(ended) - taken == 3 * workers:
            now = max(now, ended[taken]) + overhead / 2
            taken += 1
        now += overhead / 2
        end = max(now, heapq.heappop(free)) + duration
        heapq.heappush(free, end)
        ended.append(end)
    for end in ended[taken:]:
        now = max(now, end) + overhead / 2
    return sum(durations) / (workers * now)


def _seconds(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


if __name__ == "__main__":
    from scaling import main as importable  # Ray's workers cannot import from `__main__`

    importable()
