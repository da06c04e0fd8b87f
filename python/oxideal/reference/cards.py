"""The standard 52-card deck and the texts of its cards, such as "7S"."""

from __future__ import annotations

from .._input.checks import quoted

RANKS = "A23456789TJQK"
SUITS = "CDHS"

_SUIT_SPELLINGS = {"C": "Cc♣", "D": "Dd♦", "H": "Hh♥", "S": "Ss♠"}


def deck(ranks: str = RANKS) -> tuple[str, ...]:
    """Return the cards of these ranks, ascending by rank, then by suit."""
    return tuple(rank + suit for rank in ranks for suit in SUITS)


def spellings(ranks: str = RANKS) -> dict[str, str]:
    """Return the card that each accepted spelling stands for."""
    return {
        rank_spelling + suit_spelling: rank + suit
        for rank in ranks
        for suit in SUITS
        for rank_spelling in ({rank, rank.lower(), "10"} if rank == "T" else {rank, rank.lower()})
        for suit_spelling in _SUIT_SPELLINGS[suit]
    }


def no_card(text: str, ranks: str = RANKS) -> str:
    """Return the message for a text that is not a card."""
    return f'invalid card {quoted(text)}; expected a rank ({" ".join(ranks)}) and a suit ({" ".join(SUITS)}), e.g. "7S"'
