"""The policies that play rounds to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

from .. import _native
from .._arguments.checks import quoted, type_name
from .._arguments.seeds import seed_number
from ..errors import InvalidArgumentError
from ..schemas.playouts import Playouts
from .net import NetBot

if TYPE_CHECKING:
    from ..interface import Seed

__all__ = ["playouts"]

Policy: TypeAlias = Literal["random", "playout", "rule", "net"] | NetBot

POLICIES = ("random", "playout", "rule", "net")


def playouts(
    start: Any,
    n: SupportsIndex,
    policy: Policy = "playout",
    *,
    seed: Seed = None,
    threads: SupportsIndex = 1,
    first: SupportsIndex = 0,
) -> Playouts:
    """Play rounds to the end by a policy in all seats: as a game's `playouts`, whose moves are random.

    - `start`: a `Rules`, for a new deal each, a `State`, or a `View`, for a new sample each
    - `n`: how many
    - `policy`: how all seats play
        - `"random"`: any legal move; the same rounds as the game's `playouts`
        - `"playout"`: the quick rules of the search's playouts
        - `"rule"`: as `RuleBot`
        - `"net"`, or a `NetBot` with weights of its own: the move that the networks value most
    - `seed`, `threads`, `first`: the rounds `first` to `first + n - 1` of this seed. The number of threads does not
      matter to the result

    Python's lock is released meanwhile, and Ctrl-C stops it. The rounds of a seed are the same in each build, but may
    change between releases, as policies do.

    >>> from oxideal import rummy
    >>> played = playouts(rummy.Rules(), 100, "rule", seed=7)
    >>> played.payoffs.shape
    (100, 2)
    """
    networks = networks_of(policy, getattr(start, "rules", start))
    name = policy if isinstance(policy, str) else "net"
    found = _native.policy_playouts(start, n, seed_number(seed), threads, first, name, networks)
    return Playouts(*found)


def networks_of(policy: object, rules: Any) -> _native.Networks | None:
    """Return the networks of a policy, None for one without; raise an error for anything that is none."""
    if isinstance(policy, NetBot):
        return policy.networks(rules)
    if not isinstance(policy, str):
        raise TypeError(f"policy must be a name or a NetBot, not {type_name(policy)}")
    if policy not in POLICIES:
        raise InvalidArgumentError(f"unknown policy {quoted(policy)}; expected one of {', '.join(POLICIES)}")
    return NetBot().networks(rules) if policy == "net" else None
