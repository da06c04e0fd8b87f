"""Cards, which are texts such as "7S"."""

from __future__ import annotations

from ....cards import standard as _cards

RANKS = _cards.RANKS[:10]

DECK = _cards.deck(RANKS)  # FS-01, in ascending order
RANK = {card: RANKS.index(card[0]) + 1 for card in DECK}  # FS-01: the ace is low
SPELLINGS = _cards.spellings(RANKS)
"""The card that each accepted spelling stands for."""


def no_card(text: str) -> str:
    return _cards.no_card(text, RANKS)
