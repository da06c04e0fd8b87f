"""Tiles of Mexican Train as arguments, sorted out once for both engines: a text, or a list of texts and pairs.

No rule of the game stands here, and no text is read: what comes out are texts.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _texts
from ._arrays import integer_array
from .errors import InvalidArgumentError, OxidealError
from .reference.arguments import plain_text

_FORMS = "tiles are a str or a list of texts or pairs of numbers"

MOST_ITEMS = 200
"""A list is read up to so many items."""


def sorted_out(tiles: Any, error: type[OxidealError] = InvalidArgumentError) -> str | list[str]:
    """The tiles as a text or as a list of texts, one a tile: the pair (9, 12) is "9-12". Wrong types are a TypeError,
    and the error is raised where there are too many.
    """
    too_many = error(f"a list of tiles has at most {MOST_ITEMS} items")
    return _texts.sorted_out(tiles, _FORMS, MOST_ITEMS, too_many, _text)


def hands_array(value: npt.ArrayLike, tiles: int) -> npt.NDArray[np.uint8]:
    """An array of n hands, 0 or 1 for each of so many tiles."""
    return integer_array("hands", value, shapes=[(-1, tiles)], low=0, high=1, dtype=np.uint8)


def ends_array(value: npt.ArrayLike, n: int, highest: int) -> npt.NDArray[np.int8]:
    """An array of the open ends for each of n hands, -1 for none."""
    return integer_array("ends", value, shapes=[(n, -1)], low=-1, high=highest, dtype=np.int8)


def _text(item: Any) -> str | None:
    text = plain_text(item)
    if text is not None:
        return text
    try:
        one, other = item
        return f"{_decimal(one)}-{_decimal(other)}"
    except (TypeError, ValueError):
        return None


def _decimal(value: Any) -> str:
    if isinstance(value, bool):
        raise TypeError
    number = operator.index(value)
    try:
        return str(number)
    except ValueError:  # more digits than Python prints, and more than any tile has
        return hex(number)
