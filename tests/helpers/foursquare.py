"""Helpers for tests of FourSquare."""

from __future__ import annotations

from itertools import product

import pytest

from helpers.cases import rows

CELLS = list(product(range(-3, 4), repeat=2))
"""The cells in the order of their ids."""


DECK = [rank + suit for rank in "A23456789T" for suit in "CDHS"]


def data(file: str) -> pytest.MarkDecorator:
    """Parametrize a test by the rows of a file; ids are rule and number."""
    found = rows("foursquare", file)
    names = [f"{row.get('rule', 'row')}-{number}" for number, row in enumerate(found)]
    return pytest.mark.parametrize("row", found, ids=names)
