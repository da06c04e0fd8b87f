"""Reviews of the package for JavaScript find what those in Python find, to the last bit."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import oxideal.bots
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._registry import GAMES, module_of
from oxideal.bots import Limit, RandomBot
from oxideal.record import Record
from oxideal.review import review

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rust/wasm/pkg"
WEIGHTS = Path(oxideal.bots.__file__).parent / "weights"
SEED, ITERATIONS = 3, 600

RULES: list[tuple[Any, list[int]]] = [
    (foursquare.Rules(), [0]),
    (doudizhu.Rules.preset("douzero"), [0, 1, 2]),
    (mexican_train.Rules(players=2, set=9), [1]),
    (rummy.Rules(turn_limit=12), [0]),
]


def test_every_game_is_here() -> None:
    assert {type(rules) for rules, _ in RULES} == {module_of(game).Rules for game in GAMES}


@pytest.mark.parametrize(("rules", "seats"), RULES, ids=[str(rules) for rules, _ in RULES])
def test_same_findings_as_in_python(rules: Any, seats: list[int]) -> None:
    game = next(name for name in GAMES if module_of(name).Rules is type(rules))
    state, bot = module_of(game).State(rules, seed=SEED), RandomBot(1)
    while not state.is_over:
        state.push(bot.choose(state.view(state.current_player)))
    task = {"game": game, "rules": rules.to_dict(), "actions": list(map(int, state.history)), "seats": seats}
    done = subprocess.run(
        ["node", ROOT / "tests/wasm/reviews.mjs", PACKAGE, WEIGHTS],
        input=json.dumps({**task, "seed": SEED, "iterations": ITERATIONS}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    expected = review(Record.of(state), Limit(iterations=ITERATIONS), seat=seats, seed=SEED, progress=False)
    assert any(decision.cost is not None for decision in expected.decisions)
    figures = ("spread", "threshold", "playouts")
    assert [found[name] for name in figures] == [getattr(expected, name) for name in figures]
    assert found["luck"] == [vars(each) for each in expected.luck or ()]

    def id_of(move: Any) -> int | None:
        return None if move is None else int(rules.action(move))

    shared = ("number", "seat", "mistake", "payment", "wins", "deals")
    assert found["decisions"] == [
        {
            **{name: getattr(each, name) for name in shared},
            "played": id_of(each.move),
            "better": id_of(each.better),
            "cost": each.cost and vars(each.cost),
            "open": each.open
            and {
                "better": id_of(each.open.better),
                "payment": each.open.payment,
                "payment_error": each.open.payment_error,
                "exact": each.open.exact,
            },
        }
        for each in expected.decisions
    ]
