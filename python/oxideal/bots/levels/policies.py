"""What the ladders of all games are built from.

A policy gets a view and random numbers, which depend on the view and the seed of the bot, and returns a move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ... import _native
from ..baselines import RuleBot
from ..limit import Limit
from ..net import NetBot
from ..search import SearchBot

Policy: TypeAlias = Callable[[Any, _native.Stream], Any]

RULE = RuleBot()
NET = NetBot()
"""One for all levels, since it keeps the networks that it has read."""


class Level(NamedTuple):
    """A level of a ladder.

    >>> from oxideal.bots import ladder
    >>> ladder("rummy")[0].rating
    0
    """

    rating: int
    """The published rating, with level 1 at 0: 400 points more are ten times the wins."""
    text: str
    """How it plays."""
    policy: Policy
    """The function that chooses."""


def rule(view: Any, _: _native.Stream) -> Any:
    """Play by the rules of thumb."""
    return RULE.choose(view)


def net(view: Any, _: _native.Stream) -> Any:
    """Play the move that the network values most."""
    return NET.choose(view)


def search(iterations: int, net: NetBot | None = None) -> Policy:
    """Search with a number of playouts: a limit of time would make the level depend on the machine."""
    limit = Limit(iterations=iterations)
    return lambda view, chance: SearchBot(limit, seed=chance.word(), net=net).choose(view)


def sometimes(percent: int, mistaken: Policy, usual: Policy) -> Policy:
    """Play by one policy in this share of the decisions, otherwise by the other."""
    return lambda view, chance: (mistaken if chance.below(100) < percent else usual)(view, chance)
