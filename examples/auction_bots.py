"""Bots for Dou Dizhu that call, rob or double in one way, whatever they hold, and play the cards as `rule` does.

    oxideal arena doudizhu rule examples/auction_bots.py:AlwaysRobs -n 1000 --preset huanle

Who plays against them sees what its own calls, robs and doublings are worth.
"""

from __future__ import annotations

from typing import Any

from oxideal.bots import RuleBot


class AlwaysRobs:
    """Calls or robs whenever it can."""

    phase = "auction"
    moves: tuple[str, ...] = ("call", "rob")

    def choose(self, view: Any, limit: Any = None) -> Any:  # noqa: ARG002 (all bots have the same arguments)
        if view.phase == self.phase:
            for move in view.legal_moves():
                if str(move) in self.moves:
                    return move
        return RuleBot().choose(view)


class AlwaysPasses(AlwaysRobs):
    """Never calls or robs."""

    moves = ("pass",)


class NeverDoubles(AlwaysRobs):
    """Calls and robs as `rule` does, and never doubles."""

    phase = "doubling"
    moves = ("pass",)
