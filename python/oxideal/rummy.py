"""Basic Rummy for 2 to 6 players, on the Rust engine.

`docs/rules/rummy.md` has the rules and all text formats. In functions, `ace` is "low" or "both" (low and high), as in
`Rules`. The functions whose names end in `_many` take and return cards as sets of 52 bits; see `card_set`.

>>> from oxideal import rummy as rm
>>> rm.best_partition("AS 2S 3S KD KH")
Partition(points=20, melds=('AS 2S 3S',), lay_offs=(), rest='KD KH')
>>> state = rm.State(rm.Rules(players=2), seed=7, dealer=0)
>>> state.current_player, state.legal_moves()
(1, [Move('draw'), Move('take')])
>>> state.push("take")
>>> state.took == state.discards
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from . import _native
from . import match as _match
from ._arguments.checks import named_arguments
from ._arguments.rummy import hands_array, tables_array
from ._native import RummyBatch as Batch
from ._native import RummyMove as Move
from ._native import RummyRules as Rules
from ._native import RummyState as State
from ._native import RummyView as View
from ._native import RummyViewBuilder as ViewBuilder
from .cards.rummy import DECK, RANKS, SUITS, Cards
from .interface.rummy import Melds, Partition, Partitions
from .schemas.playouts import Playouts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .interface import RummyCardsLike, RummyTable, Seed

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "Batch",
    "Cards",
    "Match",
    "Melds",
    "Move",
    "Partition",
    "Partitions",
    "Rules",
    "State",
    "View",
    "ViewBuilder",
    "best_partition",
    "best_partition_many",
    "card_set",
    "card_text",
    "lay_offs",
    "lay_offs_many",
    "melds",
    "melds_many",
    "playouts",
    "points",
]
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of Rummy: rounds until a seat has 150 points, 1,000 rounds at most (RM-16).

    >>> Match(Rules(players=3), seed=7).target
    150
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = 1  # RM-02

    @named_arguments
    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: Seed = None,
        rounds: SupportsIndex | None = 1000,
        target: SupportsIndex | None = 150,
        dealer: SupportsIndex | None = None,
    ) -> None:
        super().__init__(rules, seed=seed, rounds=rounds, target=target, dealer=dealer)


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
    (1000, 2)
    """
    return Playouts(*_native.playouts(Rules, start, n, seed, threads, first))


def melds(hand: RummyCardsLike, ace: str = "low") -> list[Cards]:
    """Return every group (RM-08) and run (RM-09) in a hand, in the order of their ids.

    >>> melds("7C 7D 7S 8S 9S")
    ['7C 7D 7S', '7S 8S 9S']
    >>> melds("QS KS AS"), melds("QS KS AS", ace="both")
    ([], ['QS KS AS'])
    """
    return _native.rummy_melds(hand, ace)


def lay_offs(hand: RummyCardsLike, table: RummyTable, ace: str = "low") -> list[str]:
    """Return every lay-off of a card of the hand on the melds of the table (RM-10), in the order of their ids.

    >>> lay_offs("7H 8H JS", ["7C 7D 7S", "9H TH JH"])
    ['7H@group', '8H@low']
    """
    return _native.rummy_lay_offs(hand, table, ace)


def best_partition(hand: RummyCardsLike, table: RummyTable | None = None, ace: str = "low") -> Partition:
    """Split a hand into melds, lay-offs and a rest with the fewest points (RM-18).

    Among splits with equal points it is one whose rest has the fewest cards. `table` has the melds to lay off on;
    chains of lay-offs count.

    >>> best_partition("7C 7D 7S 8S 9S")
    Partition(points=14, melds=('7S 8S 9S',), lay_offs=(), rest='7C 7D')
    >>> best_partition("8H 9H JC", table=["TH JH QH"])
    Partition(points=10, melds=(), lay_offs=('9H@low', '8H@low'), rest='JC')
    """
    return Partition(*_native.rummy_best_partition(hand, table, ace))


def points(cards: RummyCardsLike, ace: str = "low") -> int:
    """Add up the points of cards (RM-13); with `ace="both"` an ace counts 15 (RM-15).

    >>> points("AS 7H KD"), points("AS", ace="both")
    (18, 15)
    """
    return _native.rummy_points(cards, ace)


def card_set(cards: RummyCardsLike) -> int:
    """Return cards as a set of 52 bits: bit 4 * rank + suit, where the ace of clubs is bit 0.

    >>> card_set("AC 2D")
    33
    """
    return _native.rummy_card_set(cards)


def card_text(number: SupportsIndex) -> Cards:
    """Return the text of a set of 52 bits.

    >>> card_text(33)
    'AC 2D'
    """
    return _native.rummy_card_text(number)


def melds_many(hands: npt.ArrayLike, ace: str = "low") -> Melds:
    """Return the melds of n hands at once; those of hand k are `melds[offsets[k]:offsets[k + 1]]`.

    >>> offsets, found = melds_many([card_set("7C 7D 7S 8S 9S"), card_set("AC")])
    >>> offsets.tolist(), [card_text(meld) for meld in found]
    ([0, 2, 2], ['7C 7D 7S', '7S 8S 9S'])
    """
    return Melds(*_native.rummy_melds_many(hands_array(hands), ace))


def lay_offs_many(hands: npt.ArrayLike, tables: npt.ArrayLike, ace: str = "low") -> npt.NDArray[np.uint64]:
    """Return the cards that n hands can lay off on their tables, as an array of shape (n, 3).

    Each table has m melds; 0 is an empty place. The three sets are the cards that fit a group, the low end and the high
    end of a run.

    >>> fitting = lay_offs_many([card_set("7H 8H")], [[card_set("7C 7D 7S"), card_set("9H TH JH")]])
    >>> [card_text(cards) for cards in fitting[0]]
    ['7H', '8H', '-']
    """
    checked = hands_array(hands)
    return _native.rummy_lay_offs_many(checked, tables_array(tables, len(checked)), ace)


def best_partition_many(hands: npt.ArrayLike, tables: npt.ArrayLike | None = None, ace: str = "low") -> Partitions:
    """Return the points and cards left in n hands when each is split as `best_partition` does.

    >>> found = best_partition_many([card_set("7C 7D 7S KH"), card_set("2C 4C")])
    >>> found.points.tolist(), [card_text(rest) for rest in found.rests]
    ([10, 6], ['KH', '2C 4C'])
    """
    checked = hands_array(hands)
    beside = None if tables is None else tables_array(tables, len(checked))
    return Partitions(*_native.rummy_best_partition_many(checked, beside, ace))
