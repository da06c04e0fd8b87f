"""Dou Dizhu's combinations by brute force, independent of both engines: every way to split a set of
cards into a main part and attached cards is checked against the rules as written. Simple rather
than fast.

Cards are 15 counts, one per rank, in the order of `RANKS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple, TypeAlias

from helpers.messages import says

Counts: TypeAlias = tuple[int, ...]

RANKS = "3456789TJQKA2BR"
ACE, BLACK, RED = 11, 13, 14
NOTHING: Counts = (0,) * 15

KINDS = (
    "single",
    "pair",
    "triplet",
    "triplet_with_card",
    "triplet_with_pair",
    "sequence",
    "sequence_of_pairs",
    "sequence_of_triplets",
    "sequence_of_triplets_with_cards",
    "sequence_of_triplets_with_pairs",
    "quadplex_with_cards",
    "quadplex_with_pairs",
    "bomb",
    "rocket",
)
"""By their numbers, starting at 1."""


@dataclass(frozen=True)
class Options:
    """The fields of a rules object that define combinations."""

    players: int = 3
    sequence_max: int = 12
    kicker_repeat: int = 1
    kicker_both_jokers: bool = False
    kicker_extends_chain: bool = False
    quadplex: bool = True
    limit: int | None = None
    """The number of cards a hand can hold, if it differs from the rules."""

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Options:
        return cls(**{each.name: rules[each.name] for each in fields(cls) if each.name in rules})

    @property
    def deck(self) -> Counts:
        """DD-01: one deck or two."""
        return (4,) * 13 + (1, 1) if self.players == 3 else (8,) * 13 + (2, 2)

    @property
    def hand_limit(self) -> int:
        """DD-10."""
        if self.limit is not None:
            return self.limit
        return 20 if self.players == 3 else 33


class Reading(NamedTuple):
    """A reading of a set of cards as a combination."""

    kind: str
    main: Counts
    attached: Counts

    @property
    def cards(self) -> Counts:
        return tuple(a + b for a, b in zip(self.main, self.attached, strict=True))

    @property
    def size(self) -> int:
        return sum(self.main) + sum(self.attached)

    @property
    def rank(self) -> int:
        """The highest rank of the main part."""
        return max(rank for rank in range(15) if self.main[rank])

    @property
    def length(self) -> int:
        return 1 if self.kind == "rocket" else sum(count > 0 for count in self.main)

    @property
    def place(self) -> tuple[object, ...]:
        """Ids ascend in this order."""
        by = self.size if self.kind == "bomb" else self.length
        return KINDS.index(self.kind), by, self.rank, self.attached[::-1]


def kind_of(main: Counts, attached: Counts, options: Options) -> str | None:
    """Return the kind that these two parts form: rules DD-14 to DD-29 and DD-34 in order."""
    cards = [a + b for a, b in zip(main, attached, strict=True)]
    if any(have > deck for have, deck in zip(cards, options.deck, strict=True)) or sum(cards) > options.hand_limit:
        return None
    ranks = [rank for rank in range(15) if main[rank]]
    extra = [rank for rank in range(15) if attached[rank]]
    if main == (0,) * 13 + options.deck[13:] and not extra:
        return "rocket"
    width, length = main[ranks[0]], len(ranks)
    if any(main[rank] != width for rank in ranks) or ranks[-1] - ranks[0] != length - 1 or set(ranks) & set(extra):
        return None
    if length > 1 and ranks[-1] > ACE:
        return None  # no 2s or jokers in a chain
    if not extra:
        if length == 1:
            return {1: "single", 2: "pair", 3: "triplet"}.get(width, "bomb")
        if width == 1:
            return "sequence" if 5 <= length <= options.sequence_max else None
        if width == 2:
            return "sequence_of_pairs" if length >= 3 else None
        return "sequence_of_triplets" if width == 3 else None

    pairs = all(attached[rank] == 2 for rank in extra)
    if width == 3 and pairs and len(extra) == length:
        return "triplet_with_pair" if length == 1 else "sequence_of_triplets_with_pairs"
    if options.players == 4:
        return None
    singles = (
        max(attached) <= options.kicker_repeat
        and (options.kicker_both_jokers or not attached[BLACK] or not attached[RED])
        and (
            options.kicker_extends_chain
            or not any(attached[rank] >= 3 and length > 1 for rank in (ranks[0] - 1, ranks[-1] + 1) if 0 <= rank <= ACE)
        )
    )
    if width == 3 and singles and sum(attached) == length:
        return "triplet_with_card" if length == 1 else "sequence_of_triplets_with_cards"
    if width == 4 and length == 1 and options.quadplex:
        if singles and sum(attached) == 2:
            return "quadplex_with_cards"
        if pairs and len(extra) == 2:
            return "quadplex_with_pairs"
    return None


def runs(cards: Counts) -> Iterator[Counts]:
    """Yield every possible main part of these cards: equal counts of consecutive ranks."""
    for first in range(15):
        for width in range(1, cards[first] + 1):
            last = first
            while last < 15 and cards[last] >= width:
                yield (0,) * first + (width,) * (last - first + 1) + (0,) * (14 - last)
                last += 1


@lru_cache(maxsize=400_000)
def readings(cards: Counts, options: Options) -> tuple[Reading, ...]:
    """Return every combination formed by exactly these cards."""
    found = []
    for main in runs(cards):
        attached = tuple(a - b for a, b in zip(cards, main, strict=True))
        kind = kind_of(main, attached, options)
        if kind is not None:
            found.append(Reading(kind, main, attached))
    return tuple(sorted(found, key=lambda each: each.place))


@cache
def table(options: Options) -> tuple[Reading, ...]:
    """Return every combination in the order of ids: each main part of the deck with every possible
    attachment (the right number of cards or pairs, of any ranks, even equal ones).
    """
    found = []
    for main in runs(options.deck):
        ranks = [rank for rank in range(15) if main[rank]]
        width, length = main[ranks[0]], len(ranks)
        if length > 1 and ranks[-1] > ACE and ranks != [BLACK, RED]:
            continue
        many = {3: length, 4: 2 if length == 1 else 0}.get(width, 0)
        choices = [(0, 0), (many, 1), (many, 2)] if many and (3 * length <= options.hand_limit) else [(0, 0)]
        for count, size in choices:
            if sum(main) + count * size > options.hand_limit:
                continue
            others = [rank for rank in range(15) if not main[rank]]
            for kickers in combinations_with_replacement(others, count):
                attached = [0] * 15
                for rank in kickers:
                    attached[rank] += size
                kind = kind_of(main, tuple(attached), options)
                if kind is not None:
                    found.append(Reading(kind, main, tuple(attached)))
    assert len(set(found)) == len(found)
    return tuple(sorted(found, key=lambda each: each.place))


def beats(a: Reading, b: Reading) -> bool:
    """DD-11, DD-28 and DD-29: whether one can be played on the other."""
    if b.kind == "rocket" or a.kind == "rocket":
        return b.kind != "rocket"
    if a.kind == "bomb" or b.kind == "bomb":
        return a.kind == "bomb" and (b.kind != "bomb" or (a.size, a.rank) > (b.size, b.rank))
    return a.kind == b.kind and a.size == b.size and a.rank > b.rank


WORDS = {kind: f"a {kind.replace('_', ' ').replace('triplet with', 'triplet with a')}" for kind in KINDS}


def why_not(a: Reading, b: Reading) -> str | None:
    """Return the reason that `Move.why_not` gives."""
    if beats(a, b):
        return None
    if b.kind == "rocket":
        return says("nothing_beats_rocket")
    if a.kind == b.kind == "bomb":
        if a.size < b.size:
            return says("bomb_too_small", a.size, b.size)
        return says("does_not_beat", spoken(a), spoken(b))
    if b.kind == "bomb":
        return says("only_bomb_beats_bomb")
    if a.kind != b.kind:
        return f"{WORDS[a.kind]} does not beat {WORDS[b.kind]}"
    if a.length != b.length:
        return says("lengths_differ", spoken(a), spoken(b))
    return says("does_not_beat", spoken(a), spoken(b))


def spoken(reading: Reading) -> str:
    """As messages show it: the main part, and after a space what is attached."""
    return f"{text(reading.main)} {text(reading.attached)}" if any(reading.attached) else text(reading.main)


def subsets(hand: Counts) -> Iterator[Counts]:
    """Yield every subset of the hand, including the empty one."""
    return product(*(range(count + 1) for count in hand))


def legal_plays(hand: Counts, options: Options, to_beat: Reading | None = None) -> list[Reading]:
    """Return the legal plays: every reading of every subset of the hand that beats `to_beat`."""
    found = [each for cards in subsets(hand) if any(cards) for each in readings(cards, options)]
    return sorted((each for each in found if to_beat is None or beats(each, to_beat)), key=lambda each: each.place)


def fewest_plays(hand: Counts, options: Options) -> int:
    """Return the minimum number of plays that empty the hand, over all partitions."""

    @cache
    def fewest(left: Counts) -> int:
        if not any(left):
            return 0
        lowest = next(rank for rank in range(15) if left[rank])
        best = sum(left)
        for cards in subsets(left):
            if cards[lowest] and readings(cards, options):  # some combination has the lowest card
                best = min(best, 1 + fewest(tuple(a - b for a, b in zip(left, cards, strict=True))))
        return best

    return fewest(hand)


def text(cards: Counts) -> str:
    """Return cards in the game's notation."""
    return "".join(rank * count for rank, count in zip(RANKS, cards, strict=True)) or "-"


def counts(cards: str) -> Counts:
    return tuple(cards.count(rank) for rank in RANKS)
