"""Memory of batches, states and a server's tables: `python benches/memory.py`.

By how much the resident memory of a new process grows, so this needs Linux.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from oxideal._registry import GAMES
from oxideal.bots import NetBot

ROUNDS = 20_000
STEPS = 50
"""Random steps of a batch, after which its rounds are no longer all at the same point."""
STATES = 4_000
PLIES = 20
TABLES = 10_000
"""Rounds of Dou Dizhu at all stages, each with the views of its seats; every third has a bot of its own."""


def main() -> None:
    """Print a table, each figure from a process of its own."""
    print("| bytes | a round of a batch, arrays aside | a state | a kept ply |\n|---|---:|---:|---:|")
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as processes:
        for game in GAMES:
            batch = processes.submit(of_batch, game).result()
            state, later = (processes.submit(of_state, game, plies).result() for plies in (0, PLIES))
            print(f"| {game} | {batch:,.0f} | {state:,.0f} | {(later - state) / PLIES:,.0f} |")
        tables = processes.submit(of_tables).result() / 10**6
        print(f"\n{TABLES:,} rounds of Dou Dizhu with their views, a third with a `NetBot`: {tables:.1f} MB")


def of_batch(game: str) -> float:
    """Return the bytes of a round of a batch, without its arrays."""
    module: Any = import_module(f"oxideal.{game}")
    before = resident()
    batch = module.Batch(module.Rules(), ROUNDS, seed=1)
    for step in range(STEPS):
        batch.step(batch.sample_actions(seed=step))
    names = ("observations", "current_player", "rewards", "terminated", "episode", "legal_offsets", "legal_ids")
    arrays: int = sum(getattr(batch, name).nbytes for name in names)
    return (resident() - before - arrays) / ROUNDS


def of_state(game: str, plies: int) -> float:
    """Return the bytes of a state after this number of random plies."""
    module: Any = import_module(f"oxideal.{game}")
    played(module, 0, plies)
    before = resident()
    states = [played(module, seed, plies) for seed in range(STATES)]
    return (resident() - before) / len(states)


def of_tables() -> float:
    """Return the bytes of the tables, with what their bots have loaded."""
    module: Any = import_module("oxideal.doudizhu")
    played(module, 0, 60)
    before = resident()
    tables = [table_of(module, number) for number in range(TABLES)]
    grown = resident() - before
    return grown if tables else 0


def table_of(module: Any, number: int) -> tuple[Any, ...]:
    state = played(module, number, number % 60)
    views = [state.view(seat) for seat in range(3)]
    bot = NetBot() if number % 3 == 0 else None
    if bot is not None and not state.is_over:
        bot.choose(views[state.current_player])
    return state, views, bot


def played(module: Any, seed: int, plies: int) -> Any:
    state, chance = module.State(module.Rules(), seed=seed), random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.push(chance.choice(state.legal_actions()))
    return state


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
