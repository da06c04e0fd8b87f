"""Cards of Dou Dizhu as an argument: a text, a list of rank texts, or 15 counts.

This module knows no rules and parses no text. It returns texts, or counts within the limits of the deck.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError, OxidealError
from .arrays import integer_array
from .cards import move_hint
from .checks import integer, is_array, plain_text, type_name

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

RANKS = 15
JOKERS = 13
"""The rank of the black joker, the first of the two joker ranks. A deck has one joker of each."""

MAX_ITEMS = 200
"""The most items of a list, which may be an endless iterator."""

_FORMS = "cards must be a str, a list of str or 15 counts"


def normalize_cards(
    cards: Any, players: int, error: type[OxidealError] = InvalidArgumentError
) -> str | list[str] | list[int]:
    """Return a text or a list of texts unchanged, and counts as a list of 15 integers within the deck's limits.

    `error` is raised for counts beyond the deck. Anything else is an `InvalidArgumentError` or a `TypeError`.
    """
    text = plain_text(cards)
    if text is not None:
        return text
    if is_array(cards) and cards.ndim > 1:
        raise InvalidArgumentError(f"expected 15 counts, one per rank, got an array of shape {cards.shape}")
    try:
        iterator = iter(cards)
    except TypeError:
        raise TypeError(f"{_FORMS}, not {type_name(cards)}{move_hint(cards)}") from None
    items = list(islice(iterator, MAX_ITEMS + 1))
    texts = [item for item in map(plain_text, items) if item is not None]
    if len(texts) == len(items):
        if len(items) > MAX_ITEMS:
            raise InvalidArgumentError(f"a list of cards must have at most {MAX_ITEMS} items")
        return texts
    try:
        counts = [integer("a count", item) for item in items]
    except TypeError:
        raise TypeError(f"{_FORMS}, not a mixed list") from None
    if len(counts) != RANKS:
        shown = "more" if len(counts) > MAX_ITEMS else str(len(counts))
        raise InvalidArgumentError(f"expected 15 counts, one per rank, got {shown}")
    if not all(0 <= count <= most for count, most in zip(counts, deck(players), strict=True)):
        raise error(_out_of_range(players))
    return counts


def counts_array(name: str, value: npt.ArrayLike, players: int) -> npt.NDArray[np.uint8]:
    """Return n hands as an array of shape (n, 15): the counts of each rank, within the deck's limits."""
    import numpy as np

    low, high = -(2**63), 2**64 - 1  # any integer, so that the message below covers all of them
    counts = integer_array(name, value, shapes=[(-1, RANKS)], low=low, high=high, dtype="int64")
    # A number beyond int64 has wrapped to a negative one, so this check finds it too.
    if ((counts < 0) | (counts > np.array(deck(players)))).any():
        raise InvalidArgumentError(_out_of_range(players))
    return counts.astype(np.uint8)


def deck(players: int) -> list[int]:
    """Return how many cards of each rank the game has (DD-01)."""
    decks = 1 if players == 3 else 2
    return JOKERS * [4 * decks] + (RANKS - JOKERS) * [decks]


def _out_of_range(players: int) -> str:
    return f"counts must be {'0 to 4, and 0 or 1' if players == 3 else '0 to 8, and 0 to 2'} for the jokers"
