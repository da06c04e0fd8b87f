"""The package for JavaScript does what the package for Python does: deals, moves of bots and levels, views, searches,
errors.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import oxideal.bots
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._registry import GAMES, module_of
from oxideal.bots import LevelBot, Limit, NetBot, RuleBot, SearchBot

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rust/wasm/pkg"
WEIGHTS = Path(oxideal.bots.__file__).parent / "weights"
STATIC = ROOT / "python/oxideal/web/static"
ROUNDS = 1000

RULES: list[Any] = [
    foursquare.Rules(),
    doudizhu.Rules(),
    doudizhu.Rules(players=4),
    mexican_train.Rules(players=4),
    rummy.Rules(),
]


def test_every_game_is_here() -> None:
    assert {type(rules) for rules in RULES} == {module_of(game).Rules for game in GAMES}


def run_in_node(program: str, tasks: str) -> list[Any]:
    """Return what a program prints, of each line the value."""
    done = subprocess.run(
        ["node", ROOT / "tests/wasm" / program, PACKAGE, WEIGHTS, STATIC],
        input=tasks,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_same_rounds_as_in_python(rules: Any) -> None:
    game = next(name for name in GAMES if module_of(name).Rules is type(rules))
    module = module_of(game)
    start = module.State(rules, seed=7)
    illegal = next(action for action in range(rules.num_actions) if not start.is_legal(action))
    rounds = ROUNDS if rules.players < 4 else ROUNDS // 4
    task = {"game": game, "rules": rules.to_dict(), "first": 0, "rounds": rounds, "illegal": illegal}
    *lines, last = run_in_node("rounds.mjs", json.dumps(task))
    assert len(lines) == rounds
    bots = [NetBot(), RuleBot()]
    for seed, line in enumerate(lines):
        state = module.State(rules, seed=seed)
        found: list[Any] = []
        while not state.is_over:
            seat = state.current_player
            state.push(bots[seat % 2].choose(state.view(seat)))
            if seed % 10 == 0 and seat == 0 and len(found) < 3:
                view = state.view(0)
                found.append([json.loads(view.to_json())] * 2 + [view.sample(seed).to_text()])
        assert line["history"] == list(map(int, state.history))
        assert (line["payoffs"], line["winners"]) == (list(state.payoffs), list(state.winners))
        assert [[json.loads(a), json.loads(b), c] for a, b, c in line["found"]] == found
    check_decision(start, last, illegal)


LEVEL_RULES: list[Any] = [
    foursquare.Rules(),
    foursquare.Rules(diagonal=True),
    doudizhu.Rules(),
    doudizhu.Rules(players=4),
    doudizhu.Rules.preset("huanle"),
    mexican_train.Rules(players=3),
    rummy.Rules(players=3, turn_limit=60),
]


@pytest.mark.parametrize("rules", LEVEL_RULES, ids=str)
def test_levels_choose_the_moves_of_the_levels_in_python(rules: Any) -> None:
    game = next(name for name in GAMES if module_of(name).Rules is type(rules))
    # Each level plays in each seat.
    seatings = [[(first + seat) % 10 + 1 for seat in range(rules.players)] for first in range(10)]
    tasks = [
        {"game": game, "rules": rules.to_dict(), "seed": seed, "levels": levels} for seed, levels in enumerate(seatings)
    ]
    lines = run_in_node("levels.mjs", "\n".join(map(json.dumps, tasks)))
    for task, moves in zip(tasks, lines, strict=True):
        state = module_of(game).State(rules, seed=task["seed"])
        bots = [LevelBot(level, seed=seat) for seat, level in enumerate(task["levels"])]
        while not state.is_over:
            seat = state.current_player
            state.push(bots[seat].choose(state.view(seat)))
        assert moves == list(map(int, state.history)), task["levels"]


def check_decision(start: Any, line: Any, illegal: int) -> None:
    view = start.view(start.current_player)
    assert line["same"] == [True, True]
    assert line["moves"] == [move.to_dict() for move in start.legal_moves()]
    left = start.copy()
    left.forfeit(0, "time")
    settled = {"payoffs": list(left.payoffs), "isOver": True, "taken": None, "again": True}
    assert line["settled"] == {**settled, "forfeited": {"seat": 0, "why": "time"}, "before": None, "seed": "7"}
    for name, bot in {
        "thought": SearchBot(Limit(iterations=300), seed=5),
        "guided": SearchBot(Limit(iterations=100), seed=5, net=NetBot()),
    }.items():
        thinking = bot.think(view)
        assert line[name]["line"] == list(map(int, thinking.line))
        choices = [(each["action"], each["visits"], each["mean"]) for each in line[name]["choices"]]
        assert choices == [(int(each.move), each.visits, each.mean) for each in thinking.choices]
    assert line["timed"] >= 1
    assert line["values"] == [int(value.move) for value in NetBot().values(view)]
    wrong = line["errors"]
    names = [error[0] for error in wrong]
    assert names == [
        "InvalidMoveError",
        "InvalidMoveError",
        "InvalidRulesError",
        "InvalidArgumentError",
        "InvalidArgumentError",
        "InvalidArgumentError",
        "InvalidArgumentError",
        "InvalidArgumentError",
        "IllegalMoveError",
        "InvalidArgumentError",
    ]
    with pytest.raises(oxideal.IllegalMoveError) as refused:
        start.push(illegal)
    assert wrong[-2][1:] == [str(refused.value), refused.value.rule]
