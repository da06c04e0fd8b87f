"""A few of the plies of `tests/long/plies.py`, and a check that a difference in any function is found."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plies
from oxideal import differential, doudizhu
from oxideal.differential import Difference
from oxideal.reference import doudizhu as reference
from plies import Asked

GAMES = 32
STEPS = 100


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games of some rules: with and without auction, for 3 and for 4 players, with redeals
    and void rounds.
    """
    monkeypatch.setattr(plies, "GAMES", GAMES)
    monkeypatch.setattr(plies, "BLOCK", STEPS)
    monkeypatch.setattr(plies, "RULES", [plies.RULES[number] for number in (4, 1, 3)])


def played(blocks: int = 1, sparse: int = 1) -> tuple[Asked, Difference | None]:
    return plies.run(GAMES * STEPS * blocks, 7, sparse, lambda *_: None, lambda: False)


@pytest.mark.full
def test_engines_agree_on_a_few_plies() -> None:
    asked, found = played(3)
    assert found is None
    assert asked.plies == 3 * GAMES * STEPS
    for what in ("legal ids", "current_player", "terminated", "rewards"):
        assert asked.compared[what] == asked.plies
    assert min(asked.compared[what] for what in ("beats", "classify", "is_legal")) > 1000
    assert min(asked.questions[what] for what in ("legal ids", "beats", "rewards", "auctions")) > 10
    assert set(range(1, 18)) | {20, 25, 33} <= set(asked.sizes)  # hands of all sizes


def test_sparse_skips_only_legal_ids() -> None:
    all_asked, _ = played()
    asked, found = played(sparse=10)
    assert found is None
    assert asked.questions["legal ids"] < all_asked.questions["legal ids"] / 5
    assert asked.compared["rewards"] == all_asked.compared["rewards"]


def test_full_cache_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plies, "REMEMBERED", 50)
    asked, found = played()
    assert found is None
    assert asked.compared["legal ids"] == asked.plies


def wrong_plays(right: Callable[..., Any]) -> Callable[..., Any]:
    """Drop the last legal play of the last hand."""

    def legal_plays_many(*given: Any) -> Any:
        found = right(*given)
        offsets = found.offsets.copy()
        if offsets[-1] > offsets[-2]:
            offsets[-1] -= 1
        return found._replace(offsets=offsets)

    return legal_plays_many


def wrong_classes(right: Callable[..., Any]) -> Callable[..., Any]:
    """Lower the rank of pairs by one."""

    def classify_many(*given: Any) -> Any:
        found = right(*given)
        return found._replace(ranks=np.where(found.kinds == 2, found.ranks - 1, found.ranks))

    return classify_many


def wrong_beats(right: Callable[..., Any]) -> Callable[..., Any]:
    """Let the highest play beat nothing."""

    def beats_many(ones: Any, others: Any, rules: Any) -> Any:
        return right(ones, others, rules) & (ones != ones.max())

    return beats_many


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("legal_plays_many", wrong_plays, "legal ids"),
        ("classify_many", wrong_classes, "ranks of classify_many"),
        ("beats_many", wrong_beats, "beats_many of "),
    ],
)
def test_wrong_function_is_found_and_can_be_replayed(
    name: str, wrong: Callable[..., Any], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, name, wrong(getattr(reference, name)))
    asked, found = played()
    assert asked.differences == 1
    assert found is not None
    assert found.what.startswith(what)
    state = doudizhu.State(doudizhu.Rules.from_dict(found.rules), seed=found.seed, stream=found.stream)
    for action in found.actions:
        state.push(action)
    assert state.to_text() in found.what
    assert differential.backends("doudizhu").replay(found) is None  # which has no planted fault


@pytest.mark.parametrize("what", ["rewards", "current_player", "terminated"])
def test_wrong_bookkeeping_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates an engine that continues differently from the reference."""
    if what == "rewards":
        monkeypatch.setattr(plies, "doubles", lambda *_: False)
    elif what == "current_player":
        monkeypatch.setattr(plies.Rounds, "all_passed", lambda *_: False)
        monkeypatch.setattr(plies, "RULES", [{**plies.RULES[2], "auction": True, "all_pass": "redeal"}])
    else:
        right = plies.Rounds.play

        def play(self: Any, actions: Any, playing: Any) -> Any:
            return right(self, actions, playing) & (self.seat > 0)

        monkeypatch.setattr(plies.Rounds, "play", play)
    asked, found = played()
    assert asked.differences == 1
    assert found is not None
    assert found.what.startswith(what) or (what == "current_player" and found.what.startswith("legal ids"))


def test_program_writes_figures_and_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, failures = tmp_path / "plies.json", tmp_path / "failures"
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    given = ["plies.py", "--plies", "5000", "--seed", "7", "--out", str(out), "--failures", str(failures)]
    monkeypatch.setattr(sys, "argv", given)
    assert plies.main() == 0
    figures = json.loads(out.read_text())
    assert (figures["finished"], figures["differences"]) == (True, 0)
    assert figures["plies"] >= 5000
    assert "0 differences" in capsys.readouterr().out

    monkeypatch.setattr(reference, "legal_plays_many", wrong_plays(reference.legal_plays_many))
    assert plies.main() == 1
    figures = json.loads(out.read_text())
    assert (figures["finished"], figures["differences"]) == (False, 1)
    assert Difference.from_json(Path(figures["difference"]).read_text()).seed == 7
