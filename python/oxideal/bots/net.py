"""A bot whose small neural network has learned by playing against itself."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, cast

from .. import _native
from .._arguments.checks import type_name
from ..errors import InvalidArgumentError
from ..interface import MoveT_co
from .bot import check_to_choose
from .limit import Limit, check_limit
from .remade import Remade

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ..interface import MoveT, View

__all__ = ["MoveValue", "NetBot"]


@dataclass(frozen=True)
class MoveValue(Generic[MoveT_co]):
    """What a network expects of a move.

    - `move`: the move
    - `win`: the estimated chance to win, 0 to 1
    - `payment`: the estimated payment, in units that differ by game; only comparisons mean something
    """

    move: MoveT_co
    win: float
    payment: float


@dataclass(frozen=True)
class NetBot(Remade):
    """A bot whose network has learned by playing against itself; it answers in microseconds.

    Without an argument it plays every game with the weights of this package. `NetBot("my.safetensors")` plays with
    weights of your own, from `oxideal train`, the game and the rules for which they were trained.

    It needs no seed: the same view gives the same move on every machine. All bots of a process that play by the same
    rules with the same file share its networks; a bot keeps those that it has, even if the file changes.

    >>> from oxideal import doudizhu as dd
    >>> view = dd.State(dd.Rules.preset("douzero"), seed=7).view(2)
    >>> view.rules.action(NetBot().choose(view)) in view.legal_actions()
    True
    """

    weights: str | os.PathLike[str] | None = None
    """A file of weights; None for those of this package."""
    _networks: dict[Any, _native.Networks] = field(init=False, repr=False, compare=False, default_factory=dict)
    """The networks by rules, read when they are first needed."""

    def __post_init__(self) -> None:
        if self.weights is not None and not isinstance(self.weights, str | os.PathLike):
            raise TypeError(f"weights must be the name of a file or None, not {type_name(self.weights)}")

    @property
    def name(self) -> str:
        """The bot's name in tables and records, which `oxideal.bots.bot` reads."""
        return "net" if self.weights is None else f"net:{os.fspath(self.weights)}"

    def choose(self, view: View[Any, MoveT, Any], limit: Limit | None = None) -> MoveT:
        """Return the move that the network values most; `limit` is ignored.

        Raises `InvalidArgumentError` if the weights are not for the view's rules, and `OSError` if they can't be read.
        """
        check_to_choose(view)
        check_limit(limit)
        return cast("MoveT", view.rules.move(self.networks(view.rules).choose(cast("Any", view))))

    def values(self, view: View[Any, MoveT, Any]) -> list[MoveValue[MoveT]]:
        """Return the moves that the bot considers with what it expects of them, best first.

        A single move is not valued: its figures are 0.5 and 0.

        >>> from oxideal import doudizhu as dd
        >>> view = dd.State(dd.Rules.preset("douzero"), seed=7).view(2)
        >>> bot = NetBot()
        >>> bot.values(view)[0].move == bot.choose(view)
        True
        """
        check_to_choose(view)
        values = self.networks(view.rules).values(cast("Any", view))
        return [MoveValue(view.rules.move(action), win, payment) for action, win, payment in values]

    def networks(self, rules: Any) -> _native.Networks:
        """Return the networks for these rules."""
        found = self._networks.get(rules)
        if found is None:
            found = self._networks[rules] = _shared_networks(weights_file(self, rules), rules)
        return found


def weights_file(bot: NetBot, rules: Any) -> Traversable:
    """Return the file of a bot's weights for these rules."""
    name = _native.weights_name(rules)
    if bot.weights is not None:
        return Path(bot.weights)
    file = resources.files(__package__) / "weights" / f"{name}.safetensors"
    if not file.is_file():
        raise InvalidArgumentError(f"this package has no weights for {name}; `oxideal train` makes some")
    return file


MAX_SHARED = 16
"""How many networks are kept for later bots: rules can come from users of a server."""

_shared: dict[Any, _native.Networks] = {}
"""Networks by file and rules; those last used are at the end."""

_lock = Lock()


def _shared_networks(file: Traversable, rules: Any) -> _native.Networks:
    """Return the networks of a file, which is read once for all bots of this process."""
    with file.open("rb") as opened:
        status = os.fstat(opened.fileno())
        key = status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, rules
        with _lock:
            found = _shared.pop(key, None) or _native.Networks(rules, opened.read())
            _shared[key] = found
            if len(_shared) > MAX_SHARED:
                del _shared[next(iter(_shared))]
    return found


def _after_fork() -> None:
    global _lock
    _lock = Lock()  # another thread may have held it


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
