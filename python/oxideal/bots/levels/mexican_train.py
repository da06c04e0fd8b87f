"""The ladder of Mexican Train: beginners play the first tile that fits, hoard doubles, and plan no train."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .policies import Level, net, rule, sometimes

if TYPE_CHECKING:
    from ... import _native


def lightest(view: Any, _: _native.Stream) -> Any:
    """Play the lightest tile that fits, on the own train if it fits there, so that the heavy ones are left.

    A double is played only if nothing else fits, since it would have to be closed.
    """
    moves = view.legal_moves()
    return min((move for move in moves if move.kind == "play"), key=_rank, default=moves[0])


def _rank(move: Any) -> tuple[bool, int, bool]:
    low, high = map(int, move.tile.split("-"))
    return low == high, low + high, move.train != "me"


LEVELS = (
    Level(0, "plays its lightest tile that fits; hoards doubles", lightest),
    Level(
        50,
        "plans its train in one decision of eight, otherwise as level 1",
        sometimes(88, lightest, rule),
    ),
    Level(89, "plans its train in one decision of four, otherwise as level 1", sometimes(75, lightest, rule)),
    Level(137, "plays as level 1 in three decisions of five", sometimes(62, lightest, rule)),
    Level(183, "plays as level 1 in half of its decisions", sometimes(52, lightest, rule)),
    Level(235, "plays as level 1 in two decisions of five", sometimes(38, lightest, rule)),
    Level(284, "plays as level 1 in one decision of four", sometimes(26, lightest, rule)),
    Level(321, "plays as level 1 in one decision of six", sometimes(17, lightest, rule)),
    Level(370, "plays as level 1 in one decision of twelve", sometimes(8, lightest, rule)),
    Level(421, "plays by `net`", net),
)
