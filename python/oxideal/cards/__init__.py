"""Cards and tiles as values: texts that are also sequences of cards.

Hands and piles of states and views, and the cards of moves, are such values, in every game and on both engines. The
classes are `doudizhu.Cards`, `foursquare.Cards`, `rummy.Cards` and `mexican_train.Tiles`.

>>> from oxideal import rummy
>>> hand = rummy.Cards("7C 7D 7S TH")
>>> hand == "7C 7D 7S TH", len(hand), hand[-1], list(hand)
(True, 4, 'TH', ['7C', '7D', '7S', 'TH'])
>>> hand - "7C 7D 7S", hand + "AC"
('TH', 'AC 7C 7D 7S TH')
"""

from __future__ import annotations

__all__: list[str] = []
__dir__ = __all__.copy  # `dir` shows these names alone
