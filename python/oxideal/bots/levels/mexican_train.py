"""The ladder of Mexican Train: beginners play the first tile that fits, hoard doubles, and plan no train."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .policies import NET, Level, net, rule, search, sometimes

if TYPE_CHECKING:
    from ... import _native


def heaviest(view: Any, _: _native.Stream) -> Any:
    """Play the heaviest tile that fits."""
    return played(view, -1)


def lightest(view: Any, _: _native.Stream) -> Any:
    """Play the lightest tile that fits, so that the heavy ones are left."""
    return played(view, 1)


def played(view: Any, sign: int) -> Any:
    """Play the tile of least weight times `sign`, on the own train if it fits there.

    A double is played only if nothing else fits, since it would have to be closed.
    """

    def rank(move: Any) -> tuple[bool, int, bool]:
        low, high = map(int, move.tile.split("-"))
        return low == high, sign * (low + high), move.train != "me"

    moves = view.legal_moves()
    return min((move for move in moves if move.kind == "play"), key=rank, default=moves[0])


LEVELS = (
    Level(0, "plays its lightest tile that fits; hoards doubles", lightest),
    Level(55, "as level 1, but one tile in five is its heaviest", sometimes(80, lightest, heaviest)),
    Level(
        110, "plans its train for three tiles in ten, and plays the others as level 1", sometimes(70, lightest, rule)
    ),
    Level(165, "plays half of its tiles as level 1", sometimes(55, lightest, rule)),
    Level(220, "plays four tiles in ten as level 1", sometimes(42, lightest, rule)),
    Level(270, "plays three tiles in ten as level 1", sometimes(30, lightest, rule)),
    Level(320, "plays one tile in five as level 1", sometimes(19, lightest, rule)),
    Level(370, "plays one tile in twelve as level 1", sometimes(8, lightest, rule)),
    Level(405, "plays by `net`", net),
    Level(430, "searches with 100 playouts by `net`", search(100, NET)),
)
