"""Baseline bots, which do not search: random moves, and rules of thumb."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .. import _native
from .._input.seeds import seed_number
from .bot import check_to_choose
from .limit import Limit, check_limit

if TYPE_CHECKING:
    from ..interface import View

__all__ = ["RandomBot", "RuleBot"]


@dataclass(frozen=True)
class RandomBot:
    """Plays any legal move, each as likely as the others. What it plays depends on its seed and the view alone.

    >>> from oxideal import foursquare
    >>> view = foursquare.State(seed=7).view(0)
    >>> RandomBot(seed=1).choose(view)
    Move(0, 0)
    """

    seed: Any = None
    """As everywhere; it then holds the number, also where the system's entropy gave it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", seed_number(self.seed))

    @property
    def name(self) -> str:
        return "random"

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Any:
        """A legal move. It never thinks, so a limit changes nothing."""
        check_to_choose(view)
        check_limit(limit)
        # The text, not the bytes: equal views may have come about by different last actions, which the bytes hold.
        digest = hashlib.sha256(view.to_text().encode()).digest()
        legal = view.legal_actions()
        stream = _native.Stream(self.seed, int.from_bytes(digest[:12], "little"))
        return view.rules.move(legal[stream.below(len(legal))])


@dataclass(frozen=True)
class RuleBot:
    """Plays by rules of thumb, in microseconds, in FourSquare in tens of them."""

    @property
    def name(self) -> str:
        return "rule"

    def choose(self, view: View[Any, Any, Any], limit: Limit | None = None) -> Any:
        """A legal move. It hardly thinks, so a limit changes nothing."""
        check_to_choose(view)
        check_limit(limit)
        return view.rules.move(_native.rule(cast("Any", view)))
