"""Cards and tables of Rummy as arguments, sorted out once for both engines: a text, or a list of texts.

No rule of the game stands here, and no text is read: what comes out are texts, and arrays of sets of 52 cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _texts
from ._arrays import integer_array
from .errors import InvalidArgumentError, OxidealError

MOST_ITEMS = 200
"""A list of cards is read up to so many items."""
MOST_MELDS = 20
"""And a table up to so many melds; a text has no more of them, either."""

ALL_CARDS = 2**52 - 1
"""The set of all cards, and the largest number that is a set."""


def sorted_out(cards: Any, error: type[OxidealError] = InvalidArgumentError) -> str | list[str]:
    """The cards as a text or as a list of texts. Wrong types are a TypeError, and the error is raised where there are
    too many.
    """
    too_many = error(f"a list of cards has at most {MOST_ITEMS} items")
    return _texts.sorted_out(cards, "cards are a str or a list of texts", MOST_ITEMS, too_many)


def sorted_out_table(table: Any, error: type[OxidealError] = InvalidArgumentError) -> str | list[str]:
    """The melds of a table likewise: the text of all, or a list of the texts of one meld each."""
    too_many = error(f"a table has at most {MOST_MELDS} melds")
    melds = _texts.sorted_out(table, "a table is a str or a list of texts", MOST_MELDS, too_many)
    if isinstance(melds, str) and melds.count(",") >= MOST_MELDS:
        raise too_many
    return melds


def hands_array(value: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """An array of n sets of cards."""
    return integer_array("hands", value, shapes=[(-1,)], low=0, high=ALL_CARDS, dtype=np.uint64)


def tables_array(value: npt.ArrayLike, n: int) -> npt.NDArray[np.uint64]:
    """An array of the melds of n tables as sets of cards, 0 for none."""
    return integer_array("tables", value, shapes=[(n, -1)], low=0, high=ALL_CARDS, dtype=np.uint64)
