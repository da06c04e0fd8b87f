"""Cards. A rank is a number from 0 to 14, and cards are counts of each rank, since suits never matter (DD-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add, ge, sub
from typing import Any, TypeAlias

from ...._arguments.checks import quoted
from ...._arguments.doudizhu import normalize_cards
from ....cards.doudizhu import Cards
from ....errors import InvalidArgumentError, OxidealError
from ...notation import too_long
from ...refusal import Sentence, said

Counts: TypeAlias = tuple[int, ...]
"""The number of cards of each of the 15 ranks."""

RANKS = "3456789TJQKA2BR"  # DD-03, low to high; B and R are the black and the red joker
BLACK_JOKER, RED_JOKER = 13, 14

JOKERS = range(13, 15)
SUITED = range(13)  # 3 to 2: all ranks but the jokers
CHAINING = range(12)  # 3 to A: "no 2s, no jokers" (DD-19 to DD-23)

NO_CARDS: Counts = (0,) * 15

# DD-01: one deck, or two
_DECKS = {3: 13 * (4,) + 2 * (1,), 4: 13 * (8,) + 2 * (2,)}
_DEALT_TO_EACH = {3: 17, 4: 25}  # DD-05
_KITTY = {3: 3, 4: 8}  # DD-05

_NUMBERS = {rank: number for number, rank in enumerate(RANKS)}
_NUMBERS |= {rank.lower(): number for rank, number in _NUMBERS.items()}
_SPELLINGS = {**_NUMBERS, "10": _NUMBERS["T"]}

_MAX_CHARACTERS = 1000


def deck(players: int) -> Counts:
    return _DECKS[players]


def dealt_to_each(players: int) -> int:
    return _DEALT_TO_EACH[players]


def kitty_size(players: int) -> int:
    return _KITTY[players]


def largest_hand(players: int) -> int:
    """Return the size of the largest possible hand: the landlord's before the first play (DD-10)."""
    return _DEALT_TO_EACH[players] + _KITTY[players]


def of_ranks(ranks: Iterable[int], number: int = 1) -> Counts:
    """Return `number` cards of each of these ranks. A rank that is listed twice counts twice."""
    counts = list(NO_CARDS)
    for rank in ranks:
        counts[rank] += number
    return tuple(counts)


def ranks_of(counts: Counts) -> list[int]:
    """Return the rank of each single card, ascending."""
    return [rank for rank, count in enumerate(counts) for _ in range(count)]


def combine(one: Counts, other: Counts) -> Counts:
    """Return the cards of both together."""
    return tuple(map(add, one, other))


def without(cards: Counts, taken: Counts) -> Counts:
    """Return the cards that are left. Counts are negative if more are taken than there are."""
    return tuple(map(sub, cards, taken))


def common(one: Counts, other: Counts) -> Counts:
    return tuple(map(min, one, other))


def non_negative(counts: Counts) -> Counts:
    """Return the counts with 0 for each negative one."""
    return tuple(max(0, count) for count in counts)


def has(cards: Counts, wanted: Counts) -> bool:
    return all(map(ge, cards, wanted))


def lowest_cards(cards: Counts, number: int) -> Counts:
    """Return the lowest `number` of these cards, or all if there are fewer."""
    return of_ranks(ranks_of(cards)[: max(0, number)])


def text(counts: Counts) -> Cards:
    """Return the text of these cards, "-" for none."""
    return Cards._of_words(rank * count for rank, count in zip(RANKS, counts, strict=True))


def rank_from_text(spelling: str) -> int | None:
    return _SPELLINGS.get(spelling)


def from_text(written: str) -> Counts | None:
    """Return the cards that a text lists, or None if it does not list cards. Spaces are ignored."""
    compact = written.replace(" ", "")
    if compact == "-":
        return NO_CARDS
    ranks = []
    for character in compact.replace("10", "T"):
        if character not in _NUMBERS:
            return None
        ranks.append(_NUMBERS[character])
    return of_ranks(ranks)


def too_many(counts: Counts, players: int) -> Sentence | None:
    """Return the message for more cards of a rank than the deck has, or None if the cards fit it."""
    for rank, (count, most) in enumerate(zip(counts, deck(players), strict=True)):
        if count > most:
            return said("doudizhu.too_many_of_rank", n=count, rank=RANKS[rank], most=most)
    return None


def from_argument(cards: Any, players: int, error: type[OxidealError] = InvalidArgumentError) -> Counts:
    """Return the cards given as an argument: a text, a list of rank texts, or counts."""
    given = normalize_cards(cards, players, error)
    if isinstance(given, str):
        if len(given) > _MAX_CHARACTERS:
            raise error(too_long("a list of cards", given, _MAX_CHARACTERS))
        counts = from_text(given)
        if counts is None:
            raise error(_no_cards(given))
    else:
        counts = _from_items(given, error)
    objection = too_many(counts, players)
    if objection is not None:
        raise error(str(objection))
    return counts


def _from_items(items: Sequence[str] | Sequence[int], error: type[OxidealError]) -> Counts:
    ranks, counts = [], []
    for item in items:
        if isinstance(item, int):
            counts.append(item)
        elif (rank := rank_from_text(item.replace(" ", ""))) is not None:
            ranks.append(rank)
        else:
            raise error(_no_cards(item))
    return tuple(counts) or of_ranks(ranks)


def _no_cards(written: str) -> str:
    return (
        f"invalid list of cards {quoted(written)}; expected ranks (3 4 5 6 7 8 9 T J Q K A 2, B and R for the jokers), "
        'e.g. "334455TJ"'
    )
