"""Speed of self-play with each form of legal actions: `python benches/masks.py`.

The forms take turns, and the clock is the processor time of one thread, so that other programs disturb little.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from time import process_time
from typing import Any

from oxideal.envs import BatchEnv

ROWS, STEPS, RUNS = 1000, 200, 9

RULES = {"doudizhu": {"all_pass": "void"}, "mexican_train": {}, "rummy": {}}


def rate(envs: BatchEnv, look: Callable[[BatchEnv], Any]) -> float:
    """Return the steps of all rows together in a second of processor time."""
    envs.reset(seed=1)
    start = process_time()
    for step in range(STEPS):
        envs.step(envs.batch.sample_actions(step))
        look(envs)
    return ROWS * STEPS / (process_time() - start)


def main() -> None:
    """Print the median and the range of the runs for each game and form."""
    for game, rules in RULES.items():
        print(f"{game}, {ROWS:,} rows, {RUNS} runs: steps a second of processor time")
        forms: dict[str, tuple[BatchEnv, Callable[[BatchEnv], Any]]] = {
            str(form): (BatchEnv(game, ROWS, rules, masks=form), lambda _: None) for form in (None, "int8", "ids")
        }
        forms["action_masks()"] = BatchEnv(game, ROWS, rules, masks=None), BatchEnv.action_masks
        rates: dict[str, list[float]] = {name: [] for name in forms}
        for _ in range(RUNS):
            for name, (envs, look) in forms.items():
                rates[name].append(rate(envs, look))
        for name, each in rates.items():
            print(f"  {name:15} {statistics.median(each):11,.0f} ({min(each):,.0f} to {max(each):,.0f})", flush=True)


if __name__ == "__main__":
    main()
