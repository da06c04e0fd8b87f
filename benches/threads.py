"""How much faster several Python threads play than one, each with a bot and rounds of its own.

    python benches/threads.py [--threads 8] [--seconds 5]

The bots are called from Python for each decision, so with a lock of the interpreter the threads wait for each other.
`PYTHON_GIL=1` turns the lock of a Python on that can do without.
"""

from __future__ import annotations

import argparse
import platform
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from oxideal import doudizhu as dd
from oxideal.bots import RuleBot


def main() -> None:
    parser = argparse.ArgumentParser(description="Threads that play, with and without the interpreter's lock.")
    parser.add_argument("--threads", type=int, default=8, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=5, help="for each number of threads (default: %(default)s)")
    options = parser.parse_args()
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"Python {platform.python_version()}, {'with' if locked else 'without'} a lock")
    alone = played(1, options.seconds)
    together = played(options.threads, options.seconds)
    print(
        f"decisions a second: 1 thread {alone:,.0f}, {options.threads} threads {together:,.0f} ({together / alone:.2f})"
    )


def played(threads: int, seconds: float) -> float:
    """Return the number of decisions a second that this number of threads makes."""
    with ThreadPoolExecutor(threads) as pool:
        end = perf_counter() + seconds
        return sum(pool.map(lambda thread: play(thread, end), range(threads))) / seconds


def play(thread: int, end: float) -> int:
    bot, rules, decisions, deal = RuleBot(), dd.Rules(), 0, 0  # threads that share an object wait for its counter
    while perf_counter() < end:
        state = dd.State(rules, seed=thread, stream=deal)
        while (seat := state.current_player) is not None:
            state.push(bot.choose(state.view(seat)))
            decisions += 1
        deal += 1
    return decisions


if __name__ == "__main__":
    main()
