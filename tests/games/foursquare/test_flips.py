"""`flips` compared with plain loops."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from helpers.cases import play
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidArgumentError, InvalidMoveError


def flipped(grid: list[list[int]], row: int, column: int, rank: int) -> list[tuple[int, int]]:
    """FS-05 and FS-06 in plain loops, independent of both engines: rows and columns from 0 to 6."""
    found = set()
    highest = lowest = True
    for other in range(7):
        if other != column and grid[row][other] > 0:
            highest = highest and grid[row][other] < rank
            lowest = lowest and grid[row][other] > rank
    for other in range(7):
        if other != column and grid[row][other] != 0 and (highest or lowest):
            found.add((row, other))
    highest = lowest = True
    for other in range(7):
        if other != row and grid[other][column] > 0:
            highest = highest and grid[other][column] < rank
            lowest = lowest and grid[other][column] > rank
    for other in range(7):
        if other != row and grid[other][column] != 0 and (highest or lowest):
            found.add((other, column))
    return sorted(found)


def random_grids(count: int) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Yield full and nearly empty grids, with few and with many ranks, so that equal ranks are common."""
    chance = random.Random(count)
    grids = np.zeros((count, 7, 7), dtype=np.int8)
    for grid in grids:
        filled, top = chance.random(), chance.randint(1, 10)
        for row, column in product(range(7), repeat=2):
            if chance.random() < filled:
                grid[row, column] = chance.choice([-1, 1, 1]) * chance.randint(1, top)
    cells = np.array([chance.randrange(49) for _ in grids])
    ranks = np.array([chance.randint(1, 10) for _ in grids])
    return grids, cells, ranks


def test_flips_match_plain_loops(fs: Any) -> None:
    grids, cells, ranks = random_grids(1500)
    many = fs.flips_many(grids, cells, ranks)
    assert many.dtype == np.bool_
    assert many.shape == (1500, 7, 7)
    assert 0.02 < many.mean() < 0.9  # the grids contain enough flips
    flat = fs.flips_many(grids.reshape(-1, 49), cells, ranks)
    assert flat.shape == (1500, 49)
    assert np.array_equal(flat.reshape(-1, 7, 7), many)
    for k, (grid, cell, rank) in enumerate(zip(grids.tolist(), cells.tolist(), ranks.tolist(), strict=True)):
        expected = flipped(grid, cell // 7, cell % 7, rank)
        assert [(int(row), int(column)) for row, column in np.argwhere(many[k])] == expected
        ids = [7 * row + column for row, column in expected]
        assert fs.flips(grid, cell, rank) == ids
        if k % 10 == 0:
            card = "A23456789T"[rank - 1]
            flat_grid = [top for row in grid for top in row]
            assert fs.flips(flat_grid, fs.Rules().move(cell), card + "S") == ids
            assert fs.flips(np.array(grid), np.int64(cell), card.replace("T", "10") + "\u2666") == ids


def test_covered_card_has_no_effect(fs: Any) -> None:
    """FS-05: the previous content of the cell is covered."""
    grids, cells, ranks = random_grids(200)
    expected = fs.flips_many(grids, cells, ranks)
    for top in (-10, -1, 0, 1, 5, 10):
        for k, cell in enumerate(cells):
            grids[k, cell // 7, cell % 7] = top
        assert np.array_equal(fs.flips_many(grids, cells, ranks), expected)


def test_flips_match_play(fs: Any) -> None:
    for seed in range(10):
        for moment in play(fs.State(seed=seed), seed):
            for action in moment.legal_actions()[::3]:
                after = moment.copy()
                after.push(action)
                turned = np.sign(after.grid) * np.sign(moment.grid) < 0
                turned.ravel()[action] = False
                assert np.flatnonzero(turned).tolist() == fs.flips(moment.grid, action, moment.card)


def test_arguments_are_checked(fs: Any) -> None:
    empty = [0] * 49
    either = "(49,) or (7, 7)"
    high: list[Any] = [[0] * 7 for _ in range(7)]
    high[2][3] = 11
    for grid, wrong in (
        ([0] * 48, f"grid must have shape {either}, got (48,)"),
        ([[0] * 49], f"grid must have shape {either}, got (1, 49)"),
        ([[0], [0, 0]], f"grid is ragged, expected shape {either}"),
        ([*empty[1:], 11], "grid[48] must be -10 to 10, got 11"),
        (high, "grid[2, 3] must be -10 to 10, got 11"),
    ):
        refuses(InvalidArgumentError, wrong, fs.flips, grid, 0, 1)
    refuses(TypeError, says("not_of_integer_type", "grid", "float64"), fs.flips, [0.0] * 49, 0, 1)
    refuses(InvalidMoveError, says("action_out_of_range", 10**30, 48), fs.flips, empty, 10**30, 1)
    refuses(InvalidMoveError, says("not_a_move_foursquare", "4,0"), fs.flips, empty, "4,0", 1)
    refuses(TypeError, says("not_a_move", "float"), fs.flips, empty, 0.0, 1)
    refuses(InvalidArgumentError, says("not_a_card_foursquare", "7X"), fs.flips, empty, 0, "7X")
    refuses(InvalidArgumentError, says("out_of_range", "card", 1, 10, 11), fs.flips, empty, 0, 11)
    refuses(TypeError, says("not_an_integer", "card", "bool"), fs.flips, empty, 0, True)
