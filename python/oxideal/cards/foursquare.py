"""Cards of FourSquare: the standard deck from ace to ten."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._arguments.rummy import normalize_cards
from . import standard
from .sequence import CardSequence
from .standard import SUITS

__all__ = ["DECK", "RANKS", "SUITS", "Cards"]

RANKS = standard.RANKS[:10]
"""The ranks in ascending order, from the ace to the ten (FS-01)."""


class Cards(CardSequence[Iterable[str]]):
    """Cards of FourSquare: a text that is also a sequence of cards, each there at most once.

    `Cards(cards)` takes a text or a list of cards, and puts them in ascending order. `+`, `-` and `in` take the same.
    `in` and `count` take a rank or a suit, too. Raises `InvalidArgumentError` for anything that is not a card, for a
    duplicate, and for subtracting cards that are not there.

    >>> seen = Cards("TH 7S AC")
    >>> seen, DECK.count("T"), (DECK - seen).count("T")
    ('AC 7S TH', 4, 3)
    """

    __slots__ = ()

    _noun = "card"
    _deck = standard.deck(RANKS)
    _places = standard.places(RANKS)
    _traits = standard.traits(RANKS)

    @classmethod
    def _normalize(cls, cards: Any) -> str | list[str]:
        return normalize_cards(cards)

    @classmethod
    def _no_card(cls, word: str) -> str:
        return standard.no_card(word, RANKS)


DECK = Cards(standard.deck(RANKS))
"""All 40 cards."""
