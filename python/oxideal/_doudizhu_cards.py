"""Cards of Dou Dizhu as arguments, sorted out once for both engines: a text, a list of rank texts, or 15 counts.

No rule of the game stands here, and no text is read: what comes out are texts, or counts that the decks can have.
"""

from __future__ import annotations

import operator
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrays import integer_array
from .errors import InvalidArgumentError, OxidealError
from .reference.arguments import plain_text, type_name

RANKS = 15
JOKERS = 13
"""The ranks from this one on are jokers, of which a deck has one each, not four."""

MOST_ITEMS = 200
"""A list is read up to so many items: it may be an iterator that never ends."""

_FORMS = "cards are a str, a list of rank texts or 15 counts"


def sorted_out(
    cards: Any, players: int, error: type[OxidealError] = InvalidArgumentError
) -> str | list[str] | list[int]:
    """The cards as a text, a list of texts (both as they were given), or 15 counts within the decks of so many players.

    The error is raised for counts that the decks do not have; all that is wrong with a list is an
    InvalidArgumentError, or a TypeError.
    """
    text = plain_text(cards)
    if text is not None:
        return text
    if issubclass(type(cards), np.ndarray) and cards.ndim > 1:
        raise InvalidArgumentError(f"15 counts are expected, one a rank, not an array of shape {cards.shape}")
    try:
        iterator = iter(cards)
    except TypeError:
        raise TypeError(f"{_FORMS}, not {type_name(cards)}") from None
    items = list(islice(iterator, MOST_ITEMS + 1))
    texts = [item for item in map(plain_text, items) if item is not None]
    if len(texts) == len(items):
        if len(items) > MOST_ITEMS:
            raise InvalidArgumentError(f"a list of cards has at most {MOST_ITEMS} items")
        return texts
    counts = [_integer(item) for item in items]
    if len(counts) != RANKS:
        shown = "more" if len(counts) > MOST_ITEMS else str(len(counts))
        raise InvalidArgumentError(f"15 counts are expected, one a rank, not {shown}")
    if not all(0 <= count <= most for count, most in zip(counts, deck(players), strict=True)):
        raise error(_out_of_range(players))
    return counts


def counts_array(name: str, value: npt.ArrayLike, players: int) -> npt.NDArray[np.uint8]:
    """An array of n hands, a row of 15 counts each, within the decks of so many players."""
    low, high = -(2**63), 2**64 - 1  # any integer, as the message for a wrong one is our own
    counts = integer_array(name, value, shapes=[(-1, RANKS)], low=low, high=high, dtype=np.int64)
    # What was beyond int64 has become negative, so that it is found here as well.
    if ((counts < 0) | (counts > np.array(deck(players)))).any():
        raise InvalidArgumentError(_out_of_range(players))
    return counts.astype(np.uint8)


def deck(players: int) -> list[int]:
    """How many cards of each rank there are (DD-01): both engines are held to it, as neither may be asked for more."""
    decks = 1 if players == 3 else 2
    return JOKERS * [4 * decks] + (RANKS - JOKERS) * [decks]


def _out_of_range(players: int) -> str:
    return f"the counts are {'0 to 4, 0 or 1' if players == 3 else '0 to 8, 0 to 2'} of the jokers"


def _integer(item: object) -> int:
    if not isinstance(item, bool):
        try:
            return operator.index(item)  # type: ignore[arg-type]  # that is what is being found out
        except TypeError:
            pass
    raise TypeError(f"{_FORMS}, not a mixed list")
