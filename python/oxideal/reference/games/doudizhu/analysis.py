"""Combinations alone, without a round: what cards are, what can be played from a hand, in how few plays it empties."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...._input.arrays import integer_array
from ...._input.checks import plain_text
from ...._input.doudizhu import counts_array
from ....errors import InvalidArgumentError, InvalidMoveError
from ....interface import Classified, LegalPlays
from .actions import BIDS, PASS, Actions, ParseError, has, lowest, packed
from .cards import Counts, from_argument, largest_hand, listed
from .classes import State
from .combinations import objection
from .rules import Rules, to_beat_from_argument

if TYPE_CHECKING:
    from ....interface import Cards
    from .moves import Move

_PLAIN = Rules()


def classify(cards: Cards, rules: Rules | None = None) -> Move:
    """The combination that these cards make. A text is read as that of a move.

    >>> classify("10 T J J Q Q").kind
    'sequence_of_pairs'
    >>> classify(["3", "3", "4"])
    Traceback (most recent call last):
    oxideal.errors.InvalidMoveError: 334 is not a combination
    >>> classify("333444555666 alone", Rules.preset("douzero"))
    Move('333444555666 alone')
    """
    checked = _checked(rules)
    actions = checked._actions
    try:
        text = plain_text(cards)
        if text is None:
            return checked.move(actions.reading(from_argument(cards, checked.players)))
        return checked.move(actions.play_from_text(text))
    except ParseError as why:
        raise InvalidMoveError(str(why)) from None


def readings(cards: Cards, rules: Rules | None = None) -> list[Move]:
    """All combinations that these cards make: none or one, with kicker options perhaps more (DD-27).

    >>> [str(move) for move in readings("333444555666", Rules.preset("douzero"))]
    ['333444555666 alone', '333444555 666', '444555666 333']
    """
    checked = _checked(rules)
    counts = from_argument(cards, checked.players)
    return [checked.move(action) for action in checked._actions.readings.get(counts, [])]


def classify_many(counts: npt.ArrayLike, rules: Rules | None = None) -> Classified:
    """The same for n times 15 counts at once.

    >>> classify_many([[2] + 14 * [0], [1, 1] + 13 * [0]]).kinds.tolist()
    [2, 0]
    """
    checked = _checked(rules)
    actions = checked._actions
    rows = counts_array("counts", counts, checked.players)
    n = len(rows)
    found = Classified(
        np.zeros(n, dtype=np.uint8),
        np.full(n, -1, dtype=np.int32),
        np.zeros(n, dtype=np.uint8),
        np.zeros(n, dtype=np.uint8),
        np.zeros(n, dtype=np.uint8),
    )
    for k in range(n):
        ids = actions.readings.get(tuple(rows[k].tolist()), [])
        found.readings[k] = len(ids)
        if len(ids) == 1:
            combination = actions.combination(ids[0])
            assert combination is not None
            found.actions[k] = ids[0]
            found.kinds[k] = combination.kind
            found.ranks[k] = combination.rank
            found.lengths[k] = combination.length
    return found


def beats_many(a: npt.ArrayLike, b: npt.ArrayLike, rules: Rules | None = None) -> npt.NDArray[np.bool_]:
    """Whether each action of the one array may be played on that of the other. The pass and the bids neither beat nor
    are beaten.
    """
    checked = _checked(rules)
    actions = checked._actions
    last = len(actions) - 1
    ones = integer_array("a", a, shapes=[(-1,)], low=0, high=last, dtype=np.int64)
    others = integer_array("b", b, shapes=[ones.shape], low=0, high=last, dtype=np.int64)
    beats = np.zeros(len(ones), dtype=np.bool_)
    for k in range(len(ones)):
        one, other = actions.combination(int(ones[k])), actions.combination(int(others[k]))
        beats[k] = one is not None and other is not None and objection(one, other) is None
    return beats


def legal_plays(hand: Cards, to_beat: Move | str | None = None, rules: Rules | None = None) -> list[Move]:
    """What can be played from this hand, the pass left out.

    >>> legal_plays("3346BR", "5")
    [Move('6'), Move('B'), Move('R'), Move('BR')]
    """
    checked = _checked(rules)
    held = from_argument(hand, checked.players)
    action = PASS if to_beat is None else to_beat_from_argument(to_beat, checked)[0]
    return [checked.move(each) for each in _plays(checked._actions, held, action)]


def legal_plays_many(
    hands: npt.ArrayLike, to_beat: npt.ArrayLike | None = None, rules: Rules | None = None
) -> LegalPlays:
    """The same for n hands of 15 counts at once, with the ids of what each has to beat, 0 for one that leads.

    >>> plays = legal_plays_many([[1, 2] + 13 * [0]])
    >>> [str(Rules().move(action)) for action in plays.actions[plays.offsets[0]:plays.offsets[1]]]
    ['3', '4', '44']
    """
    checked = _checked(rules)
    actions = checked._actions
    rows = counts_array("hands", hands, checked.players)
    n = len(rows)
    beaten = np.zeros(n, dtype=np.int64)
    if to_beat is not None:
        beaten = integer_array("to_beat", to_beat, shapes=[(n,)], low=0, high=len(actions) - 1, dtype=np.int64)
        if checked.auction and np.isin(beaten, BIDS).any():
            raise InvalidArgumentError("to_beat must hold ids of combinations, or 0, got the id of a bid")
    found = [_plays(actions, tuple(rows[k].tolist()), int(beaten[k])) for k in range(n)]
    offsets = np.zeros(n + 1, dtype=np.int64)
    offsets[1:] = np.cumsum([len(each) for each in found])
    return LegalPlays(offsets, np.array([action for each in found for action in each], dtype=np.int32))


def _plays(actions: Actions, hand: Counts, to_beat: int) -> list[int]:
    return actions.plays(hand, actions.combination(to_beat))


def counts(cards: Cards, rules: Rules | None = None) -> npt.NDArray[np.uint8]:
    """How many cards there are of each rank, from 3 to the red joker.

    >>> counts("33TJ").tolist()
    [2, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]
    """
    return np.array(from_argument(cards, _checked(rules).players), dtype=np.uint8)


def min_plays(hand: Cards, rules: Rules | None = None) -> list[Move]:
    """The fewest combinations that empty this hand; which of several such lists is not promised.

    >>> len(min_plays("334455667")), len(min_plays("3344556678"))
    (2, 3)
    """
    checked = _checked(rules)
    held = from_argument(hand, checked.players)
    most = largest_hand(checked.players)
    if sum(held) > most:
        raise InvalidArgumentError(f"a hand must have at most {most} cards, got {sum(held)}")
    return [checked.move(action) for action in _fewest(checked._actions, held)]


def _fewest(actions: Actions, hand: Counts) -> list[int]:
    """The order of the plays does not matter, so the next one is always one with the lowest card that is left. Tried
    are first one play in all, then two, and so on; a hand that is found not to do is not tried again.
    """
    usable: dict[int, list[tuple[int, int, int]]] = {}
    for action in actions.plays(hand, None):
        combination = actions.combination(action)
        assert combination is not None
        ranks = listed(combination.cards)
        usable.setdefault(ranks[0], []).append((packed(combination.cards), len(ranks), action))
    for options in usable.values():
        options.sort(key=lambda option: -option[1])  # what empties the hand soonest is tried first

    @cache
    def emptied(rest: int, number: int, plays: int) -> tuple[int, ...] | None:
        """That many cards in just so many plays or fewer; None where that cannot be done."""
        if number == 0:
            return ()
        if plays == 0:
            return None
        for taken, size, action in usable[lowest(rest)]:
            if size < number and plays == 1:
                return None  # and all that come after it are smaller still
            if has(rest, taken):
                found = emptied(rest - taken, number - size, plays - 1)
                if found is not None:
                    return (action, *found)
        return None

    plays = 0
    while (found := emptied(packed(hand), sum(hand), plays)) is None:
        plays += 1
    return list(found)


def _checked(rules: Rules | None) -> Rules:
    if rules is None:
        return _PLAIN
    State._check_rules(rules)
    return rules
