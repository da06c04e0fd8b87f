"""Cards: a rank is a number from 0 to 14, and cards are how many there are of each. Suits never matter (DD-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add, ge, sub
from typing import Any, TypeAlias

from ...._input.checks import quoted
from ...._input.doudizhu import normalize_cards
from ....errors import InvalidArgumentError, OxidealError
from ...notation import too_long

Counts: TypeAlias = tuple[int, ...]
"""15 numbers: how many cards there are of each rank."""

RANKS = "3456789TJQKA2BR"  # DD-03, low to high; B and R are the black and the red joker
BLACK_JOKER, RED_JOKER = 13, 14

JOKERS = range(13, 15)
SUITED = range(13)  # 3 to 2, the ranks that are no jokers
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
    """All cards of the game."""
    return _DECKS[players]


def dealt_to_each(players: int) -> int:
    """How many cards each player draws."""
    return _DEALT_TO_EACH[players]


def kitty_size(players: int) -> int:
    """How many cards stay face down."""
    return _KITTY[players]


def largest_hand(players: int) -> int:
    """The most cards that a hand can have: the landlord's, before the first play (DD-10)."""
    return _DEALT_TO_EACH[players] + _KITTY[players]


def of_ranks(ranks: Iterable[int], number: int = 1) -> Counts:
    """So many cards of each of these ranks, once more for a rank that stands there again."""
    counts = list(NO_CARDS)
    for rank in ranks:
        counts[rank] += number
    return tuple(counts)


def listed(counts: Counts) -> list[int]:
    """The ranks of the single cards, ascending."""
    return [rank for rank, count in enumerate(counts) for _ in range(count)]


def together(one: Counts, other: Counts) -> Counts:
    return tuple(map(add, one, other))


def without(cards: Counts, taken: Counts) -> Counts:
    """What is left; negative where more are taken than there are."""
    return tuple(map(sub, cards, taken))


def both(one: Counts, other: Counts) -> Counts:
    """The cards that are among the one and among the other."""
    return tuple(map(min, one, other))


def at_least_none(counts: Counts) -> Counts:
    return tuple(max(0, count) for count in counts)


def has(cards: Counts, wanted: Counts) -> bool:
    return all(map(ge, cards, wanted))


def first(cards: Counts, number: int) -> Counts:
    """The lowest so many of these cards; all where they are fewer."""
    return of_ranks(listed(cards)[: max(0, number)])


def text(counts: Counts) -> str:
    return "".join(rank * count for rank, count in zip(RANKS, counts, strict=True)) or "-"


def rank_from_text(spelling: str) -> int | None:
    return _SPELLINGS.get(spelling)


def from_text(written: str) -> Counts | None:
    """The cards that a text lists, None where it lists none in a way that can be read. Spaces do not count."""
    compact = written.replace(" ", "")
    if compact == "-":
        return NO_CARDS
    ranks = []
    for character in compact.replace("10", "T"):
        if character not in _NUMBERS:
            return None
        ranks.append(_NUMBERS[character])
    return of_ranks(ranks)


def too_many(counts: Counts, players: int) -> str | None:
    """What to say where the decks have fewer cards of a rank than this."""
    for rank, (count, most) in enumerate(zip(counts, deck(players), strict=True)):
        if count > most:
            return f"{count} cards of rank {RANKS[rank]}, but the deck has {most}"
    return None


def from_argument(cards: Any, players: int, error: type[OxidealError] = InvalidArgumentError) -> Counts:
    """The cards that a caller has given as a text, as a list of rank texts or as counts."""
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
        raise error(objection)
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
