"""The standard 52-card deck and the texts of its cards, such as "7S"."""

from __future__ import annotations

from .._arguments.checks import quoted

RANKS = "A23456789TJQK"
SUITS = "CDHS"

_SUIT_SPELLINGS = {"C": "Cc♣", "D": "Dd♦", "H": "Hh♥", "S": "Ss♠"}


def deck(ranks: str = RANKS) -> tuple[str, ...]:
    """Return the cards of these ranks, ascending by rank, then by suit."""
    return tuple(rank + suit for rank in ranks for suit in SUITS)


def rank_spellings(rank: str) -> set[str]:
    return {rank, rank.lower(), "10"} if rank == "T" else {rank, rank.lower()}


def suit_spellings(suit: str) -> str:
    """Return the accepted spellings of a suit, one character each."""
    return _SUIT_SPELLINGS[suit]


def spellings(ranks: str = RANKS) -> dict[str, str]:
    """Return the card that each accepted spelling stands for."""
    return {
        rank_spelling + suit_spelling: rank + suit
        for rank in ranks
        for suit in SUITS
        for rank_spelling in rank_spellings(rank)
        for suit_spelling in suit_spellings(suit)
    }


def no_card(text: str, ranks: str = RANKS) -> str:
    return f'invalid card {quoted(text)}; expected a rank ({" ".join(ranks)}) and a suit ({" ".join(SUITS)}), e.g. "7S"'


def places(ranks: str = RANKS) -> dict[str, int]:
    """Return the place in the deck of each accepted spelling of a card."""
    cards = {card: place for place, card in enumerate(deck(ranks))}
    return {spelling: cards[card] for spelling, card in spellings(ranks).items()}


def traits(ranks: str = RANKS) -> dict[str, frozenset[int]]:
    """Return the places in the deck of the cards that have each rank and suit, by spelling."""
    cards = list(enumerate(deck(ranks)))
    return {
        **{
            spelling: frozenset(place for place, card in cards if card[0] == rank)
            for rank in ranks
            for spelling in rank_spellings(rank)
        },
        **{
            spelling: frozenset(place for place, card in cards if card[1] == suit)
            for suit in SUITS
            for spelling in suit_spellings(suit)
        },
    }
