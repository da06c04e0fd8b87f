"""The observation of the player. `docs/observations.md` describes the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....schemas.observation import ObservationSpec
from ...observation import one_hot
from .cards import RANK, RANKS
from .cells import CELLS, NUMBERS, Cell

if TYPE_CHECKING:
    from ...observation import Parts
    from ...recent import Recent
    from .knowledge import SeenPosition

SPEC = ObservationSpec.of(
    1,
    [
        ("to_move", (1,), 1),
        ("up", (len(NUMBERS), len(NUMBERS)), 10),
        ("down", (len(NUMBERS), len(NUMBERS)), 10),
        ("height", (len(NUMBERS), len(NUMBERS)), 4),
        ("card", (len(RANKS),), 1),
        ("unseen", (len(RANKS),), 4),
    ],
)

ACTION_SPEC = ObservationSpec.of(
    1,
    [
        ("cell", (len(CELLS),), 1),
        ("up", (len(NUMBERS), len(NUMBERS)), 10),
        ("down", (len(NUMBERS), len(NUMBERS)), 10),
        ("new_pile", (1,), 1),
        ("turned_down", (1,), len(CELLS)),
        ("turned_up", (1,), len(CELLS)),
        ("piles", (1,), len(CELLS)),
        ("face_down", (1,), len(CELLS)),
    ],
)


def described(seen: SeenPosition, action: int) -> Parts:
    cell = CELLS[action]
    after = seen.piles_after_placing(cell)
    tops = {where: pile.top_rank for where, pile in after.items()}
    turned = [where for where, pile in seen.piles.items() if where != cell and pile.face_up != after[where].face_up]
    down = [seen.piles[where].face_up for where in turned].count(True)
    return [
        ("cell", one_hot(len(CELLS), action)),
        ("up", _as_grid({where: max(rank, 0) for where, rank in tops.items()})),
        ("down", _as_grid({where: max(-rank, 0) for where, rank in tops.items()})),
        ("new_pile", [cell not in seen.piles]),
        ("turned_down", [down]),
        ("turned_up", [len(turned) - down]),
        ("piles", [len(after)]),
        ("face_down", [[pile.face_up for pile in after.values()].count(False)]),
    ]


def observed(seen: SeenPosition, recent: Recent) -> Parts:  # noqa: ARG001 (all that has happened lies on the table)
    tops = {cell: pile.top_rank for cell, pile in seen.piles.items()}
    heights = {cell: len(pile.cards) for cell, pile in seen.piles.items()}
    unseen = [RANK[card] for card in seen.unseen()]
    return [
        ("to_move", [int(seen.current_player is not None)]),
        ("up", _as_grid({cell: max(rank, 0) for cell, rank in tops.items()})),
        ("down", _as_grid({cell: max(-rank, 0) for cell, rank in tops.items()})),
        ("height", _as_grid(heights)),
        ("card", one_hot(len(RANKS), None if seen.card is None else RANK[seen.card] - 1)),
        ("unseen", [unseen.count(rank) for rank in range(1, len(RANKS) + 1)]),
    ]


def _as_grid(numbers: Mapping[Cell, int]) -> list[list[int]]:
    """Return the numbers of the cells as 7 rows of 7, the first card in the middle, and 0 for cells without one."""
    return [[numbers.get((row, column), 0) for column in NUMBERS] for row in NUMBERS]
