"""The combinations (DD-14 to DD-29), and which of them beats which.

`all_combinations` generates them from the rules, kind by kind. It is the definition of a combination: all other code
looks combinations up in its result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from ...refusal import Refusal, Sentence, refused, said
from .cards import (
    BLACK_JOKER,
    CHAINING,
    JOKERS,
    NO_CARDS,
    RANKS,
    RED_JOKER,
    SUITED,
    Counts,
    combine,
    deck,
    has,
    largest_hand,
    of_ranks,
    text,
)

if TYPE_CHECKING:
    from .rules import Rules


class Kind(IntEnum):
    """The kinds, numbered as in the table of `docs/rules/doudizhu.md`."""

    SINGLE = 1
    PAIR = 2
    TRIPLET = 3
    TRIPLET_WITH_CARD = 4
    TRIPLET_WITH_PAIR = 5
    SEQUENCE = 6
    SEQUENCE_OF_PAIRS = 7
    SEQUENCE_OF_TRIPLETS = 8
    SEQUENCE_OF_TRIPLETS_WITH_CARDS = 9
    SEQUENCE_OF_TRIPLETS_WITH_PAIRS = 10
    QUADPLEX_WITH_CARDS = 11
    QUADPLEX_WITH_PAIRS = 12
    BOMB = 13
    ROCKET = 14


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that are played together. The main part decides what beats what; the attached cards do not count."""

    kind: Kind
    length: int  # how many consecutive ranks the main part has
    rank: int  # the highest rank of the main part
    main: Counts
    attached: Counts

    @property
    def cards(self) -> Counts:
        return combine(self.main, self.attached)

    @property
    def number(self) -> int:
        """The number of cards."""
        return sum(self.main) + sum(self.attached)

    @property
    def text(self) -> str:
        return f"{text(self.main)} {text(self.attached)}" if any(self.attached) else str(text(self.main))


# The combinations of the game


def all_combinations(rules: Rules) -> list[Combination]:
    """Return all combinations that one hand can hold, in the order of their ids.

    They are sorted by kind, then by length (bombs by number), then by rank, then by attached cards. Within one kind the
    number of cards sorts as the length does. Attached cards compare from the red joker down.
    """
    most = largest_hand(rules.players)
    found = [each for each in _combinations(rules) if each.number <= most and has(deck(rules.players), each.cards)]
    return sorted(found, key=lambda each: (each.kind, each.number, each.rank, each.attached[::-1]))


def _combinations(rules: Rules) -> Iterator[Combination]:
    """Generate all combinations, including some with more cards than a hand or the decks can have."""
    decks = deck(rules.players)[BLACK_JOKER]
    # DD-15, DD-18, DD-23: with two decks, two jokers of one colour are a pair
    pairs = list(SUITED) if decks == 1 else [*SUITED, *JOKERS]
    with_cards = rules.players == 3  # DD-17, DD-22, DD-24: not in the 4-player game

    for rank in (*SUITED, *JOKERS):
        yield _of_one_rank(Kind.SINGLE, rank, 1)  # DD-14
    for rank in pairs:
        yield _of_one_rank(Kind.PAIR, rank, 2)  # DD-15
    for rank in SUITED:
        triplet = _of_one_rank(Kind.TRIPLET, rank, 3)  # DD-16
        yield triplet
        if with_cards:
            yield from _with_cards(Kind.TRIPLET_WITH_CARD, triplet, 1, rules)  # DD-17
        yield from _with_pairs(Kind.TRIPLET_WITH_PAIR, triplet, 1, pairs)  # DD-18

    yield from _chains(Kind.SEQUENCE, 1, range(5, rules.sequence_max + 1))  # DD-19
    yield from _chains(Kind.SEQUENCE_OF_PAIRS, 2, range(3, len(CHAINING) + 1))  # DD-20
    for chain in _chains(Kind.SEQUENCE_OF_TRIPLETS, 3, range(2, len(CHAINING) + 1)):  # DD-21
        yield chain
        if with_cards:
            yield from _with_cards(Kind.SEQUENCE_OF_TRIPLETS_WITH_CARDS, chain, chain.length, rules)  # DD-22
        yield from _with_pairs(Kind.SEQUENCE_OF_TRIPLETS_WITH_PAIRS, chain, chain.length, pairs)  # DD-23

    for rank in SUITED:  # DD-26: the four may be 2s
        for number in range(4, 4 * decks + 1):
            yield _of_one_rank(Kind.BOMB, rank, number)  # DD-28
        if with_cards and rules.quadplex:
            four = _of_one_rank(Kind.BOMB, rank, 4)
            yield from _with_cards(Kind.QUADPLEX_WITH_CARDS, four, 2, rules)  # DD-24
            yield from _with_pairs(Kind.QUADPLEX_WITH_PAIRS, four, 2, pairs)  # DD-25
    yield Combination(Kind.ROCKET, 1, RED_JOKER, of_ranks(JOKERS, decks), NO_CARDS)  # DD-29


def _of_one_rank(kind: Kind, rank: int, number: int) -> Combination:
    return Combination(kind, 1, rank, of_ranks([rank], number), NO_CARDS)


def _chains(kind: Kind, copies: int, lengths: range) -> Iterator[Combination]:
    """Generate chains: `copies` cards of each of some consecutive ranks."""
    for length in lengths:
        for lowest in CHAINING[: len(CHAINING) - length + 1]:
            ranks = range(lowest, lowest + length)
            yield Combination(kind, length, ranks[-1], of_ranks(ranks, copies), NO_CARDS)


def _with_cards(kind: Kind, main: Combination, number: int, rules: Rules) -> Iterator[Combination]:
    """Generate the main part with each choice of `number` single cards.

    Some may have more cards than a hand or the deck. Main parts for which all choices would be too large are skipped.
    """
    if main.number + number > largest_hand(rules.players):
        return
    others = [rank for rank in (*SUITED, *JOKERS) if not main.main[rank]]  # DD-34: never a rank of the main part
    for ranks in combinations_with_replacement(others, number):
        attached = of_ranks(ranks)
        if _may_be_attached(main, attached, rules):
            yield Combination(kind, main.length, main.rank, main.main, attached)


def _may_be_attached(main: Combination, attached: Counts, rules: Rules) -> bool:
    """Return whether these single cards may be attached to this main part, given that their ranks are not in it."""
    if max(attached) > rules.kicker_repeat:  # DD-22, DD-24: all different; DD-34: or not
        return False
    if attached[BLACK_JOKER] and attached[RED_JOKER] and not rules.kicker_both_jokers:  # DD-22, DD-24, DD-34
        return False
    # DD-34: a rank attached three times next to the chain could have been part of the chain
    thrice = [rank for rank in _next_to(main) if attached[rank] >= 3]
    return not thrice or rules.kicker_extends_chain


def _next_to(main: Combination) -> list[int]:
    """Return the ranks directly below and above the main part that a chain may have: a 2 is not next to an ace."""
    return [rank for rank in (main.rank - main.length, main.rank + 1) if rank in CHAINING]


def _with_pairs(kind: Kind, main: Combination, number: int, pairs: list[int]) -> Iterator[Combination]:
    """Generate the main part with each choice of `number` pairs of different ranks (DD-18, DD-23, DD-25)."""
    others = [rank for rank in pairs if not main.main[rank]]
    for ranks in combinations(others, number):
        yield Combination(kind, main.length, main.rank, main.main, of_ranks(ranks, 2))


# What beats what


def objection(one: Combination, other: Combination) -> Refusal | None:
    """Return why `one` cannot be played on `other`, or None if it can."""
    if other.kind == Kind.ROCKET:
        return refused("DD-29", "doudizhu.nothing_beats_rocket")
    if one.kind == Kind.ROCKET:
        return None  # DD-29: it beats everything
    if one.kind == other.kind == Kind.BOMB:
        if one.number != other.number:  # DD-28: more cards beat fewer, whatever the rank
            if one.number > other.number:
                return None
            return refused("DD-28", "doudizhu.bomb_too_small", cards=one.number, others=other.number)
        if one.rank > other.rank:  # DD-28: at equal numbers the rank decides, and an equal bomb does not beat
            return None
        return _rank_too_low("DD-28", one, other)
    if other.kind == Kind.BOMB:
        return refused("DD-28", "doudizhu.only_bomb_beats_bomb")
    if one.kind == Kind.BOMB:
        return None  # DD-28; DD-26: a quadplex too
    if one.kind != other.kind:  # DD-11
        kinds = {"kind": one.kind.name.lower(), "other": other.kind.name.lower()}
        return refused("DD-11", "doudizhu.kind_does_not_beat", **kinds)
    if one.length != other.length:  # DD-11: the same number of cards
        return refused("DD-11", "doudizhu.lengths_differ", play=one.text, other=other.text)
    if one.rank <= other.rank:  # DD-11: strictly higher, by the main part only
        return _rank_too_low("DD-11", one, other)
    return None


def _rank_too_low(rule: str, one: Combination, other: Combination) -> Refusal:
    ranks = {"needed": RANKS[other.rank], "rank": RANKS[one.rank]}
    return refused(rule, "doudizhu.does_not_beat", play=one.text, other=other.text, **ranks)


def doubles(combination: Combination, players: int) -> bool:
    """Return whether playing this combination doubles the payment (DD-31)."""
    return combination.kind == Kind.ROCKET or (
        combination.kind == Kind.BOMB and combination.number >= smallest_doubling_bomb(players)
    )


def smallest_doubling_bomb(players: int) -> int:
    """Return how many cards a bomb needs to double the payment."""
    return 4 if players == 3 else 6  # DD-31


def no_combination(what: object) -> Sentence:
    return said("doudizhu.not_a_combination", cards=what)
