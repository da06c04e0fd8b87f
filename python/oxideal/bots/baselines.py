"""Bots that do not search: random moves, and rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .. import _native
from .._arguments.seeds import seed_number
from .bot import check_to_choose
from .chance import chance_of
from .limit import Limit, check_limit

if TYPE_CHECKING:
    from ..interface import MoveT, View

__all__ = ["RandomBot", "RuleBot"]


@dataclass(frozen=True)
class RandomBot:
    """A bot that plays uniformly random legal moves, which depend only on its seed and the view.

    >>> from oxideal import foursquare
    >>> view = foursquare.State(seed=7).view(0)
    >>> RandomBot(seed=1).choose(view)
    Move(0, 0)
    """

    seed: Any = None
    """The seed, as an integer once the bot is made; None draws one from system entropy."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", seed_number(self.seed))

    @property
    def name(self) -> str:
        """The bot's name in tables and records."""
        return "random"

    def choose(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> MoveT:
        """Return a legal move; `limit` is ignored."""
        check_to_choose(view)
        check_limit(limit)
        legal = view.legal_actions()
        return cast("MoveT", view.rules.move(legal[chance_of(view, self.seed).below(len(legal))]))


@dataclass(frozen=True)
class RuleBot:
    """A bot that plays by rules of thumb, in microseconds; in FourSquare in tens of microseconds.

    >>> from oxideal import doudizhu as dd
    >>> RuleBot().choose(dd.State(dd.Rules.preset("douzero"), seed=7).view(2))
    Move('3')
    """

    @property
    def name(self) -> str:
        """The bot's name in tables and records."""
        return "rule"

    def choose(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> MoveT:
        """Return a legal move; `limit` is ignored."""
        check_to_choose(view)
        check_limit(limit)
        return cast("MoveT", view.rules.move(_native.rule(cast("Any", view))))
