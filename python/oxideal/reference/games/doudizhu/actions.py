"""The table of actions: the pass, the bids and all combinations, each with its id, and what can be looked up there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...._input.checks import quoted, tokens
from ...notation import too_long
from . import cards
from .combinations import Combination, all_combinations, objection

if TYPE_CHECKING:
    from .moves import Move
    from .rules import Rules

PASS = 0
BIDS = range(1, 4)

_MAX_CHARACTERS = 1000
_BID_WORDS = [f"bid{bid}" for bid in BIDS]
_ALONE = "alone"

# Whether a hand has some cards is asked so often that all 15 ranks are compared at once: counts are packed into one
# number, 5 bits a rank. The highest of the five is set in the hand and stays set unless more is taken than there is.
_WIDTH = 5
_GUARDS = sum(1 << _WIDTH * rank + _WIDTH - 1 for rank in range(15))


def packed(counts: cards.Counts) -> int:
    """Any two packed counts, of hands that the decks allow, can be subtracted where `has` says so."""
    number = 0
    for count in reversed(counts):
        number = number << _WIDTH | count
    return number


def has(hand: int, wanted: int) -> bool:
    """`cards.has` for packed counts."""
    return (hand | _GUARDS) - wanted & _GUARDS == _GUARDS


def lowest(hand: int) -> int:
    """The lowest rank of which a packed hand, which is not empty, has cards."""
    return ((hand & -hand).bit_length() - 1) // _WIDTH


class _Family(NamedTuple):
    """All combinations of one kind with the same main part. They beat, and are beaten by, the same."""

    sample: Combination
    main: int  # packed
    members: list[tuple[int, int]]  # what is attached, packed, and the id


class ParseError(Exception):
    """A text that names no action of the table; the message says why."""


class Actions:
    """The table of some rules."""

    def __init__(self, rules: Rules) -> None:
        self._players = rules.players
        self._auction = rules.auction
        self.combinations = all_combinations(rules)
        self.first = BIDS.stop if rules.auction else PASS + 1
        """The id of the first combination: without auction there are no bids."""
        self._number = self.first + len(self.combinations)
        self.ids = {each: action for action, each in enumerate(self.combinations, self.first)}
        self.readings: dict[cards.Counts, list[int]] = {}
        """The ids of the combinations that some cards make: more than one only with kicker options (DD-27)."""
        families: dict[tuple[int, cards.Counts], _Family] = {}
        for each, action in self.ids.items():
            self.readings.setdefault(each.cards, []).append(action)
            family = families.setdefault((each.kind, each.main), _Family(each, packed(each.main), []))
            family.members.append((packed(each.attached), action))
        self._families = list(families.values())
        self._beating: dict[tuple[int, int, int, int], list[_Family]] = {}
        self.moves: dict[int, Move] = {}
        """The moves that have been asked for."""

    def __len__(self) -> int:
        return self._number

    def combination(self, action: int) -> Combination | None:
        """None of the pass and the bids."""
        return self.combinations[action - self.first] if action >= self.first else None

    def plays(self, hand: cards.Counts, to_beat: Combination | None) -> list[int]:
        """What can be played from the hand, ascending."""
        held = packed(hand)
        found: list[int] = []
        for family in self._families if to_beat is None else self._that_beat(to_beat):
            if has(held, family.main):
                rest = held - family.main
                found += [action for attached, action in family.members if has(rest, attached)]
        return found

    def _that_beat(self, to_beat: Combination) -> list[_Family]:
        key = to_beat.kind, to_beat.number, to_beat.length, to_beat.rank
        if key not in self._beating:
            self._beating[key] = [each for each in self._families if objection(each.sample, to_beat) is None]
        return self._beating[key]

    # Texts

    def text(self, action: int) -> str:
        combination = self.combination(action)
        if combination is None:
            return "pass" if action == PASS else f"bid {action}"
        if len(self.readings[combination.cards]) > 1 and not any(combination.attached):
            return f"{combination.text} {_ALONE}"  # DD-27
        return combination.text

    def from_text(self, text: str) -> int:
        """The action that a text names, or ParseError."""
        word = _compact(text)
        if word == "pass":
            return PASS
        if word in _BID_WORDS:
            if not self._auction:
                raise ParseError(f"bid {word[-1]} is not a move under these rules")
            return BIDS[_BID_WORDS.index(word)]
        counts = cards.from_text(word.removesuffix(_ALONE))
        if counts is None or not any(counts):
            raise ParseError(_names_no_move(text))
        too_many = cards.too_many(counts, self._players)
        if too_many is not None:
            raise ParseError(too_many)
        return self.reading(counts, text)

    def play_from_text(self, text: str) -> int:
        """The combination that a text names, or ParseError; the pass and the bids are none."""
        word = _compact(text)
        if word == "pass" or word in _BID_WORDS:
            raise ParseError(_names_no_move(text))
        return self.from_text(text)

    def reading(self, counts: cards.Counts, text: str = "") -> int:
        """The combination that these cards make, or the one of several that the text names (DD-27)."""
        found = self.readings.get(counts, [])
        if _compact(text).endswith(_ALONE):
            found = [action for action in found if not any(self._of(action).attached)]
        elif len(found) > 1 and len(words := tokens(text)) == 2:
            parts = [cards.from_text(word) for word in words]
            found = [each for each in found if [self._of(each).main, self._of(each).attached] == parts] or found
        if not found:
            raise ParseError(f"{cards.text(counts)} is not a combination")
        if len(found) > 1:
            *others, last = (f'"{self.text(action)}"' for action in found)
            texts = f"{', '.join(others)} or {last}"
            raise ParseError(f"{cards.text(counts)} is ambiguous: write {texts}")
        return found[0]

    def _of(self, action: int) -> Combination:
        return self.combinations[action - self.first]


@lru_cache(maxsize=64)
def actions_of(rules: Rules) -> Actions:
    """The table of these rules, made when it is first needed."""
    return Actions(rules)


def _names_no_move(text: str) -> str:
    return (
        f'invalid move {quoted(text)}; expected "pass", "bid 1" to "bid 3", or cards (ranks 3 4 5 6 7 8 9 T J Q K A 2, '
        'B and R for the jokers), e.g. "333444 5T"'
    )


def _compact(text: str) -> str:
    """Neither case nor spaces matter. What is not ASCII stays as it is, as nothing there is a letter's small form."""
    if len(text) > _MAX_CHARACTERS:
        raise ParseError(too_long("a move", text, _MAX_CHARACTERS))
    return text.replace(" ", "").lower() if text.isascii() else text
