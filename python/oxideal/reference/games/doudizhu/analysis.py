"""Combinations without a round: what cards make, what a hand can play, and in how few plays it can be emptied."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...._arguments.arrays import integer_array
from ...._arguments.checks import plain_text
from ...._arguments.doudizhu import counts_array
from ....errors import InvalidArgumentError
from ....interface import Classified, LegalPlays
from .actions import PASS, Actions, has, lowest, pack
from .cards import Counts, from_argument, largest_hand, ranks_of
from .classes import State
from .combinations import objection
from .rules import Rules, to_beat_from_argument

if TYPE_CHECKING:
    from ....interface import CardsLike
    from .moves import Move

_DEFAULT_RULES = Rules()


def classify(cards: CardsLike, rules: Rules | None = None) -> Move:
    checked = _rules_or_default(rules)
    actions = checked._actions
    text = plain_text(cards)
    if text is None:
        return checked.move(actions.reading(from_argument(cards, checked.players)))
    return checked.move(actions.play_from_text(text))


def readings(cards: CardsLike, rules: Rules | None = None) -> list[Move]:
    checked = _rules_or_default(rules)
    counts = from_argument(cards, checked.players)
    return [checked.move(action) for action in checked._actions.readings.get(counts, [])]


def classify_many(counts: npt.ArrayLike, rules: Rules | None = None) -> Classified:
    checked = _rules_or_default(rules)
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
    checked = _rules_or_default(rules)
    actions = checked._actions
    last = len(actions) - 1
    ones = integer_array("a", a, shapes=[(-1,)], low=0, high=last, dtype="int64")
    others = integer_array("b", b, shapes=[ones.shape], low=0, high=last, dtype="int64")
    beats = np.zeros(len(ones), dtype=np.bool_)
    for k in range(len(ones)):
        one, other = actions.combination(int(ones[k])), actions.combination(int(others[k]))
        beats[k] = one is not None and other is not None and objection(one, other) is None
    return beats


def legal_plays(hand: CardsLike, to_beat: Move | str | None = None, rules: Rules | None = None) -> list[Move]:
    checked = _rules_or_default(rules)
    held = from_argument(hand, checked.players)
    action = PASS if to_beat is None else to_beat_from_argument(to_beat, checked)[0]
    return [checked.move(each) for each in _plays(checked._actions, held, action)]


def legal_plays_many(
    hands: npt.ArrayLike, to_beat: npt.ArrayLike | None = None, rules: Rules | None = None
) -> LegalPlays:
    checked = _rules_or_default(rules)
    actions = checked._actions
    rows = counts_array("hands", hands, checked.players)
    n = len(rows)
    beaten = np.zeros(n, dtype=np.int64)
    if to_beat is not None:
        beaten = integer_array("to_beat", to_beat, shapes=[(n,)], low=0, high=len(actions) - 1, dtype="int64")
        if ((beaten > PASS) & (beaten < actions.first)).any():
            raise InvalidArgumentError("to_beat must hold ids of combinations, or 0, got the id of a bid")
    found = [_plays(actions, tuple(rows[k].tolist()), int(beaten[k])) for k in range(n)]
    offsets = np.zeros(n + 1, dtype=np.int64)
    offsets[1:] = np.cumsum([len(each) for each in found])
    return LegalPlays(offsets, np.array([action for each in found for action in each], dtype=np.int32))


def _plays(actions: Actions, hand: Counts, to_beat: int) -> list[int]:
    return actions.plays(hand, actions.combination(to_beat))


def counts(cards: CardsLike, rules: Rules | None = None) -> npt.NDArray[np.uint8]:
    return np.array(from_argument(cards, _rules_or_default(rules).players), dtype=np.uint8)


def min_plays(hand: CardsLike, rules: Rules | None = None) -> list[Move]:
    checked = _rules_or_default(rules)
    held = from_argument(hand, checked.players)
    most = largest_hand(checked.players)
    if sum(held) > most:
        raise InvalidArgumentError(f"a hand must have at most {most} cards, got {sum(held)}")
    return [checked.move(action) for action in _fewest(checked._actions, held)]


def _fewest(actions: Actions, hand: Counts) -> list[int]:
    """Return the ids of the fewest combinations that empty a hand.

    The order of the plays does not matter, so each play is one with the lowest card that is left. The search tries one
    play in all, then two, and so on. The cache remembers hands that cannot be emptied.
    """
    usable: dict[int, list[tuple[int, int, int]]] = {}
    for action in actions.plays(hand, None):
        combination = actions.combination(action)
        assert combination is not None
        ranks = ranks_of(combination.cards)
        usable.setdefault(ranks[0], []).append((pack(combination.cards), len(ranks), action))
    for options in usable.values():
        options.sort(key=lambda option: -option[1])  # larger combinations first: they empty the hand sooner

    @cache
    def emptied(rest: int, number: int, plays: int) -> tuple[int, ...] | None:
        """Return combinations that empty this hand of `number` cards in at most `plays` plays, or None."""
        if number == 0:
            return ()
        if plays == 0:
            return None
        for taken, size, action in usable[lowest(rest)]:
            if size < number and plays == 1:
                return None  # all later options are smaller still
            if has(rest, taken):
                found = emptied(rest - taken, number - size, plays - 1)
                if found is not None:
                    return (action, *found)
        return None

    plays = 0
    while (found := emptied(pack(hand), sum(hand), plays)) is None:
        plays += 1
    return list(found)


def _rules_or_default(rules: Rules | None) -> Rules:
    if rules is None:
        return _DEFAULT_RULES
    State._check_rules(rules)
    return rules
