"""How work scales: `python benches/scaling.py measure`, with `--ray` where Ray is installed, and `simulate`.

`measure` prints the overhead of a shard on each executor, the bytes of shards of three kinds of work, and how well two
workers do against one process. `simulate` counts how long many workers wait, from a few measured figures.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from oxideal import doudizhu
from oxideal._registry import module_of
from oxideal.arena.entry import entries_of
from oxideal.arena.pool import MAX_CHUNK, _pickled, _runner
from oxideal.arena.runner import Task
from oxideal.cli.playouts import MAX_SHARD, _player
from oxideal.executors.run import running

WORKERS = (1, 10, 100, 1000)
SHARDS = (0.1, 0.3, 1.0, 3.0, 10.0)
"""Seconds of work in a shard."""


def main() -> None:
    parser = argparse.ArgumentParser(description="How work scales.")
    commands = parser.add_subparsers(required=True)
    measured = commands.add_parser("measure", help="overhead and speed on this machine")
    measured.add_argument("--ray", action="store_true", help="on Ray too, started here with two processors")
    measured.set_defaults(run=measure)
    simulated = commands.add_parser("simulate", help="efficiency of many workers")
    simulated.add_argument("--overhead", type=float, required=True, help="seconds of the main process for a shard")
    simulated.add_argument("--spread", type=float, default=0.3, help="standard deviation of a shard, relative")
    simulated.set_defaults(run=simulate)
    options = parser.parse_args()
    options.run(options)


def nothing(_argument: Any, _note: Any) -> Callable[[int, int], int]:
    return _first


def _first(first: int, _count: int) -> int:
    return first


def measure(options: argparse.Namespace) -> None:
    several: list[int | str] = [2]
    with ExitStack() as stack:
        if options.ray:
            import ray

            ray.init(num_cpus=2, log_to_driver=False, logging_level="ERROR")
            stack.callback(ray.shutdown)
            several.append("ray")
        for jobs in several:
            with running(jobs, nothing, None) as run:
                list(run.calls((each, 1) for each in range(50)))  # started
                start = perf_counter()
                list(run.calls((each, 1) for each in range(1000)))
                print(f"{jobs} jobs: {perf_counter() - start:.2f} ms a shard that does nothing")
        for name, work in works().items():
            size = len(pickle.dumps(work.build(work.argument, [-1, -1, -1])(0, work.usual)))
            print(f"{name}: {size:,} bytes a shard of {work.usual:,}")
            for jobs in several:
                runs = [(played(1, work), played(jobs, work)) for _ in range(3)]
                speed = sorted(one.elapsed / two.elapsed / 2 for one, two in runs)
                processor = median(one.processor / two.processor for one, two in runs)
                busy = median(two.busy for _, two in runs)
                print(
                    f"{name}, {jobs} jobs: {speed[1]:.0%} of twice the speed ({speed[0]:.0%} to {speed[2]:.0%}), "
                    f"{processor:.1%} of the processor time, workers busy {busy:.1%} of the time"
                )


class Work(NamedTuple):
    build: Any
    argument: Any
    numbers: range
    most: int
    usual: int
    """What a shard of half a second has, about."""


def works() -> dict[str, Work]:
    return {
        "arena of quick bots": Work(_runner, _task("doudizhu", ["rule", "random"]), range(5000), MAX_CHUNK, 200),
        "arena with search": Work(_runner, _task("rummy", ["search:400it", "rule"]), range(40), MAX_CHUNK, 6),
        "playouts": Work(_player, ("doudizhu", doudizhu.Rules(), 7, 1), range(3_000_000), MAX_SHARD, 200_000),
    }


def _task(game: str, bots: list[str]) -> bytes:
    module = module_of(game)
    return _pickled(Task(module.__name__, module.Rules(), entries_of(bots, 7), ((0, 1),), 7, 1.0, False, True))


class Played(NamedTuple):
    elapsed: float
    processor: float
    """Processor time of the workers and of this process."""
    busy: float
    """Share of their time in which workers had work."""


def counting(work: Work, note: Any) -> Callable[[int, int], tuple[float, float]]:
    """Return the function of a work, which returns its result with the processor time, and the seconds."""
    function = work.build(work.argument, note)

    def counted(first: int, count: int) -> Any:
        start = process_time()
        result, seconds = function(first, count)
        return (result, process_time() - start), seconds

    return counted


def played(jobs: int | str, work: Work) -> Played:
    """Play a work with workers that have been started."""
    busy = 0.0
    with running(jobs, counting, work) as run:
        list(run.calls((0, 1) for _ in range(6)))
        calls = run.calls

        def counted(given: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
            nonlocal busy
            for result, seconds in calls(given):
                busy += seconds
                yield result, seconds

        run.calls = counted  # type: ignore[assignment, method-assign]
        start, own = perf_counter(), process_time()
        processor = sum(each[1] for each in run.shards(work.numbers, work.most))
        elapsed = perf_counter() - start
        if jobs == 1:
            processor = 0.0  # it is in this process
        return Played(elapsed, processor + process_time() - own, busy / elapsed / run.workers)


def simulate(options: argparse.Namespace) -> None:
    print("seconds a shard" + "".join(f"{workers:>10,}" for workers in WORKERS))
    for seconds in SHARDS:
        shares = (efficiency(workers, seconds, options.overhead, options.spread) for workers in WORKERS)
        print(f"{seconds:15g}" + "".join(f"{share:>10.1%}" for share in shares))


def efficiency(workers: int, seconds: float, overhead: float, spread: float) -> float:
    """Return the share of their time that workers work, over 50 shards for each.

    The main process starts a shard and takes its result, each in half the overhead. It takes results in order, and
    three shards for each worker are under way.
    """
    chance = random.Random(7)
    shards = 50 * workers
    durations = [max(0.05 * seconds, chance.gauss(seconds, spread * seconds)) for _ in range(shards)]
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


if __name__ == "__main__":
    from scaling import main as importable  # Ray's workers cannot import from `__main__`

    importable()
