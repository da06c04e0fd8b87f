"""Cards of the French pack and their texts, such as "7S", for the games that are played with them."""

from __future__ import annotations

from .._input.checks import quoted

RANKS = "A23456789TJQK"
SUITS = "CDHS"

_SUIT_SPELLINGS = {"C": "Cc♣", "D": "Dd♦", "H": "Hh♥", "S": "Ss♠"}


def deck(ranks: str = RANKS) -> tuple[str, ...]:
    """The cards of these ranks, ascending by rank, then by suit."""
    return tuple(rank + suit for rank in ranks for suit in SUITS)


def spellings(ranks: str = RANKS) -> dict[str, str]:
    """The card of each text that is read as one."""
    return {
        rank_spelling + suit_spelling: rank + suit
        for rank in ranks
        for suit in SUITS
        for rank_spelling in ({rank, rank.lower(), "10"} if rank == "T" else {rank, rank.lower()})
        for suit_spelling in _SUIT_SPELLINGS[suit]
    }


def no_card(text: str, ranks: str = RANKS) -> str:
    return f'invalid card {quoted(text)}; expected a rank ({" ".join(ranks)}) and a suit ({" ".join(SUITS)}), e.g. "7S"'
