"""Cards. A card is a number from 0 to 51, and a set of cards is an integer with one bit per card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from ...._arguments.checks import excerpt, tokens
from ...._arguments.rummy import ALL_CARDS, normalize_cards
from ....cards import standard as _cards
from ....cards.rummy import Cards
from ....errors import InvalidArgumentError, OxidealError
from ... import notation
from ...refusal import Sentence, said

CardSet: TypeAlias = int
"""A set of cards. Bit 0 is the ace of clubs."""

NUMBER = 52  # RM-01
TEXTS = _cards.deck()

LOW, BOTH = ACES = ("low", "both")
"""How aces rank (RM-15)."""

_PLACES = {text: card for card, text in enumerate(TEXTS)}
_SPELLINGS = {spelling: _PLACES[text] for spelling, text in _cards.spellings().items()}

_ACES: CardSet = 0b1111
_POINTS = tuple(min(card // 4 + 1, 10) for card in range(NUMBER))  # RM-13

_MAX_CHARACTERS = 1000
_NONE = "-"


def no_card(written: str) -> Sentence:
    return said("rummy.not_a_card", text=excerpt(written))


def rank(card: int) -> int:
    """Return the rank of a card: 0 for the ace, 12 for the king."""
    return card // 4


def suit(card: int) -> int:
    """Return the suit of a card: 0 to 3, in the order CDHS."""
    return card % 4


def one(card: int) -> CardSet:
    return 1 << card


def set_of(cards: Iterable[int]) -> CardSet:
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_of(cards: CardSet) -> list[int]:
    """Return the cards of a set, ascending."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def lowest(cards: CardSet) -> int:
    return (cards & -cards).bit_length() - 1


def without(cards: CardSet) -> CardSet:
    """Return all other cards."""
    return ALL_CARDS & ~cards


def points(cards: CardSet, ace: str) -> int:
    """Return the points of these cards (RM-13). An ace that may be high counts 15 (RM-15)."""
    more = 14 * (cards & _ACES).bit_count() if ace == BOTH else 0
    return more + sum(_POINTS[card] for card in cards_of(cards))


# As texts


def text(cards: Iterable[int]) -> Cards:
    return Cards._of_words([TEXTS[card] for card in cards])


def set_text(cards: CardSet) -> Cards:
    """Return the text of a set of cards, ascending."""
    return text(cards_of(cards))


def from_word(word: str) -> int | None:
    return _SPELLINGS.get(word)


def from_words(words: list[str]) -> tuple[int, ...] | None:
    """Return the cards that words name, or None if there are no words or one names no card."""
    found = tuple([card for word in words if (card := from_word(word)) is not None])
    return found if words and len(found) == len(words) else None


def from_words_or_none(words: list[str]) -> tuple[int, ...] | None:
    """Return the cards that words name, where "-" means none. Return None for anything else."""
    return () if words == [_NONE] else from_words(words)


def is_none(words: list[str]) -> bool:
    """Return whether the words of an argument mean no cards, or no melds."""
    return words in ([], [_NONE])


def first_duplicate(cards: Iterable[int]) -> int | None:
    seen = 0
    for card in cards:
        if seen >> card & 1:
            return card
        seen |= 1 << card
    return None


def duplicate_message(card: int) -> Sentence:
    return said("common.duplicate_card", card=TEXTS[card])


# As arguments


def from_argument(given: Any, error: type[OxidealError] = InvalidArgumentError) -> tuple[int, ...]:
    """Return the cards given as an argument, in their order."""
    words = normalize_cards(given, error)
    if isinstance(words, str):
        if len(words) > _MAX_CHARACTERS:
            raise error(notation.too_long("a list of cards", words, _MAX_CHARACTERS))
        words = tokens(words)
        if is_none(words):
            return ()
    found: list[int] = []
    for word in words:
        card = from_word(word)
        if card is None:
            raise error(str(no_card(word)))
        if card in found:
            raise error(str(duplicate_message(card)))
        found.append(card)
    return tuple(found)
