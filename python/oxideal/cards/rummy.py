"""Cards of Rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .._arguments.rummy import normalize_cards
from . import standard
from .sequence import CardSequence
from .standard import RANKS, SUITS

if TYPE_CHECKING:
    from ..interface import RummyCardsLike, RummyMove

    _Accepted: TypeAlias = RummyCardsLike | RummyMove

__all__ = ["DECK", "RANKS", "SUITS", "Cards"]


class Cards(CardSequence["_Accepted"]):
    """Cards of Rummy: a text that is also a sequence of cards, each there at most once.

    `Cards(cards)` takes a text, a list of cards or a move, and puts them in ascending order. `+`, `-` and `in` take the
    same. `in` and `count` take a rank or a suit, too. Raises `InvalidArgumentError` for anything that is not a card,
    for a duplicate, and for subtracting cards that are not there.

    >>> hand = Cards("10h 7S 7C 7D")
    >>> hand, len(hand), hand[-1]
    ('7C 7D 7S TH', 4, 'TH')
    >>> "7S" in hand, "K" in hand, hand.count("7")
    (True, False, 3)
    >>> hand - "7C 7D 7S"
    'TH'
    """

    __slots__ = ()

    _noun = "card"
    _deck = standard.deck()
    _places = standard.places()
    _traits = standard.traits()

    @classmethod
    def _normalize(cls, cards: Any) -> str | list[str]:
        return normalize_cards(cards)

    @classmethod
    def _no_card(cls, word: str) -> str:
        return standard.no_card(word)


DECK = Cards(standard.deck())
"""All 52 cards."""
