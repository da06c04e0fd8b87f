"""Mexican Train for 2 to 12 players, on the Rust engine.

`docs/rules/mexican_train.md` has the rules and all text formats. Where a function has a `rules` argument, None means
`Rules()`: four players with the double-12 set.

>>> from oxideal import mexican_train as mt
>>> mt.longest_train("9-12 3-9 3-3 3-7", end=12).longest
'12-9 9-3 3-3 3-7'
>>> state = mt.State(mt.Rules(players=2, set=9), seed=7, dealer=0)
>>> state.legal_moves()[:5]
[Move('0-9@me'), Move('1-9@me'), Move('2-9@me'), Move('3-9@me'), Move('6-9@me')]
>>> state.push("9-2@me")
>>> state.trains, state.ends
(('9-2', '-'), (2, 9))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from . import _native
from . import match as _match
from ._arguments.mexican_train import ends_array, hands_array
from ._native import MexicanTrainBatch as Batch
from ._native import MexicanTrainMove as Move
from ._native import MexicanTrainRules as Rules
from ._native import MexicanTrainState as State
from ._native import MexicanTrainView as View
from ._native import MexicanTrainViewBuilder as ViewBuilder
from .cards.mexican_train import TILES, Tiles
from .interface.mexican_train import LongestTrain
from .schemas.playouts import Playouts

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    import numpy.typing as npt

    from .interface import Seed, TilesLike

__all__ = [
    "TILES",
    "Batch",
    "LongestTrain",
    "Match",
    "Move",
    "Rules",
    "State",
    "Tiles",
    "View",
    "ViewBuilder",
    "longest_train",
    "matches",
    "matches_many",
    "pips",
    "playouts",
    "tiles_array",
]
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of Mexican Train: one round for each engine, down to the double blank (MT-05).

    The lowest total of `scores` wins (MT-28).

    >>> match = Match(Rules(players=2, set=9), seed=7)
    >>> match.state.rules.engine, match.state.rules.next_round().engine
    (9, 8)
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = 1  # MT-06


def playouts(
    start: Rules | State | View,
    n: SupportsIndex,
    seed: Seed = None,
    threads: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
) -> Playouts:
    """Play n random games to the end and return their payoffs and lengths.

    Games start from a new deal if `start` is a `Rules`, from the position if it is a `State`, and from a new sample
    each time if it is a `View`. They are the games `first` to `first + n - 1` of this seed; `threads` does not change
    the results. Playouts use a fast generator, not the one that deals a `State`.

    >>> playouts(Rules(), 1000, seed=7).payoffs.shape
    (1000, 4)
    """
    return Playouts(*_native.playouts(Rules, start, n, seed, threads, first))


def matches(hand: TilesLike, ends: Iterable[SupportsIndex]) -> list[list[str]]:
    """Return the tiles of a hand that fit each of the ends (MT-07), a list for each end.

    >>> matches("3-9 4-9 5-5 3-5", [9, 5, 0])
    [['3-9', '4-9'], ['3-5', '5-5'], []]
    """
    return _native.mexican_train_matches(hand, ends)


def matches_many(hands: npt.ArrayLike, ends: npt.ArrayLike, rules: Rules | None = None) -> npt.NDArray[np.bool_]:
    """Return the tiles that fit, for n hands and m ends of each at once: an array of shape (n, m, tiles).

    `hands` has a row of zeros and ones for each hand, as `tiles_array` makes it. An end of -1 fits nothing.

    >>> matches_many([tiles_array("3-9 4-9 5-5")], [[9, 5, -1]]).sum(axis=2).tolist()
    [[2, 1, 0]]
    """
    rules = _native.mexican_train_rules(rules)
    checked = hands_array(hands, len(rules.tiles))
    return _native.mexican_train_matches_many(checked, ends_array(ends, len(checked), rules.set), rules)


def longest_train(hand: TilesLike, end: SupportsIndex, doubles: str = "tile") -> LongestTrain:
    """Return the longest and the heaviest train that a hand can lay from an open end (MT-29).

    `doubles="close"` excludes trains that end with a double, unless they use up the hand.

    >>> longest_train("1-12 1-1 3-12 11-12 10-11", end=12)
    LongestTrain(longest='12-11 11-10', heaviest='12-11 11-10')
    >>> longest_train("0-12 0-0 11-12", end=12)
    LongestTrain(longest='12-0 0-0', heaviest='12-0 0-0')
    >>> longest_train("0-12 0-0 11-12", end=12, doubles="close")
    LongestTrain(longest='12-11', heaviest='12-11')
    """
    return LongestTrain(*_native.mexican_train_longest_train(hand, end, doubles))


def pips(tiles: TilesLike) -> int:
    """Add up the pips; the double blank counts 50 (MT-27).

    >>> pips("0-0 9-12")
    71
    """
    return _native.mexican_train_pips(tiles)


def tiles_array(hand: TilesLike, rules: Rules | None = None) -> npt.NDArray[np.uint8]:
    """Return a hand as an array with a 1 for each of its tiles, in the order of `Rules.tiles`.

    >>> tiles_array("0-0 1-1", Rules(players=2, set=2, hand_size=1)).tolist()
    [1, 0, 1, 0, 0, 0]
    """
    return _native.mexican_train_tiles_array(hand, rules)
