"""Tiles of Mexican Train as an argument: a text, or a list of texts and pairs of numbers.

This module knows no rules and parses no text: it returns texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError, OxidealError
from .arrays import integer_array
from .cards import normalize_cards
from .checks import format_int, integer, plain_text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_FORMS = "tiles must be a str or a list of str or pairs of integers"

MAX_ITEMS = 200


def normalize_tiles(tiles: Any, error: type[OxidealError] = InvalidArgumentError) -> str | list[str]:
    """Return a text unchanged, and anything else as a list with the text of each tile: (9, 12) becomes "9-12".

    Raises `TypeError` for a wrong type, and `error` for too many items.
    """
    too_many = error(f"a list of tiles must have at most {MAX_ITEMS} items")
    return normalize_cards(tiles, _FORMS, MAX_ITEMS, too_many, _text)


def hands_array(value: npt.ArrayLike, tiles: int) -> npt.NDArray[np.uint8]:
    """Return n hands as an array with a 0 or 1 for each of `tiles` tiles."""
    return integer_array("hands", value, shapes=[(-1, tiles)], low=0, high=1, dtype="uint8")


def ends_array(value: npt.ArrayLike, n: int, highest: int) -> npt.NDArray[np.int8]:
    """Return the open ends for each of n hands as an array, with -1 for none."""
    return integer_array("ends", value, shapes=[(n, -1)], low=-1, high=highest, dtype="int8")


def _text(item: Any) -> str | None:
    text = plain_text(item)
    if text is not None:
        return text
    try:
        one, other = item
        return f"{format_int(integer('a number', one))}-{format_int(integer('a number', other))}"
    except (TypeError, ValueError):
        return None
