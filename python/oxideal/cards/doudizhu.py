"""Cards of Dou Dizhu, whose suits never matter (DD-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from .._arguments.checks import quoted
from .._arguments.doudizhu import normalize_cards
from ..errors import InvalidArgumentError
from .sequence import CardSequence

if TYPE_CHECKING:
    from ..interface import CardsLike, DouDizhuMove

    _Accepted: TypeAlias = CardsLike | DouDizhuMove

RANKS = "3456789TJQKA2BR"
"""The ranks in ascending order; B and R are the black and the red joker."""

_PLAYERS = 4  # with the larger deck


class Cards(CardSequence["_Accepted"]):
    """Cards of Dou Dizhu: a text, in ascending order, that is also a sequence of ranks.

    `Cards(cards)` takes a text, a list of ranks, 15 counts or a move, and so do `+`, `-` and `in`. There can be at most
    8 cards of a rank and 2 of each joker, the two decks of four players. Raises `InvalidArgumentError` for anything
    that is not a card, and for subtracting cards that are not there.

    >>> hand = Cards("334455TJB")
    >>> len(hand), hand.count("3"), "33" in hand, "333" in hand
    (9, 2, True, False)
    >>> hand - "3345", hand + "3R", hand == "334455TJB"
    ('45TJB', '3334455TJBR', True)
    >>> hand - "3377"
    Traceback (most recent call last):
    oxideal.errors.InvalidArgumentError: cannot subtract 77 from "334455TJB": not among these cards
    """

    __slots__ = ()

    _noun = "card"
    _separator = ""
    _deck = tuple(RANKS)
    _places = {spelling: place for place, rank in enumerate(RANKS) for spelling in (rank, rank.lower())} | {
        "10": RANKS.index("T")
    }
    _traits: ClassVar = {spelling: frozenset([place]) for spelling, place in _places.items()}

    def __len__(self) -> int:
        return 0 if self == "-" else str.__len__(self)

    def _words(self) -> list[str]:
        return [] if self == "-" else list(str.__iter__(self))

    @classmethod
    def _check_number(cls, card: str, number: int) -> None:
        most = 2 if card in "BR" else 8
        if number > most:
            raise InvalidArgumentError(f"{number} cards of rank {card}, but two decks have {most}")

    @classmethod
    def _split(cls, text: str) -> list[str]:
        compact = text.replace(" ", "")
        return [] if compact == "-" else list(compact.replace("10", "T"))

    @classmethod
    def _normalize(cls, cards: Any) -> str | list[str]:
        given = normalize_cards(cards, _PLAYERS)
        if isinstance(given, str):
            return given
        items: list[str | int] = [*given]
        return [
            word
            for place, item in enumerate(items)
            for word in ([item.replace(" ", "")] if isinstance(item, str) else item * [RANKS[place]])
        ]

    @classmethod
    def _no_card(cls, word: str) -> str:
        return f"invalid card {quoted(word)}; expected a rank ({' '.join(RANKS[:13])}) or a joker (B R)"


DECK = Cards(4 * RANKS[:13] + RANKS[13:])
"""The 54 cards of three players. Four players have `DECK + DECK`."""
