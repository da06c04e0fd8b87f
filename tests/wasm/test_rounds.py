"""The package for JavaScript does what the package for Python does: deals, moves of bots, views, searches, errors."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import oxideal.bots
from oxideal import doudizhu
from oxideal._native import Narrator
from oxideal._registry import GAMES, module_of
from oxideal.bots import Limit, NetBot, RuleBot, SearchBot
from oxideal.words import LANGUAGES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rust/wasm/pkg"
WEIGHTS = Path(oxideal.bots.__file__).parent / "weights"
ROUNDS = 1000

RULES: list[Any] = [*(module_of(game).Rules() for game in GAMES), doudizhu.Rules(players=4)]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_same_rounds_as_in_python(rules: Any) -> None:
    game = game_of(rules)
    module = module_of(game)
    start = module.State(rules, seed=7)
    illegal = next(action for action in range(rules.num_actions) if not start.is_legal(action))
    rounds = ROUNDS if rules.players < 4 else ROUNDS // 4
    task = {"game": game, "rules": rules.to_dict(), "first": 0, "rounds": rounds, "illegal": illegal}
    done = subprocess.run(
        ["node", ROOT / "tests/wasm/rounds.mjs", PACKAGE, WEIGHTS],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *lines, last = map(json.loads, done.stdout.splitlines())
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


def narrated(rules: Any, seed: int) -> list[str]:
    """Return what rounds.mjs prints of this round in words."""
    found: list[str] = []
    names = [f"Player {seat}" for seat in range(rules.players)]
    for language in LANGUAGES:
        for own in (0, None):
            narrator = Narrator(rules, own, names, language)
            state = module_of(game_of(rules)).State(rules, seed=seed)
            found += [narrator.title, *narrator.rules()]
            while not state.is_over:
                seat, before = state.current_player, state.view(0)
                move = RuleBot().choose(state.view(seat))
                state.push(move)
                after = state.view(0)
                told = narrator.joined(narrator.tell(before, move, after, seat))
                found += [told, narrator.short(before, move), narrator.task(after), *narrator.lines(after)]
                if seat == 0:
                    found += [narrator.spoken(before, move), narrator.label(before, move)]
                found.append(rules.describe(move, language=language))
            view = state.view(0)
            found += [narrator.result(view), str(own in view.winners).lower(), *narrator.ended(view)]
            found += [",".join(map(str, view.payoffs)), ",".join(map(str, view.scores))]
            found += [rules.describe_event(event, language=language) for event in state.events(0)]
            found += rules.describe_options(language=language)
    return found


def game_of(rules: Any) -> str:
    return next(name for name in GAMES if module_of(name).Rules is type(rules))


def check_decision(start: Any, line: Any, illegal: int) -> None:
    view = start.view(start.current_player)
    assert line["same"] == [True, True]
    assert line["narrated"] == narrated(start.rules, 7)
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
        *["InvalidArgumentError"] * 8,
        "IllegalMoveError",
        "InvalidArgumentError",
    ]
    with pytest.raises(oxideal.IllegalMoveError) as refused:
        start.push(illegal)
    assert wrong[-2][1:] == [str(refused.value), refused.value.rule]
    with pytest.raises(oxideal.InvalidMoveError) as invalid:
        start.push("nonsense")
    errors = [refused.value, invalid.value, ValueError("7S"), ValueError("7S"), ValueError("")]
    narrators = [Narrator(start.rules, None, [""] * start.rules.players, language) for language in LANGUAGES]
    assert line["refusals"] == [[narrator.refusal(error) for error in errors] for narrator in narrators]
