"""The levels of the package for JavaScript choose the moves that they choose in Python."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import oxideal.bots
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._registry import GAMES, module_of
from oxideal.bots import LevelBot
from oxideal.bots.level import MAX_LEVEL

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rust/wasm/pkg"
WEIGHTS = Path(oxideal.bots.__file__).parent / "weights"

RULES: list[Any] = [
    foursquare.Rules(),
    foursquare.Rules(diagonal=True),
    doudizhu.Rules(),
    doudizhu.Rules(players=4),
    doudizhu.Rules.preset("huanle"),
    mexican_train.Rules(players=3),
    rummy.Rules(players=3, turn_limit=60),
]


def test_every_game_is_here() -> None:
    assert {type(rules) for rules in RULES} == {module_of(game).Rules for game in GAMES}


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_same_moves_as_in_python(rules: Any) -> None:
    game = next(name for name in GAMES if module_of(name).Rules is type(rules))
    # Each level plays in each seat.
    seatings = [[(first + seat) % MAX_LEVEL + 1 for seat in range(rules.players)] for first in range(MAX_LEVEL)]
    tasks = [
        {"game": game, "rules": rules.to_dict(), "seed": seed, "levels": levels} for seed, levels in enumerate(seatings)
    ]
    done = subprocess.run(
        ["node", ROOT / "tests/wasm/levels.mjs", PACKAGE, WEIGHTS],
        input="\n".join(map(json.dumps, tasks)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for task, line in zip(tasks, done.stdout.splitlines(), strict=True):
        state = module_of(game).State(rules, seed=task["seed"])
        bots = [LevelBot(level, seed=seat) for seat, level in enumerate(task["levels"])]
        while not state.is_over:
            seat = state.current_player
            state.push(bots[seat].choose(state.view(seat)))
        assert json.loads(line) == list(map(int, state.history)), task["levels"]
