"""Both engines give the same answer to unusual tiles, moves and texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from helpers.cases import BACKENDS, module_of
from helpers.mexican_train import rules_of


def answers(odd: Iterable[Any], ask: Any) -> None:
    """Both backends give the same answer where the documentation is silent."""
    for each in odd:
        found = []
        for backend in BACKENDS:
            try:
                found.append(str(ask(module_of("mexican_train", backend), backend, each)))
            except (ValueError, TypeError) as error:
                found.append(f"{type(error).__name__}: {error}")
        assert len(set(found)) == 1, (each, found)


ODD_TILES: list[Any] = [
    ["9-12 "],
    [" 9-12"],
    ["-"],
    ["9-12", 5, "x"],
    ["x", 5],
    [[9, 12]],
    [(9,)],
    [(1, 2, 3)],
    [(9, "12")],
    [(True, 1)],
    [(1.0, 2)],
    [(-1, 5)],
    [(100, 5)],
    [(9, 19)],
    [()],
    ["1-2"] * 200 + [5],
    ["x"] * 201,
    [5] * 201,
    ["1-2" * 400],
    {"1-2": 3},
    {"1-2"},
    b"1-2",
    [b"1-2"],
    np.array([[1, 2], [3, 4]]),
    np.array([1, 2]),
    (1, 2),
    [(1, 2), "2-1"],
    "1-2\t3-4",
    "1-2\n3-4",
    "1-2\u00a03-4",
    "1 -2",
]


def test_backends_agree_on_unusual_tiles() -> None:
    answers(ODD_TILES, lambda mt, _, odd: mt.pips(odd))
    answers(ODD_TILES, lambda mt, _, odd: mt.tiles_array(odd).tolist())


ODD_MOVES = [
    "d r a w",
    "1 2-3@me",
    "1-2@m e",
    "1-2@1 1",
    "pass pass",
    "draw@me",
    "1-2@mexican train",
    "\tpass\n",
    "1-2@me\x00",
]


def test_backends_agree_on_unusual_moves() -> None:
    answers(ODD_MOVES, lambda _, backend, odd: rules_of(backend, {}).parse(odd))


ODD_TEXTS = [
    "; known 0 kept 0",
    "; known 1",
    "; known 1; known 1",
    "; marked 0 1 1 0",
    "; hand 0",
    "; idle 3 4",
    "; open 2 2",
    "; train 0 - -",
    "; train 0 -; train 0 3-2",
    "; mexican -",
    "; turn 0 doubled; turn 0",
    "; known 1 kept 1 lacks 0=1 doubles 0=1 played 0-1=0-1 x",
    "; known 1 kept 1 played 0-1=1-0",
    "; known 1 kept 1 played 0-1=0-1-1",
    "; known 1 kept 1 played 0-1=01-001",
    "; known 1 kept 1 lacks 2=1 02=1",
    ";",
    "; ;",
]


def test_backends_agree_on_unusual_texts() -> None:
    hands = "hand 0 1-1 0-3; hand 1 2-2 1-3; boneyard 0-0 0-1 0-2 1-2 2-3"
    text = f"mexican_train players=2 set=3 hand_size=1; {hands}; turn 0"
    answers(ODD_TEXTS, lambda mt, _, odd: mt.State.from_text(text + odd).to_text())
    answers(ODD_TEXTS, lambda mt, _, odd: mt.View.from_text(text + odd).to_text())
    for first in (
        "mexican_train players=2 players=x",
        "mexican_train follow_up=",
        "mexican_train engine=",
        "mexican_train=2",
    ):
        answers([first], lambda mt, _, odd: mt.State.from_text(odd + "; turn 0").to_text())
