"""Helpers for tests of FourSquare."""

from __future__ import annotations

from functools import partial
from itertools import product

from helpers import cases

CELLS = list(product(range(-3, 4), repeat=2))
"""The cells in the order of their ids."""


DECK = [rank + suit for rank in "A23456789T" for suit in "CDHS"]


data = partial(cases.data, "foursquare")
