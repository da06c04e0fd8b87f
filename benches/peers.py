"""Dou Dizhu and Rummy driven from Python, beside OpenSpiel on the same machine: `make bench-peers`.

What listing the legal actions and playing one takes together, and what a copy takes, on the way through random rounds;
of Dou Dizhu whole rounds in a Python loop, too, where OpenSpiel's include its 51 chance nodes. Beside Rummy stands
OpenSpiel's gin_rummy, which is another game: nothing is laid down before the end. Only what one decision costs can be
compared.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

import pyspiel  # type: ignore[import-not-found]  # it is in the peers' environment only

from oxideal import doudizhu, rummy

RUNS = 5
SEED = 1


class Side(Protocol):
    """One engine with its game."""

    def play_rounds(self, rounds: int) -> None:
        """Plays random rounds from the deal to the end."""

    def ways(self, rounds: int) -> list[tuple[Any, list[int]]]:
        """Random rounds: the state after the deal, and the actions played from there by the players."""

    def play(self, state: Any) -> Callable[[int], None]:
        """What plays an action of a state."""

    def copy(self, state: Any) -> Callable[[], Any]:
        """What copies a state."""


def main() -> None:
    """Prints one table a game."""
    compare("Dou Dizhu", Ours(doudizhu), Theirs("dou_dizhu"), rounds=1_000, whole=True)
    compare("Rummy, and gin rummy, which is another game", Ours(rummy), Theirs("gin_rummy"), rounds=100, whole=False)


def compare(title: str, ours: Side, theirs: Side, rounds: int, *, whole: bool) -> None:
    """One table."""
    figures: dict[str, Callable[[Side], float]] = {
        "nanoseconds to list and play": lambda side: list_and_play(side, rounds) * 1e9,
        "nanoseconds to copy": lambda side: copying(side, rounds // 10) * 1e9,
    }
    if whole:
        figures = {"microseconds a round": lambda side: timed(side.play_rounds, rounds) * 1e6, **figures}
    print(f"{title}, from Python, {RUNS} runs of {rounds:,} random rounds, medians (lowest to highest)")
    for name, measure in figures.items():
        # In turn, so that a slow moment of the machine is nobody's alone.
        results = [[measure(side) for side in (ours, theirs)] for _ in range(RUNS)]
        each_side = tuple(zip(*results, strict=True))
        for side, each in zip(("oxideal", "OpenSpiel"), each_side, strict=True):
            print(f"  {name:30} {side:10} {statistics.median(each):9,.0f}  ({min(each):,.0f} to {max(each):,.0f})")
        print(f"  {'':30} {'ratio':10} {statistics.median(each_side[1]) / statistics.median(each_side[0]):9.2f}")


def timed(work: Callable[[int], None], times: int) -> float:
    """Seconds for one of so many."""
    start = time.perf_counter()
    work(times)
    return (time.perf_counter() - start) / times


def list_and_play(side: Side, rounds: int) -> float:
    """Seconds for one decision: its legal actions, and the action that was played. The loop itself counts too."""
    ways = side.ways(rounds)
    start = time.perf_counter()
    for state, way in ways:
        play = side.play(state)
        for action in way:
            state.legal_actions()
            play(action)
    return (time.perf_counter() - start) / sum(len(way) for _, way in ways)


def copying(side: Side, rounds: int) -> float:
    """Seconds for a copy, at every decision of the rounds."""
    seconds, times = 0.0, 0
    for state, way in side.ways(max(rounds, 1)):
        copy, play = side.copy(state), side.play(state)
        for action in way:
            start = time.perf_counter()
            for _ in range(10):
                copy()
            seconds += time.perf_counter() - start
            times += 10
            play(action)
    return seconds / times


class Ours:
    """oxideal's engine."""

    def __init__(self, game: ModuleType) -> None:
        self.game = game

    def play_rounds(self, rounds: int) -> None:
        choose = random.Random(SEED).choice
        rules = self.game.Rules()
        for stream in range(rounds):
            state = self.game.State(rules, seed=SEED, stream=stream)
            while legal := state.legal_actions():
                state.push(choose(legal))

    def ways(self, rounds: int) -> list[tuple[Any, list[int]]]:
        choose = random.Random(SEED).choice
        rules = self.game.Rules()
        ways = []
        for stream in range(rounds):
            state = self.game.State(rules, seed=SEED, stream=stream)
            dealt = state.copy()
            while legal := state.legal_actions():
                state.push(choose(legal))
            ways.append((dealt, list(state.history)))
        return ways

    def play(self, state: Any) -> Callable[[int], None]:
        push: Callable[[int], None] = state.push
        return push

    def copy(self, state: Any) -> Callable[[], Any]:
        copy: Callable[[], Any] = state.copy
        return copy


class Theirs:
    """OpenSpiel's."""

    def __init__(self, game: str) -> None:
        self.game = pyspiel.load_game(game)

    def play_rounds(self, rounds: int) -> None:
        choose = random.Random(SEED).choice
        for _ in range(rounds):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose(state.legal_actions()))

    def ways(self, rounds: int) -> list[tuple[Any, list[int]]]:
        """A card drawn from a stock is a chance node within the play, and counts as a decision of its own."""
        choose = random.Random(SEED).choice
        ways: list[tuple[Any, list[int]]] = []
        while len(ways) < rounds:
            state = self.game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(choose(state.legal_actions()))
            dealt = state.clone()
            way: list[int] = []
            while not state.is_terminal():
                action = choose(state.legal_actions())
                way.append(action)
                state.apply_action(action)
            ways.append((dealt, way))
        return ways

    def play(self, state: Any) -> Callable[[int], None]:
        apply_action: Callable[[int], None] = state.apply_action
        return apply_action

    def copy(self, state: Any) -> Callable[[], Any]:
        clone: Callable[[], Any] = state.clone
        return clone


if __name__ == "__main__":
    main()
