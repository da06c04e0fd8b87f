"""Dou Dizhu for three or four players, on the Rust engine.

`docs/rules/doudizhu.md` has the rules and all text formats. Where a function has a `rules` argument, None means
`Rules()`: three players and the default options.

>>> from oxideal import doudizhu as dd
>>> dd.classify("333444 5T")
Move('333444 5T')
>>> dd.legal_plays("3455667B", to_beat="44")
[Move('55'), Move('66')]
>>> state = dd.State(dd.Rules(), seed=7)
>>> state.push("bid 3")
>>> state.landlord, state.hand_sizes
(2, (17, 17, 20))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from . import _native
from . import match as _match
from ._arguments.arrays import integer_array
from ._arguments.doudizhu import counts_array
from ._native import DouDizhuBatch as Batch
from ._native import DouDizhuMove as Move
from ._native import DouDizhuRules as Rules
from ._native import DouDizhuState as State
from ._native import DouDizhuView as View
from ._native import DouDizhuViewBuilder as ViewBuilder
from .cards.doudizhu import DECK, RANKS, Cards
from .errors import InvalidArgumentError
from .interface.doudizhu import Classified, LegalPlays
from .schemas.playouts import Playouts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .interface import CardsLike, Seed

__all__ = [
    "DECK",
    "RANKS",
    "Batch",
    "Cards",
    "Classified",
    "LegalPlays",
    "Match",
    "Move",
    "Rules",
    "State",
    "View",
    "ViewBuilder",
    "beats_many",
    "classify",
    "classify_many",
    "counts",
    "legal_plays",
    "legal_plays_many",
    "min_plays",
    "playouts",
    "readings",
]
__dir__ = __all__.copy  # `dir` shows these names alone


class Match(_match.Match[Rules, State]):
    """A match of Dou Dizhu: any number of rounds, or a fixed number (DD-32).

    The deal moves to the seat before the dealer (DD-04). `totals` start at 0 and may become negative.

    >>> match = Match(seed=7, rounds=10)
    >>> match.dealer
    2
    >>> while not match.state.is_over:
    ...     match.state.push(match.state.legal_actions()[-1])
    >>> match.totals
    (3, 3, -6)
    >>> match.next_round().dealer
    1
    """

    __slots__ = ()

    _rules_type = Rules
    _state_type = State
    _deal_moves = -1  # DD-04: cards, bids and play go counter-clockwise, the deal clockwise


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
    (1000, 3)
    """
    return Playouts(*_native.playouts(Rules, start, n, seed, threads, first))


def classify(cards: CardsLike, rules: Rules | None = None) -> Move:
    """Return the combination that these cards make.

    Raises `InvalidMoveError` if they make none, or more than one: then `readings` lists them.

    >>> move = classify("34567")
    >>> move.kind, move.rank, move.length
    ('sequence', '7', 5)
    >>> move.beats("45678")
    False
    >>> move.why_not("45678")
    '34567 does not beat 45678: its rank must be above 8, got 7'
    """
    return _native.doudizhu_classify(cards, rules)


def readings(cards: CardsLike, rules: Rules | None = None) -> list[Move]:
    """Return all combinations that these cards make: none or one, or several with kicker options (DD-27).

    >>> readings("3345")
    []
    >>> readings("333444555666", Rules.preset("douzero"))
    [Move('333444555666 alone'), Move('333444555 666'), Move('444555666 333')]
    """
    return _native.doudizhu_readings(cards, rules)


def legal_plays(hand: CardsLike, to_beat: Move | str | None = None, rules: Rules | None = None) -> list[Move]:
    """Return the plays that this hand has to beat a combination, without the pass.

    `to_beat` is a `Move`, its text, or None if the hand leads.

    >>> legal_plays("34455BR", to_beat="2")
    [Move('B'), Move('R'), Move('BR')]
    """
    return _native.doudizhu_legal_plays(hand, to_beat, rules)


def counts(cards: CardsLike, rules: Rules | None = None) -> npt.NDArray[np.uint8]:
    """Count the cards of each rank, from 3 to the red joker.

    >>> counts("334TR").tolist()
    [2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    """
    return _native.doudizhu_counts(cards, rules)


def min_plays(hand: CardsLike, rules: Rules | None = None) -> list[Move]:
    """Split a hand into the fewest combinations.

    Several splits can be equally short; which one is returned may change between versions.

    >>> min_plays("33344455667")
    [Move('333444 5566'), Move('7')]
    """
    return _native.doudizhu_min_plays(hand, rules)


def classify_many(counts: npt.ArrayLike, rules: Rules | None = None) -> Classified:
    """Classify n sets of cards at once, each a row of 15 counts.

    >>> found = classify_many([counts("34567"), counts("335")])
    >>> found.readings.tolist(), found.actions.tolist()
    ([1, 0], [383, -1])
    """
    rules = _native.doudizhu_rules(rules)
    return Classified(*_native.doudizhu_classify_many(counts_array("counts", counts, rules.players), rules))


def beats_many(a: npt.ArrayLike, b: npt.ArrayLike, rules: Rules | None = None) -> npt.NDArray[np.bool_]:
    """Return whether each action of `a` beats the action at the same place in `b`.

    Both are arrays of ids. Moves without cards neither beat nor are beaten.

    >>> ids = [int(classify(text)) for text in ("55", "66", "KKKK")]
    >>> beats_many(ids, [ids[1], ids[0], ids[1]]).tolist()
    [False, True, True]
    """
    rules = _native.doudizhu_rules(rules)
    beating = _actions("a", a, -1, rules)
    return _native.doudizhu_beats_many(beating, _actions("b", b, len(beating), rules), rules)


def legal_plays_many(
    hands: npt.ArrayLike, to_beat: npt.ArrayLike | None = None, rules: Rules | None = None
) -> LegalPlays:
    """Return the plays of n hands at once, each a row of 15 counts.

    `to_beat` has the id of the combination that each hand must beat, 0 if it leads; None if all lead.

    >>> plays = legal_plays_many([counts("3455667B"), counts("34")], [int(classify("44")), 0])
    >>> [str(Rules().move(action)) for action in plays.actions], plays.offsets.tolist()
    (['55', '66', '3', '4'], [0, 2, 4])
    """
    import numpy as np

    rules = _native.doudizhu_rules(rules)
    checked = counts_array("hands", hands, rules.players)
    n = len(checked)
    beaten = np.zeros(n, np.int64) if to_beat is None else _actions("to_beat", to_beat, n, rules)
    said = {"bid": 3, "call": 2}.get(str(rules.auction), 0) + rules.doubling + rules.open_hand
    if ((beaten >= 1) & (beaten <= said)).any():
        raise InvalidArgumentError("to_beat must hold ids of combinations, or 0, got the id of a bid")
    return LegalPlays(*_native.doudizhu_legal_plays_many(checked, beaten, rules))


def _actions(name: str, value: npt.ArrayLike, n: int, rules: Rules) -> npt.NDArray[np.int64]:
    return integer_array(name, value, shapes=[(n,)], low=0, high=rules.num_actions - 1, dtype="int64")
