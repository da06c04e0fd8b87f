"""The ladder of FourSquare: beginners count the cards that turn over now, and do not plan for cards to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...foursquare import flips
from .policies import NET, Level, net, rule, search, sometimes

if TYPE_CHECKING:
    from ... import _native

SIZE = 7
CENTRE = 3


def beginner(view: Any, chance: _native.Stream) -> Any:
    """Leave as few cards face down as possible, preferably with a new pile, and do not think of the next card."""
    grid, card = view.grid, view.card
    cost = {}
    for move in view.legal_moves():
        cell = (move.row + CENTRE) * SIZE + move.column + CENTRE
        after = grid.ravel().copy()
        is_taken = after[cell] != 0
        after[cell] = 1
        after[flips(grid, cell, card)] *= -1
        cost[move] = int((after < 0).sum()), bool(is_taken)
    least = min(cost.values())
    best = [move for move in cost if cost[move] == least]
    return best[chance.below(len(best))]


LEVELS = (
    Level(0, "turns few cards face down, and does not think of the next card", beginner),
    Level(60, "thinks of the cards to come for one card in six", sometimes(85, beginner, rule)),
    Level(120, "thinks of the cards to come for one card in three", sometimes(68, beginner, rule)),
    Level(180, "forgets the cards to come for three cards in five", sometimes(60, beginner, rule)),
    Level(240, "forgets the cards to come for every other card", sometimes(50, beginner, rule)),
    Level(300, "forgets the cards to come for two cards in five", sometimes(40, beginner, rule)),
    Level(360, "forgets the cards to come for one card in four", sometimes(27, beginner, rule)),
    Level(420, "forgets the cards to come for one card in ten", sometimes(10, beginner, rule)),
    Level(480, "plays by `net`", net),
    Level(540, "searches with 100 playouts by `net`", search(100, NET)),
)
