"""The ten graded players: frozen moves, strength, and the mistakes of beginners.

`PYTHONPATH=tests python tests/products/test_levels.py` writes tests/data/levels.json, after an intended change.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.cases import CASES, Case, module_of
from helpers.refusal import refuses
from oxideal._registry import GAMES
from oxideal.arena import arena
from oxideal.bots import LevelBot, RuleBot, bot, ladder
from oxideal.bots.factory import LEVELS
from oxideal.errors import InvalidArgumentError

FILE = Path(__file__).parent.parent / "data" / "levels.json"

SEARCHING = {"doudizhu": (), "foursquare": (10,), "mexican_train": (), "rummy": (10,)}
"""The levels that search: they are asked for fewer moves, since each takes up to 0.1 s."""

FEW = 12
"""They choose a move in one of this number of views."""

RUST = [case for case in CASES if case.backend == "rust"]


def views(game: str, deals: int = 2, seed: int = 26) -> Iterator[Any]:
    """Yield the views in which there is a choice, in rounds that `rule` plays."""
    module = module_of(game, "rust")
    for stream in range(deals):
        state = module.State(seed=seed, stream=stream)
        while (seat := state.current_player) is not None:
            view = state.view(seat)
            if len(view.legal_actions()) > 1:
                yield view
            state.push(RuleBot().choose(view))


def moves(game: str, level: int) -> list[int]:
    """Return the ids of the moves that a level chooses in fixed deals."""
    player = LevelBot(level, seed=7)
    every = FEW if level in SEARCHING[game] else 1
    return [int(player.choose(view)) for number, view in enumerate(views(game)) if number % every == 0]


@pytest.mark.parametrize("level", range(1, 11))
@pytest.mark.parametrize("game", GAMES)
def test_levels_play_the_frozen_moves(game: str, level: int) -> None:
    assert moves(game, level) == json.loads(FILE.read_text("utf-8"))[game][str(level)]


@pytest.mark.parametrize("game", GAMES)
def test_ladder_has_ten_levels_with_rising_ratings(game: str) -> None:
    ratings = [level.rating for level in ladder(game)]
    assert len(ratings) == 10
    assert ratings[0] == 0
    assert ratings == sorted({*ratings})
    assert len({level.text for level in ladder(game)}) == 10


@pytest.mark.parametrize(("low", "high"), [(1, 3), (3, 5), (5, 8)])
@pytest.mark.parametrize("game", GAMES)
def test_higher_levels_win(game: str, low: int, high: int) -> None:
    result = arena(game, [f"level:{high}", f"level:{low}"], 12, seed=3, errors="raise")
    assert result.rows[0].payment.mean > result.rows[1].payment.mean


@pytest.mark.parametrize("case", RUST, ids=str)
def test_moves_are_legal_and_depend_on_seed_and_view_only(case: Case) -> None:
    for state in case.states[:40]:
        if state.is_over:
            continue
        view = state.view(state.current_player)
        for level in set(range(1, 11)) - {*SEARCHING[case.game]}:
            move = LevelBot(level, seed=7).choose(view)
            assert view.is_legal(move)
            assert LevelBot(level, seed=7).choose(case.module.View.from_bytes(view.to_bytes())) == move


def test_levels_are_bots_with_names() -> None:
    assert tuple(f"level:{level}" for level in range(1, 11)) == LEVELS
    for name in LEVELS:
        assert bot(name, seed=7).name == name  # type: ignore[attr-defined]
    one = bot("level:3", seed=7)
    assert one == LevelBot(3, seed=7) != LevelBot(3, seed=8)
    assert pickle.loads(pickle.dumps(one)) == one
    assert LevelBot(3) != LevelBot(3)
    for text in ("level:0", "level:11", "level:05", "level:x", "level:"):
        refuses(InvalidArgumentError, f'invalid level "{text[6:]}"; expected 1 to 10, as in level:5', bot, text)
    for text in ("level", "level:1:2"):
        with pytest.raises(InvalidArgumentError, match=f'unknown bot "{text}"; expected level:1 to level:10, random'):
            bot(text)


def test_arguments_of_levels_are_checked() -> None:
    for level in (0, 11):
        with pytest.raises(InvalidArgumentError, match=f"level must be 1 to 10, got {level}"):
            LevelBot(level)
    with pytest.raises(TypeError, match="level"):
        LevelBot("5")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match='unknown game "chess"; expected one of doudizhu, '):
        ladder("chess")


def test_other_games_have_no_levels() -> None:
    view: Any = SimpleNamespace(seat=0, current_player=0)
    with pytest.raises(InvalidArgumentError, match="no levels for the game of this view"):
        LevelBot(1).choose(view)


if __name__ == "__main__":
    found = {game: {str(level): moves(game, level) for level in range(1, 11)} for game in GAMES}
    FILE.write_text(json.dumps(found, separators=(",", ":")).replace('},"', '},\n"').replace("]", "]\n"), "utf-8")
