"""Deals that explain what the other seats did."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from .. import _native
from .._arguments.checks import integer_within, type_name
from .._arguments.seeds import seed_number
from .bot import check_to_choose
from .net import NetBot

if TYPE_CHECKING:
    from ..interface import Seed, State, View

__all__ = ["LikelyDeal", "likely_deals"]

MAX_DEALS = 100_000


@dataclass(frozen=True)
class LikelyDeal:
    """A deal that fits a view, and how much it counts.

    - `state`: the deal, as `View.sample` returns it
    - `weight`: its share of the weights of all deals returned together
    """

    state: State[Any, Any, Any]
    weight: float


def likely_deals(
    view: View[Any, Any, Any], deals: int = 32, *, seed: Seed = None, net: NetBot | None = None
) -> tuple[LikelyDeal, ...]:
    """Sample deals in proportion to how well they explain what the other seats did.

    - `view`: of the seat to move. One from bytes or text knows only the last 16 actions, or none.
    - `deals`: how many
    - `seed`: None draws one from system entropy
    - `net`: how the others may play; None for the networks of this package

    Each deal fits everything that is proved, as those of `View.sample`. The weights are a model of the other players:
    `docs/learning.md` says how far it is right. Averages over the deals must use the weights, which add up to 1.

    >>> from oxideal import doudizhu as dd
    >>> state = dd.State(dd.Rules.preset("douzero"), seed=7)
    >>> state.push(state.legal_actions()[0])
    >>> view = state.view(state.current_player)
    >>> found = likely_deals(view, 8, seed=1)
    >>> len(found), all(deal.state.view(view.seat) == view for deal in found)
    (8, True)
    """
    check_to_choose(view)
    if net is not None and not isinstance(net, NetBot):
        raise TypeError(f"net must be a NetBot or None, not {type_name(net)}")
    count = integer_within("deals", deals, 1, MAX_DEALS)
    networks = (net or NetBot()).networks(view.rules)
    found = _native.Outcomes(cast("Any", view), seed_number(seed), networks).sample(count)
    state_class = import_module(type(view).__module__).State
    total = sum(weight for _, weight in found)
    return tuple(LikelyDeal(state_class.from_bytes(data), weight / total) for data, weight in found)
