"""Both engines give the same answer to unusual tiles, moves and texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from helpers.cases import BACKENDS, module_of


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
