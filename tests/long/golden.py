"""Hashes of the engines' results, which show that a refactoring has changed nothing.

python tests/long/golden.py check             # every hash, a million plies of each game
python tests/long/golden.py check --plies 500 # up to the first checkpoints
python tests/long/golden.py write             # new hashes, after an intended change
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent / "data" / "golden.json"

CHECKPOINTS = (100, 500, 4_000, 20_000)
"""The numbers of plies of each rules object after which a hash is kept, besides the last one."""

PLIES = 1_000_000
"""Plies per game, spread over its rules."""

EVERY = 8
"""Views, observations, samples and bytes are hashed once in this many plies."""


class Digest:
    """SHA-256 of values as written by `repr`."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, *values: object) -> None:
        for value in values:
            self._hash.update(value if isinstance(value, bytes) else repr(value).encode())
            self._hash.update(b"\n")

    def text(self) -> str:
        return self._hash.hexdigest()[:16]


def _choices(seed: int) -> Iterator[int]:
    """Numbers that choose the moves: a plain LCG, the same on every system."""
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 33


def actions(module: Any, rules: Any) -> str:  # noqa: ARG001 (as all parts have it)
    """Hash the action table and the rules in every form."""
    digest = Digest()
    digest.add(sorted(rules.to_dict().items()), rules.num_actions, rules.players, rules.action_table_version)
    digest.add(repr(rules.observation_spec()))
    step = max(1, rules.num_actions // 5_000)
    for action in range(0, rules.num_actions, step):
        move = rules.move(action)
        digest.add(str(move), int(move), rules.action(rules.parse(str(move))))
    return digest.text()


def plies(module: Any, rules: Any, checkpoints: tuple[int, ...]) -> dict[str, str]:
    """Play random rounds and hash all their properties along the way."""
    digest, found, played, choices = Digest(), {}, 0, _choices(1)
    for stream in range(10**9):
        state = module.State(rules, seed=2026, stream=stream)
        digest.add(state.to_text())
        while not state.is_over:
            legal = state.legal_actions()
            if played % EVERY == 0:
                _look_closely(digest, module, state, played)
            chosen = legal[next(choices) % len(legal)]
            state.push(chosen)
            digest.add(legal, chosen, state.current_player, state.to_text())
            played += 1
            if played in checkpoints:
                found[str(played)] = digest.text()
                if played == checkpoints[-1]:
                    return found
        digest.add(state.payoffs, state.scores, state.to_bytes(), state.history, state.perft(2))
        for seat in range(rules.players):
            digest.add(state.events(seat), state.view(seat).to_text())
        if stream % 16 == 0:
            _undo(digest, state)
    raise AssertionError("there are fewer rounds than that")


def _look_closely(digest: Digest, module: Any, state: Any, number: int) -> None:
    digest.add(state.to_bytes(), hash(state) == hash(state.copy()), [str(move) for move in state.legal_moves()])
    for seat in range(state.rules.players):
        view = state.view(seat)
        digest.add(view.to_text(), view.to_bytes(), view.legal_actions(), view.observation().tobytes())
        if seat == number % state.rules.players:
            digest.add(view.sample(number).to_text(), view.recent)
            digest.add(module.View.from_events(state.rules, seat, state.events(seat)) == view)


def _undo(digest: Digest, state: Any) -> None:
    while state.history:
        digest.add(state.pop())
    digest.add(state.to_text())


ARRAYS = ("observations", "current_player", "rewards", "terminated", "episode", "legal_offsets", "legal_ids")


def batch(module: Any, rules: Any) -> str:
    """Hash the arrays of a batch stepped by its own random actions."""
    digest = Digest()
    games = module.Batch(rules, 32, seed=5, threads=1)
    for step in range(60):
        for name in (
            "observations",
            "current_player",
            "rewards",
            "terminated",
            "episode",
            "legal_offsets",
            "legal_ids",
        ):
            digest.add(getattr(games, name).tobytes())
        games.step(games.sample_actions(step))
    digest.add(
        games.state(3).to_text(), games.state(3).to_bytes(), games.view(4).to_bytes(), games.legal_mask().tobytes()
    )
    return digest.text()


def playouts(module: Any, rules: Any) -> str:
    digest = Digest()
    for start in (rules, module.State(rules, seed=3), module.State(rules, seed=3).view(0)):
        result = module.playouts(start, 40, seed=9)
        digest.add(result.payoffs.tobytes(), result.lengths.tobytes())
    return digest.text()


def records(module: Any, rules: Any) -> str:
    from oxideal.record import Record

    digest, choices = Digest(), _choices(3)
    for stream in range(4):
        state = module.State(rules, seed=11, stream=stream)
        for number in range(10_000):
            if state.is_over:
                break
            if stream % 2 and number == 5:
                state = state.view(state.current_player).sample(4)
            legal = state.legal_actions()
            state.push(legal[next(choices) % len(legal)])
        digest.add(json.dumps(Record.of(state).to_dict(), sort_keys=True))
    return digest.text()


def match(module: Any, rules: Any) -> str:
    """Hash the first rounds of a match: dealers, deals, totals."""
    digest = Digest()
    current = module.Match(rules, seed=13, rounds=3)
    for _ in range(3):
        digest.add(current.state.to_text(), current.totals)
        while not current.state.is_over:
            current.state.push(current.state.legal_actions()[-1])
        if current.is_over:
            break
        current.next_round()
    digest.add(current.totals)
    return digest.text()


PARTS = {"actions": actions, "batch": batch, "playouts": playouts, "records": records, "match": match}


def hashes(module: Any, rules: Any, checkpoints: tuple[int, ...]) -> dict[str, Any]:
    """Return the hashes of these rules, with `plies` up to these checkpoints."""
    found: dict[str, Any] = {name: part(module, rules) for name, part in PARTS.items()}
    return {**found, "rules": rules.to_dict(), "plies": plies(module, rules, checkpoints)}


def expected(game: str) -> list[dict[str, Any]]:
    """Return the file's entries for a game, one for each of its rules."""
    entries: list[dict[str, Any]] = json.loads(FILE.read_text())[game]
    return entries


def differences(module: Any, entry: dict[str, Any], most: int) -> list[str]:
    """Return where a module differs from an entry of the file, up to this many plies."""
    checkpoints = tuple(sorted(point for point in map(int, entry["plies"]) if point <= most))
    found = hashes(module, module.Rules.from_dict(entry["rules"]), checkpoints)
    wanted = {**entry, "plies": {str(point): entry["plies"][str(point)] for point in checkpoints}}
    return [f"{name}: {found[name]} instead of {wanted[name]}" for name in wanted if found[name] != wanted[name]]


def write(games: list[str], most: int) -> None:
    from oxideal.differential import GAMES

    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    for game in games:
        module, each = import_module(f"oxideal.{game}"), most // len(GAMES[game])
        checkpoints = (*(point for point in CHECKPOINTS if point < each), each)
        known[game] = [hashes(module, module.Rules.from_dict(fields), checkpoints) for fields in GAMES[game]]
    FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def check(games: list[str], engine: str, most: int) -> int:
    found = 0
    for game in games:
        module = import_module(engine.format(game))
        for entry in expected(game):
            start = time.monotonic()
            wrong = differences(module, entry, most)
            found += len(wrong)
            print(f"{game} {entry['rules']}: {wrong or 'as before'}, {time.monotonic() - start:.1f} s", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["write", "check"])
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--games", default="foursquare,doudizhu,mexican_train,rummy")
    parser.add_argument("--engine", default="oxideal.{}", help="or oxideal.reference.{}")
    options = parser.parse_args()
    games = options.games.split(",")
    if options.what == "check":
        return check(games, options.engine, options.plies) > 0
    write(games, options.plies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
