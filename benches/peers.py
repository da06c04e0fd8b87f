"""Dou Dizhu driven from Python, beside OpenSpiel on the same machine: `make bench-peers`.

Whole random rounds in a Python loop, and what listing the legal actions and playing one takes together. OpenSpiel deals
by 51 chance nodes, which its own rounds include; the second figure leaves them out.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pyspiel  # type: ignore[import-not-found]  # it is in the peers' environment only

from oxideal import doudizhu

RUNS = 5
ROUNDS = 1_000
SEED = 1


def main() -> None:
    """Prints one table."""
    sides: list[Ours | Theirs] = [Ours(), Theirs()]
    figures: dict[str, Callable[[Ours | Theirs], float]] = {
        "microseconds a round": lambda side: timed(side.play_rounds, ROUNDS) * 1e6,
        "nanoseconds to list and play": lambda side: side.list_and_play(ROUNDS) * 1e9,
    }
    print(f"Dou Dizhu from Python, {RUNS} runs of {ROUNDS:,} random rounds, medians (lowest to highest)")
    for name, measure in figures.items():
        # In turn, so that a slow moment of the machine is nobody's alone.
        results = [[measure(side) for side in sides] for _ in range(RUNS)]
        ours, theirs = zip(*results, strict=True)
        for side, each in (("oxideal", ours), ("OpenSpiel", theirs)):
            print(f"  {name:30} {side:10} {statistics.median(each):9,.0f}  ({min(each):,.0f} to {max(each):,.0f})")
        print(f"  {'':30} {'ratio':10} {statistics.median(theirs) / statistics.median(ours):9.2f}")


def timed(work: Callable[[int], None], times: int) -> float:
    """Seconds for one of so many."""
    start = time.perf_counter()
    work(times)
    return (time.perf_counter() - start) / times


class Ours:
    """oxideal's engine."""

    def play_rounds(self, rounds: int) -> None:
        choose = random.Random(SEED).choice
        rules = doudizhu.Rules()
        for stream in range(rounds):
            state = doudizhu.State(rules, seed=SEED, stream=stream)
            while legal := state.legal_actions():
                state.push(choose(legal))

    def list_and_play(self, rounds: int) -> float:
        choose = random.Random(SEED).choice
        rules = doudizhu.Rules()
        starts, ways = [], []
        for stream in range(rounds):
            state = doudizhu.State(rules, seed=SEED, stream=stream)
            starts.append(state.copy())
            while legal := state.legal_actions():
                state.push(choose(legal))
            ways.append(state.history)
        return replayed(starts, ways, lambda state: state.push)


class Theirs:
    """OpenSpiel's."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("dou_dizhu")

    def play_rounds(self, rounds: int) -> None:
        choose = random.Random(SEED).choice
        for _ in range(rounds):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))

    def list_and_play(self, rounds: int) -> float:
        choose = random.Random(SEED).choice
        starts, ways = [], []
        for _ in range(rounds):
            state = self.game.new_initial_state()
            way: list[int] = []
            while not state.is_terminal():
                action = choose(state.legal_actions())
                if not state.is_chance_node():
                    if not way:
                        starts.append(state.clone())
                    way.append(action)
                state.apply_action(action)
            ways.append(way)
        return replayed(starts, ways, lambda state: state.apply_action)


def replayed(starts: list[Any], ways: list[Any], play: Callable[[Any], Callable[[int], None]]) -> float:
    """Seconds for one decision: its legal actions, and the action that was played. The loop itself counts too."""
    start = time.perf_counter()
    for state, way in zip(starts, ways, strict=True):
        push = play(state)
        for action in way:
            state.legal_actions()
            push(action)
    return (time.perf_counter() - start) / sum(map(len, ways))


if __name__ == "__main__":
    main()
