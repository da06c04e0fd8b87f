"""Pieces of work of all kinds for `soak.py`, each about a second long, with checks."""

from __future__ import annotations

import pickle
import random
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import gymnasium
import numpy as np

from oxideal import OxidealError, differential, svg
from oxideal._registry import GAMES, NAMES, module_of
from oxideal.arena import arena
from oxideal.bots import Limit, RandomBot, RuleBot, SearchBot, solve
from oxideal.envs import BatchEnv
from oxideal.record import Record, dumps, loads, read, replay

if TYPE_CHECKING:
    from collections.abc import Callable


class Wrong(Exception):  # noqa: N818 (it is a result)
    """A condition is violated."""


def check(fact: object, what: str) -> None:
    """Check a condition."""
    if not fact:
        raise Wrong(what)


class Raises:
    """A faulty bot that never answers."""

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        raise RuntimeError(f"no idea what to do at seat {view.seat}")


class Dawdles:
    """A good bot that is sometimes late, at times when the arena no longer waits for it."""

    limit = Limit(time=0.001)

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Any, limit: Limit | None = None) -> Any:  # noqa: ARG002
        self.asked += 1
        if self.asked % 20 == 0:
            time.sleep(0.03)
        return RuleBot().choose(view)


def game_of(turn: int) -> str:
    return NAMES[turn % len(NAMES)]


def rules_of(game: str, turn: int) -> Any:
    """Return the rules of the differential tests in turn."""
    each = differential.GAMES[game]
    return module_of(game).Rules.from_dict(each[turn // len(NAMES) % len(each)])


def played(game: str, rules: Any, seed: int, most: int = 10_000) -> Any:
    """Play a random round, to its end unless it is too long."""
    chance = random.Random(seed)
    state = module_of(game).State(rules, seed=seed)
    for _ in range(most):
        legal = state.legal_actions()
        if not legal:
            break
        state.push(chance.choice(legal))
    return state


def arenas(turn: int) -> int:
    """Bots of all kinds in this process, with verified records."""
    game = game_of(turn)
    rules = rules_of(game, turn)
    kinds: list[Any] = ["rule", "search:100it", "search:3ms:2", "random", Dawdles(), Raises()]
    bots = [kinds[(turn + place) % len(kinds)] for place in range(2 if rules.players > 1 else 1)]
    if rules.players == 1:
        bots.append("rule")
    deals = 4
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        result = arena(game, bots, deals, seed=turn, rules=rules, grace=0.005, records=path)
        if result.deals < deals:
            raise KeyboardInterrupt  # the arena has taken over Ctrl-C
        records = list(read(path))
    check(len(records) == deals * len(bots), f"{len(records)} records of {deals * len(bots)} games of {game}")
    for record in records:
        check_record(record)
    return len(records)


def check_record(record: Record) -> None:
    """Check a record on both engines and as a line."""
    check(loads(dumps(record)) == record, f"a record that is another one when it is read: {dumps(record)}")
    check(replay(record).payoffs == record.payoffs, f"a record that does not verify: {dumps(record)}")
    if len(record.actions) < 200:
        check(replay(record, "reference").payoffs == record.payoffs, f"a record that differs: {dumps(record)}")


def arenas_elsewhere(turn: int) -> int:
    """Starting processes takes a second each, so only every eighth time."""
    if turn % 8:
        return 0
    game = game_of(turn // 8)
    here, elsewhere = (arena(game, ["rule", "random"], 6, seed=turn, jobs=jobs) for jobs in (1, 2))
    if here.deals < 6 or elsewhere.deals < 6:
        raise KeyboardInterrupt
    for row, other in zip(here.rows, elsewhere.rows, strict=True):
        check(row.payment == other.payment, f"an arena of {game} with seed {turn} that processes play in another way")
    return 6 * 2 * 2


def batches(turn: int) -> int:
    """On one thread and on two, in the caller's arrays, after a reset as from the start."""
    games = 0
    for game in NAMES:
        rules = rules_of(game, 4 * turn)
        batch_class = module_of(game).Batch
        n = 1024
        first = batch_class(rules, n, seed=turn)
        out = {"observations": np.empty_like(first.observations), "rewards": np.empty_like(first.rewards)}
        second = batch_class(rules, n, seed=turn, threads=2, out=out)
        check(second.observations is out["observations"], "a batch that does not take an array")
        for begin in range(2):
            for step in range(40):
                actions = first.sample_actions(step)
                first.step(actions)
                second.step(actions)
            same = np.array_equal(first.observations, second.observations)
            check(same, f"batches of {game} that differ with two threads, seed {turn}, beginning {begin}")
            games += int(first.episode.sum()) + n
            first.reset()
            second.reset()
    return games


def playouts(turn: int) -> int:
    """From rules, a state and a view, on two threads."""
    games = 0
    for game in NAMES:
        rules = rules_of(game, 4 * turn)
        state = played(game, rules, turn, most=6)
        starts = [rules] if state.is_over else [rules, state, state.view(state.current_player)]
        for start in starts:
            n = 4000 if start is rules else 400
            games += len(module_of(game).playouts(start, n, seed=turn, threads=2).lengths)
    return games


def pages(turn: int) -> int:
    """Pictures of states and views, and pages that step through a round."""
    drawn = 0
    for each in range(len(NAMES)):
        game = game_of(turn + each)  # the page shows the last one
        state = played(game, rules_of(game, turn + each), turn, most=60)
        for seat in (None, 0):
            check(str(svg.draw(state, seat=seat)).startswith("<svg"), f"a picture of {game} that is none")
            drawn += 1
    page = Record.of(state).to_html("dark")
    check("</html>" in page, f"a page of {game} without an end")
    return drawn + 1


def environments(turn: int) -> int:
    """PettingZoo's and Gymnasium's environments, reset and stepped."""
    steps = 0
    for game in GAMES.values():
        if game.solitaire or game.environment is None:
            continue
        env = import_module(game.environment).env()
        for seed in (turn, None):
            env.reset(seed=seed)
            for agent in env.agent_iter(max_iter=400):
                observation, _, terminated, truncated, _ = env.last()
                done = terminated or truncated
                env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        env.close()
    single = gymnasium.make("oxideal/FourSquare-v0")
    _, info = single.reset(seed=turn)
    for _ in range(60):
        *_, terminated, truncated, info = single.step(int(np.flatnonzero(info["action_mask"])[0]))
        steps += 1
        if terminated or truncated:
            _, info = single.reset()
    single.close()
    envs = BatchEnv(game_of(turn), 600, threads=2)
    envs.reset(seed=turn)
    for step in range(30):
        envs.step(envs.batch.sample_actions(step))
        steps += 600
    envs.close()
    return steps


def rounds_compared(turn: int) -> int:
    """Engine and reference compared as by `python -m oxideal.differential`."""
    game = game_of(turn)
    each = differential.GAMES[game]
    pair = differential.backends(game)
    pair.sparse = 4
    found = pair.play(each[turn // len(NAMES) % len(each)], seed=turn)
    check(found is None, f"the engines differ: {found}")
    return pair.positions


def forms(turn: int) -> int:
    """Texts, bytes and pickles of states and views, whole and damaged, and events."""
    chance = random.Random(turn)
    done = 0
    for game in NAMES:
        state = played(game, rules_of(game, 4 * turn), turn, most=chance.randrange(80))
        tables = [state, *(state.view(seat) for seat in range(state.rules.players))]
        for table in tables:
            kind = type(table)
            data, text = table.to_bytes(), table.to_text()
            check(kind.from_bytes(data) == table == pickle.loads(pickle.dumps(table)), f"{kind} that pickles change")
            check(kind.from_text(text).to_text() == text, f"{kind} that a text changes")
            for _ in range(200):
                at = chance.randrange(len(data))
                damaged = data[:at] + chance.randbytes(chance.randrange(3)) + data[at + 1 :]
                with suppress(OxidealError):
                    kind.from_bytes(damaged)
                at = chance.randrange(len(text))
                with suppress(OxidealError):
                    kind.from_text(text[:at] + chance.choice(" 0:;-9x") + text[at + chance.randrange(3) :])
                done += 2
        for seat in range(state.rules.players):
            view = state.view(seat)
            check(type(view).from_events(state.rules, seat, state.events(seat)) == view, "events of another view")
            check(view.sample(turn).view(seat) == view, "a sample that the view does not allow")
    return done


def thoughts(turn: int) -> int:
    """Searches limited by time and by iterations, on one thread and on two, and the solver."""
    thought = 0
    for game in NAMES:
        state = played(game, rules_of(game, 4 * turn), turn, most=turn % 7)
        if state.is_over:
            continue
        view = state.view(state.current_player)
        for bot in (
            SearchBot(Limit(time=0.02), seed=turn),
            SearchBot(Limit(time=0.02), seed=turn, threads=2),
            SearchBot(Limit(iterations=50), seed=turn),
            RuleBot(),
            RandomBot(turn),
        ):
            check(state.is_legal(bot.choose(view)), f"an illegal move of {bot} in {game}")
            thought += 1
        if game in ("doudizhu", "foursquare"):
            solve(state, Limit(time=0.02))
            thought += 1
    return thought


class Work(NamedTuple):
    """A function that is called repeatedly."""

    do: Callable[[int], int]
    """Does one piece of work, different for each number; returns the amount of work."""
    unit: str


WORKS = {
    "arenas": Work(arenas, "games"),
    "arenas in processes": Work(arenas_elsewhere, "games"),
    "batches": Work(batches, "rounds"),
    "playouts": Work(playouts, "rounds"),
    "pictures": Work(pages, "pictures"),
    "environments": Work(environments, "steps"),
    "both engines": Work(rounds_compared, "positions"),
    "texts and bytes": Work(forms, "damaged"),
    "searches": Work(thoughts, "choices"),
}
