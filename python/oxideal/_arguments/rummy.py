"""Cards and tables of Rummy as arguments: a text, or a list of texts.

This module knows no rules and parses no text. It returns texts, and arrays of sets of 52 cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError, OxidealError
from . import cards as _cards
from .arrays import integer_array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_ITEMS = 200
MAX_MELDS = 20
"""The most melds of a table, given as a list or as a text."""

ALL_CARDS = 2**52 - 1
"""The set of all cards, which is also the largest number that is a set."""


def normalize_cards(cards: Any, error: type[OxidealError] = InvalidArgumentError) -> str | list[str]:
    """Return cards as a text or a list of texts.

    Raises `TypeError` for a wrong type, and `error` for too many items.
    """
    too_many = error(f"a list of cards must have at most {MAX_ITEMS} items")
    return _cards.normalize_cards(cards, "cards must be a str or a list of str", MAX_ITEMS, too_many)


def normalize_table(table: Any, error: type[OxidealError] = InvalidArgumentError) -> str | list[str]:
    """Return the melds of a table: one text, or a list with a text for each meld."""
    too_many = error(f"a table must have at most {MAX_MELDS} melds")
    melds = _cards.normalize_cards(table, "a table must be a str or a list of str", MAX_MELDS, too_many)
    if isinstance(melds, str) and melds.count(",") >= MAX_MELDS:
        raise too_many
    return melds


def hands_array(value: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return n hands as an array of sets of cards."""
    return integer_array("hands", value, shapes=[(-1,)], low=0, high=ALL_CARDS, dtype="uint64")


def tables_array(value: npt.ArrayLike, n: int) -> npt.NDArray[np.uint64]:
    """Return the melds of n tables as an array of sets of cards, with 0 for none."""
    return integer_array("tables", value, shapes=[(n, -1)], low=0, high=ALL_CARDS, dtype="uint64")
