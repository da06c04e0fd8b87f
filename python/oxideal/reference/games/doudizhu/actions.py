"""The table of actions: the pass, what can be said, and all combinations, each with its id and text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...._arguments.checks import tokens
from ...refusal import checked_length, lower, not_a_move, said
from . import cards
from .combinations import Combination, all_combinations, no_combination, objection

if TYPE_CHECKING:
    from .moves import Move
    from .rules import Rules

PASS = 0

_BIDS = ("bid 1", "bid 2", "bid 3")
_CALLS = ("call", "rob")
_DOUBLE = "double"
_SHOW = "show"
_SAID = {text.replace(" ", ""): text for text in ("pass", *_BIDS, *_CALLS, _DOUBLE, _SHOW)}
"""The texts of all moves but combinations, under any rules, each by its text without spaces."""

_ALONE = "alone"

# Whether a hand has some cards is asked very often, so the test compares all 15 ranks at once. Counts are packed into
# one number, 5 bits per rank. The highest bit of the five is a guard: it is set in the hand, and a subtraction clears
# it if more cards of the rank are taken than there are.
_WIDTH = 5
_GUARDS = sum(1 << _WIDTH * rank + _WIDTH - 1 for rank in range(15))


def pack(counts: cards.Counts) -> int:
    """Return counts packed into one number. Packed counts can be subtracted if `has` says so."""
    number = 0
    for count in reversed(counts):
        number = number << _WIDTH | count
    return number


def has(hand: int, wanted: int) -> bool:
    """Return whether a hand contains the wanted cards: `cards.has` for packed counts."""
    return (hand | _GUARDS) - wanted & _GUARDS == _GUARDS


def lowest(hand: int) -> int:
    """Return the lowest rank in a packed hand, which must not be empty."""
    return ((hand & -hand).bit_length() - 1) // _WIDTH


class _Family(NamedTuple):
    """All combinations of one kind with the same main part. They beat, and are beaten by, the same combinations."""

    sample: Combination
    main: int  # packed
    members: list[tuple[int, int]]  # the attached cards, packed, and the id of each combination


class Actions:
    """The table of actions of some rules."""

    def __init__(self, rules: Rules) -> None:
        self._players = rules.players
        self.said = _said(rules)
        """The texts of the moves that are not combinations, by id."""
        self.combinations = all_combinations(rules)
        self.first = len(self.said)
        """The id of the first combination."""
        self._number = self.first + len(self.combinations)
        self.ids = {each: action for action, each in enumerate(self.combinations, self.first)}
        self.readings: dict[cards.Counts, list[int]] = {}
        """The ids of the combinations that some cards make: more than one only with kicker options (DD-27)."""
        families: dict[tuple[int, cards.Counts], _Family] = {}
        for each, action in self.ids.items():
            self.readings.setdefault(each.cards, []).append(action)
            family = families.setdefault((each.kind, each.main), _Family(each, pack(each.main), []))
            family.members.append((pack(each.attached), action))
        self._families = list(families.values())
        self._beating: dict[tuple[int, int, int, int], list[_Family]] = {}
        self.moves: dict[int, Move] = {}
        """The moves made so far, by id. They are made when first needed."""

    def __len__(self) -> int:
        return self._number

    def combination(self, action: int) -> Combination | None:
        """Return the combination with this id, or None for a move without cards."""
        return self.combinations[action - self.first] if action >= self.first else None

    def word(self, action: int) -> str | None:
        """Return the text of a move that is not a combination; None for a combination."""
        return self.said[action] if action < self.first else None

    def bid_of(self, action: int) -> int | None:
        """Return what an action says in the auction, 0 for a pass; None if it is no move of an auction.

        Their ids are these numbers: they come first in the table.
        """
        return None if self.word(action) in (_DOUBLE, _SHOW, None) else action

    def plays(self, hand: cards.Counts, to_beat: Combination | None) -> list[int]:
        """Return the ids of the combinations in a hand that beat `to_beat`, or of all in it, ascending."""
        held = pack(hand)
        found: list[int] = []
        for family in self._families if to_beat is None else self._families_beating(to_beat):
            if has(held, family.main):
                rest = held - family.main
                found += [action for attached, action in family.members if has(rest, attached)]
        return found

    def _families_beating(self, to_beat: Combination) -> list[_Family]:
        key = to_beat.kind, to_beat.number, to_beat.length, to_beat.rank
        if key not in self._beating:
            self._beating[key] = [each for each in self._families if objection(each.sample, to_beat) is None]
        return self._beating[key]

    # Texts

    def text(self, action: int) -> str:
        combination = self.combination(action)
        if combination is None:
            return self.said[action]
        if len(self.readings[combination.cards]) > 1 and not any(combination.attached):
            return f"{combination.text} {_ALONE}"  # DD-27
        return combination.text

    def from_text(self, text: str) -> int:
        """Return the action that a text names. Raises `InvalidMoveError` if it names none."""
        word = _compact(text)
        if word in _SAID:
            if _SAID[word] not in self.said:
                raise said("common.move_not_in_rules", move=_SAID[word]).error()
            return self.said.index(_SAID[word])
        counts = cards.from_text(word.removesuffix(_ALONE))
        if counts is None or not any(counts):
            raise not_a_move("doudizhu", text).error()
        too_many = cards.too_many(counts, self._players)
        if too_many is not None:
            raise too_many.error()
        return self.reading(counts, text)

    def play_from_text(self, text: str) -> int:
        """Return the combination that a text names. Raises `InvalidMoveError` if it names none."""
        if _compact(text) in _SAID:
            raise not_a_move("doudizhu", text).error()
        return self.from_text(text)

    def reading(self, counts: cards.Counts, text: str = "") -> int:
        """Return the combination that these cards make. If there are several, the text chooses one (DD-27).

        Raises `InvalidMoveError` if there is none, or if the text does not choose.
        """
        found = self.readings.get(counts, [])
        if _compact(text).endswith(_ALONE):
            found = [action for action in found if not any(self._of(action).attached)]
        elif len(found) > 1 and len(words := tokens(text)) == 2:
            parts = [cards.from_text(word) for word in words]
            found = [each for each in found if [self._of(each).main, self._of(each).attached] == parts] or found
        if not found:
            raise no_combination(cards.text(counts)).error()
        if len(found) > 1:
            *others, last = (f'"{self.text(action)}"' for action in found)
            values = {"others": ", ".join(others), "last": last}
            raise said("doudizhu.ambiguous", cards=cards.text(counts), **values).error()
        return found[0]

    def _of(self, action: int) -> Combination:
        return self.combinations[action - self.first]


def _said(rules: Rules) -> tuple[str, ...]:
    """Return the texts of the moves that are not combinations, in the order of their ids."""
    found: list[str] = ["pass"]
    if rules.auction:
        found += _CALLS if rules.auction == "call" else _BIDS  # DD-36, DD-07
    if rules.doubling:
        found.append(_DOUBLE)  # DD-37
    if rules.open_hand:
        found.append(_SHOW)  # DD-38
    return tuple(found)


@lru_cache(maxsize=64)
def actions_of(rules: Rules) -> Actions:
    """Return the table of these rules, made when it is first needed."""
    return Actions(rules)


def _compact(text: str) -> str:
    return lower(checked_length(text)).replace(" ", "")
