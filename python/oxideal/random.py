"""The random stream that deals every round.

Use it to check a deal, or to deal the same cards in another program.

>>> from oxideal import foursquare
>>> state = foursquare.State(seed=7, stream=3)
>>> deck = [rank + suit for rank in "A23456789T" for suit in "CDHS"]
>>> [state.card, *state.stock.split()] == [deck[i] for i in Stream(seed=7, stream=3).shuffled(40)]
True
"""

from __future__ import annotations

from ._native import Stream

__all__ = ["Stream"]
__dir__ = __all__.copy  # `dir` shows these names alone
