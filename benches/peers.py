"""Our engine, driven from Python, compared with other programs on the same machine in the same run:
`make bench-peers`.

The output is one table. Each row is some work that all sides do in turn, RUNS times, so that a slow
moment of the machine affects all of them. Figures are medians (lowest to highest); the last column
is the median over the turns of how many times faster the first side is. Everything runs on one
thread unless the row says otherwise.

- *Whole games, the engine alone*: ours are `playouts`, OpenSpiel's are `evaluate_bots` with its
  own random bots.
- *Steps*: each lists the legal actions, plays a random one, and makes the next player's
  observation: ours by a batch of 4,096 rounds, with `sample_actions` and `step`; the others one
  round at a time, as designed. Deals and chance nodes do not count as steps but do count as time.
- *A look ahead*: copy a state, list the legal actions and play 20 times, and discard the copy.

OpenSpiel's Dou Dizhu has an auction like ours; RLCard's and DouZero's start with the play. Our
Rummy is compared with gin rummy, a different game: only the cost of one decision is comparable.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import rlcard  # type: ignore[import-not-found]  # in the peers' environment only
from douzero.env.env import Env as DouZeroEnv  # type: ignore[import-not-found]  # likewise
from open_spiel.python import rl_environment  # type: ignore[import-untyped]
from open_spiel.python.vector_env import SyncVectorEnv  # type: ignore[import-untyped]

import oxideal
from oxideal import doudizhu, foursquare, mexican_train, rummy

RUNS = 5
SEED = 1
SIDE_BY_SIDE = 4_096
"""Rounds per batch."""

LOOK_AHEAD = 20

Measure = Callable[[], float]
"""Does some work and returns its rate per second."""


class Row(NamedTuple):
    """Some work and the sides that do it; the first side is ours."""

    what: str
    sides: dict[str, Measure]


def main() -> None:
    """Print the table."""
    info = oxideal.build_info()
    peers = ", ".join(f"{name} {version(name)}" for name in ("open-spiel", "rlcard", "douzero"))
    print(f"oxideal {info.version} ({info.build}), {peers}")
    print(f"medians of {RUNS} turns; times: how many times faster the first side is")
    print(f"{'':56}{'a second':>12}  {'lowest to highest':26}{'times':>8}")
    for row in rows():
        results: dict[str, list[float]] = {side: [] for side in row.sides}
        for _ in range(RUNS):
            for side, measure in row.sides.items():
                results[side].append(measure())
        print(row.what)
        first = next(iter(results.values()))
        for side, each in results.items():
            times = statistics.median(one / other for one, other in zip(first, each, strict=True))
            ratio = "" if each is first else f"{times:8,.2f}"
            print(f"    {side:52}{statistics.median(each):12,.0f}  {f'{min(each):,.0f} to {max(each):,.0f}':26}{ratio}")
    whole, more = map(int, elsewhere(MEMORY).split())
    print("Dou Dizhu, a batch of 100,000 rounds after 200 random steps: megabytes of resident memory")
    print(f"    {'the batch':52}{more / 1e6:12,.1f}")
    print(f"    {'the whole process':52}{whole / 1e6:12,.1f}")


def rows() -> list[Row]:
    """Return the work to compare."""
    ours, theirs = Rounds(doudizhu.State, doudizhu.Rules()), Spiel("dou_dizhu")
    our_rummy, gin_rummy = Rounds(rummy.State, rummy.Rules()), Spiel("gin_rummy")
    batch = Batch(doudizhu)
    return [
        Row("Dou Dizhu, whole random games, the engine alone", {"oxideal": playouts, "OpenSpiel": theirs.bots}),
        Row("Dou Dizhu, whole random games in a loop of Python", {"oxideal": ours.games, "OpenSpiel": theirs.games}),
        Row("Dou Dizhu, legal actions and one play", {"oxideal": ours.plays, "OpenSpiel": theirs.plays}),
        Row("Dou Dizhu, copies", {"oxideal": ours.copies, "OpenSpiel": theirs.copies}),
        Row("Dou Dizhu, looks ahead", {"oxideal": ours.looks_ahead, "OpenSpiel": theirs.looks_ahead}),
        Row(
            "Dou Dizhu, steps",
            {
                "oxideal, a batch": batch.steps,
                "OpenSpiel": theirs.steps,
                "OpenSpiel, SyncVectorEnv of 64": Vectors("dou_dizhu", 64).steps,
                "RLCard": Card("doudizhu").steps,
                "DouZero": DouZero().steps,
            },
        ),
        Row("Rummy, legal actions and one play", {"oxideal": our_rummy.plays, "OpenSpiel, gin rummy": gin_rummy.plays}),
        Row("Rummy, copies", {"oxideal": our_rummy.copies, "OpenSpiel, gin rummy": gin_rummy.copies}),
        Row("Rummy, steps", {"oxideal, a batch": Batch(rummy).steps, "RLCard, gin rummy": Card("gin-rummy").steps}),
        Row("Dou Dizhu, steps of a batch", {"two threads": Batch(doudizhu, threads=2).steps, "one": batch.steps}),
        *(
            Row(
                f"{name}, steps of a batch",
                {"without choosing the actions": Batch(game).steps_alone, "with sample_actions": Batch(game).steps},
            )
            for name, game in GAMES.items()
        ),
        *(
            Row(
                f"{name}, whole random games, each build in a program of its own",
                {build: partial(alone, game.__name__, build) for build in builds()},
            )
            for name, game in GAMES.items()
        ),
    ]


GAMES = {"Dou Dizhu": doudizhu, "Mexican Train": mexican_train, "Rummy": rummy, "FourSquare": foursquare}


def rate(work: Callable[[], int]) -> float:
    """Return the rate of some work, which returns its amount."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def playouts() -> float:
    """Random games of our engine."""
    games = 200_000
    return rate(lambda: len(doudizhu.playouts(doudizhu.Rules(), games, SEED).lengths))


class Batch:
    """Our batch: endless random rounds."""

    def __init__(self, game: Any, threads: int = 1) -> None:
        self.batch = game.Batch(game.Rules(), SIDE_BY_SIDE, SEED, threads=threads)
        self.number = 0

    def steps(self, times: int = 300) -> float:
        """Steps including the choice of actions."""

        def work() -> int:
            for _ in range(times):
                self.number += 1
                self.batch.step(self.batch.sample_actions(self.number))
            return times * SIDE_BY_SIDE

        return rate(work)

    def steps_alone(self, times: int = 300) -> float:
        """The time of `step` only, without the choice of actions."""
        seconds = 0.0
        for _ in range(times):
            self.number += 1
            actions = self.batch.sample_actions(self.number)
            start = time.perf_counter()
            self.batch.step(actions)
            seconds += time.perf_counter() - start
        return times * SIDE_BY_SIDE / seconds


class Rounds:
    """Our states, one at a time."""

    def __init__(self, state: Any, rules: Any) -> None:
        self.state, self.rules = state, rules

    def games(self, rounds: int = 3_000) -> float:
        """Whole random rounds, from the deal to the end."""
        choose = random.Random(SEED).choice

        def work() -> int:
            for stream in range(rounds):
                state = self.state(self.rules, seed=SEED, stream=stream)
                while legal := state.legal_actions():
                    state.push(choose(legal))
            return rounds

        return rate(work)

    def plays(self) -> float:
        """The legal actions and the action played, at each decision."""

        def work() -> int:
            for state, way in ways:
                for action in way:
                    state.legal_actions()
                    state.push(action)
            return sum(len(way) for _, way in ways)

        ways = self._ways(100_000)
        return rate(work)

    def copies(self) -> float:
        """Copies at each decision."""
        return copies((state, state.copy, state.push, way) for state, way in self._ways(5_000))

    def looks_ahead(self) -> float:
        """A copy, some plays, and the copy is discarded."""

        def work() -> int:
            for state, way in ways:
                ahead = state.copy()
                for action in way[:LOOK_AHEAD]:
                    ahead.legal_actions()
                    ahead.push(action)
            return len(ways)

        ways = self._ways(100_000)
        return rate(work)

    def _ways(self, decisions: int) -> list[tuple[Any, list[int]]]:
        """Return random rounds with this many decisions in total: the state after the deal and the
        actions played.
        """
        choose = random.Random(SEED).choice
        ways: list[tuple[Any, list[int]]] = []
        while decisions > 0:
            state = self.state(self.rules, seed=SEED, stream=len(ways))
            dealt = state.copy()
            while legal := state.legal_actions():
                state.push(choose(legal))
            ways.append((dealt, list(state.history)))
            decisions -= len(ways[-1][1])
        return ways


class Spiel:
    """OpenSpiel's states, one at a time."""

    def __init__(self, game: str) -> None:
        self.game = pyspiel.load_game(game)
        seats = range(self.game.num_players())
        self.random_bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in seats]

    def bots(self, rounds: int = 5_000) -> float:
        """Whole random rounds, with the loop in C++."""

        def work() -> int:
            for number in range(rounds):
                pyspiel.evaluate_bots(self.game.new_initial_state(), self.random_bots, number)
            return rounds

        return rate(work)

    def games(self, rounds: int = 1_500) -> float:
        """Whole random rounds with their chance nodes (51 in Dou Dizhu)."""
        choose = random.Random(SEED).choice

        def work() -> int:
            for _ in range(rounds):
                state = self.game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(choose(state.legal_actions()))
            return rounds

        return rate(work)

    def steps(self, times: int = 50_000) -> float:
        """The current player's observation, the legal actions, and a play."""
        choose = random.Random(SEED).choice

        def work() -> int:
            state = self.game.new_initial_state()
            for _ in range(times):
                while state.is_chance_node():
                    state.apply_action(choose(state.legal_actions()))
                state.observation_tensor(state.current_player())
                state.apply_action(choose(state.legal_actions()))
                if state.is_terminal():
                    state = self.game.new_initial_state()
            return times

        return rate(work)

    def plays(self) -> float:
        """The legal actions and the action played, at each decision."""

        def work() -> int:
            for state, way in ways:
                for action in way:
                    state.legal_actions()
                    state.apply_action(action)
            return sum(len(way) for _, way in ways)

        ways = self._ways(30_000)
        return rate(work)

    def copies(self) -> float:
        """Copies at each decision."""
        return copies((state, state.clone, state.apply_action, way) for state, way in self._ways(500))

    def looks_ahead(self) -> float:
        """A copy, some plays, and the copy is discarded."""

        def work() -> int:
            for state, way in ways:
                ahead = state.clone()
                for action in way[:LOOK_AHEAD]:
                    ahead.legal_actions()
                    ahead.apply_action(action)
            return len(ways)

        ways = self._ways(100_000)
        return rate(work)

    def _ways(self, decisions: int) -> list[tuple[Any, list[int]]]:
        """As for ours; drawing a card from a stock is a chance node during the play and counts as a decision."""
        choose = random.Random(SEED).choice
        ways: list[tuple[Any, list[int]]] = []
        while decisions > 0:
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
            decisions -= len(way)
        return ways


def copies(ways: Any) -> float:
    """Ten copies at each decision; the plays between them are not counted."""
    seconds, times = 0.0, 0
    for _, copy, play, way in ways:
        for action in way:
            start = time.perf_counter()
            for _ in range(10):
                copy()
            seconds += time.perf_counter() - start
            times += 10
            play(action)
    return times / seconds


class Vectors:
    """OpenSpiel's own batch: a list of environments stepped together."""

    def __init__(self, game: str, n: int) -> None:
        self.n = n
        self.environments = SyncVectorEnv([rl_environment.Environment(game) for _ in range(n)])
        self.times = self.environments.reset()

    def steps(self, times: int = 30) -> float:
        """Random legal actions."""
        choose = random.Random(SEED).choice

        def work() -> int:
            for _ in range(times):
                outputs = []
                for step in self.times:
                    seen = step.observations
                    outputs.append(Choice(choose(seen["legal_actions"][seen["current_player"]])))
                self.times, *_ = self.environments.step(outputs, reset_if_done=True)
            return times * self.n

        return rate(work)


class Choice(NamedTuple):
    """The form of agent output that SyncVectorEnv accepts."""

    action: int


class Card:
    """An RLCard environment."""

    def __init__(self, game: str) -> None:
        self.environment = rlcard.make(game, config={"seed": SEED})
        self.state, _ = self.environment.reset()

    def steps(self, times: int = 1_500) -> float:
        """Random legal actions."""
        choose = random.Random(SEED).choice

        def work() -> int:
            for _ in range(times):
                self.state, _ = self.environment.step(choose(list(self.state["legal_actions"])))
                if self.environment.is_over():
                    self.state, _ = self.environment.reset()
            return times

        return rate(work)


class DouZero:
    """DouZero's environment, whose observation has a row for each legal action."""

    def __init__(self) -> None:
        self.environment = DouZeroEnv("wp")
        self.seen = self.environment.reset()

    def steps(self, times: int = 1_500) -> float:
        """Random legal actions."""
        choose = random.Random(SEED).choice

        def work() -> int:
            for _ in range(times):
                self.seen, _, done, _ = self.environment.step(choose(self.seen["legal_actions"]))
                if done:
                    self.seen = self.environment.reset()
            return times

        return rate(work)


MEMORY = """
import numpy
from oxideal import doudizhu

def resident():
    lines = open("/proc/self/status")
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

doudizhu.Batch(doudizhu.Rules(), 1)
before = resident()
batch = doudizhu.Batch(doudizhu.Rules(), 100_000, seed=1)
for number in range(200):
    batch.step(batch.sample_actions(number))
print(resident(), resident() - before)
"""

PLAYOUTS = """
import importlib, sys, time

game = importlib.import_module(sys.argv[1])
games, start = 0, time.perf_counter()
while time.perf_counter() - start < 0.5:
    game.playouts(game.Rules(), 5_000, seed=1, first=games)
    games += 5_000
print(games / (time.perf_counter() - start))
"""


def builds() -> list[str]:
    """Return the builds of our engine, the one in use first."""
    info = oxideal.build_info()
    return [info.build, *(build for build in info.available if build != info.build)]


def alone(game: str, build: str) -> float:
    """Return the rate of random games in the build of this name."""
    return float(elsewhere(PLAYOUTS, game, build=build))


def elsewhere(script: str, *arguments: str, build: str = "") -> str:
    """Return the output of a script in its own process, with the build of this name or the default."""
    environment = {**os.environ, "OXIDEAL_CPU": build} if build else None
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    random.seed(SEED)
    np.random.seed(SEED)  # noqa: NPY002  # RLCard's and DouZero's deals come from there
    main()
