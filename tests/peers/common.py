"""Shared by the comparisons with other programs: our backends, test positions, and counts of
comparisons.

Suits never matter: a card is its rank, 0 to 14 (3 4 5 6 7 8 9 T J Q K A 2, black joker, red joker),
and a hand is a list of 15 counts.
"""

from __future__ import annotations

import importlib
import itertools
import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

RANKS = "3456789TJQKA2BR"
DECK = (4,) * 13 + (1, 1)

SEQUENCES = ("sequence", "sequence_of_pairs", "sequence_of_triplets")

Hand = list[int]
Counts = npt.NDArray[np.uint8]


def share(of: int) -> int:
    """Scale a number of positions or games: the default is 100,000 positions per program
    (PEERS_POSITIONS changes it).
    """
    return max(1, of * int(os.environ.get("PEERS_POSITIONS", "100000")) // 100_000)


def counted(cards: str) -> Hand:
    """Return a text of ranks as counts."""
    return [cards.count(rank) for rank in RANKS]


def plus(hand: Sequence[int], cards: Sequence[int]) -> Hand:
    return [n + m for n, m in zip(hand, cards, strict=True)]


def minus(hand: Sequence[int], cards: Sequence[int]) -> Hand:
    return [n - m for n, m in zip(hand, cards, strict=True)]


def text(hand: Sequence[int]) -> str:
    """Return counts as a text of ranks, ascending."""
    return "".join(rank * int(n) for rank, n in zip(RANKS, hand, strict=True))


def runs(cards: str) -> tuple[int, ...]:
    """Return how often each rank occurs in a text of cards, most frequent first; empty for `-`."""
    return tuple(sorted((cards.count(rank) for rank in set(cards) - {"-"}), reverse=True))


class Ours:
    """One of our backends with the rules of a preset, and its action table as arrays."""

    def __init__(self, backend: str, preset: str) -> None:
        self.module: ModuleType = importlib.import_module(
            {"rust": "oxideal.doudizhu", "reference": "oxideal.reference.doudizhu"}[backend]
        )
        self.backend = backend
        self.rules: Any = self.module.Rules.preset(preset)
        self.moves: list[Any] = [self.rules.move(action) for action in range(self.rules.num_actions)]
        self.counts: Counts = np.asarray(self.rules.action_features())
        self.plays = [i for i, move in enumerate(self.moves) if move.kind not in ("pass", "bid")]
        self.shapes: dict[str, dict[int, dict[tuple[int, ...], list[int]]]] = {}
        """The plays by kind, length, and multiplicities of the attached ranks."""
        for action in self.plays:
            move = self.moves[action]
            lengths = self.shapes.setdefault(move.kind, {})
            lengths.setdefault(move.length, {}).setdefault(runs(move.attached), []).append(action)

    def legal_plays(self, hands: list[Hand], to_beat: list[int]) -> Iterator[npt.NDArray[np.int32]]:
        """For each hand return the ids that can be played on this id (0 for a lead), without the pass."""
        legal = self.module.legal_plays_many(np.array(hands, np.uint8), np.array(to_beat, np.int32), self.rules)
        offsets = legal.offsets.tolist()
        for start, end in itertools.pairwise(offsets):
            yield legal.actions[start:end]


@dataclass
class Tally:
    """Counts of a test's comparisons, printed after all tests."""

    title: str
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, what: str, n: int = 1) -> None:
        self.counts[what] += n

    def lines(self) -> list[str]:
        return [self.title, *(f"    {n:>9,} {what}" for what, n in sorted(self.counts.items()) if n)]


# Positions. Uniform deals rarely contain long combinations, so there are clumped hands too.


def random_hand(rng: random.Random, left: Sequence[int], size: int, first: Sequence[int] = (0,) * 15) -> Hand:
    """Return this many of the remaining cards, including `first`. Two hands of three are clumped:
    often several of a rank, and adjacent ranks.
    """
    hand = list(first)
    left = minus(left, hand)
    together, neighbour = rng.choice([(0.0, 0.0), (0.5, 0.3), (0.9, 0.6)])
    rank = rng.randrange(15)
    need = min(size - sum(hand), sum(left))
    while need > 0:
        rank = rank + 1 if rank < 14 and rng.random() < neighbour else rng.randrange(15)
        if left[rank]:
            n = min(left[rank], need) if rng.random() < together else 1
            hand[rank] += n
            left[rank] -= n
            need -= n
    return hand


def uniform_deal(rng: random.Random) -> tuple[list[Hand], Hand]:
    """Return three hands of 17 cards and the 3 remaining cards of a shuffled deck."""
    deck = [rank for rank, n in enumerate(DECK) for _ in range(n)]
    rng.shuffle(deck)
    parts = [deck[0:17], deck[17:34], deck[34:51], deck[51:]]
    *hands, kitty = [[part.count(rank) for rank in range(15)] for part in parts]
    return hands, kitty


def clumped_deal(rng: random.Random) -> tuple[list[Hand], Hand]:
    """Return the same with clumped hands."""
    left = list(DECK)
    hands = []
    for _ in range(3):
        hand = random_hand(rng, left, 17)
        left = minus(left, hand)
        hands.append(hand)
    rng.shuffle(hands)
    return hands, left


def random_answer(rng: random.Random, ours: Ours) -> tuple[int, Hand]:
    """Return a play of up to 19 cards (one that empties a hand of 20 cannot be answered) and a hand
    of other cards to answer it. Kinds are equally likely, and so are lengths of a kind and
    shapes of attached cards. Half of the hands hold another play of the same kind and length.
    """
    while True:
        shapes = rng.choice(list(rng.choice(list(ours.shapes.values())).values()))
        cards, play = random_play(rng, ours, shapes)
        if sum(cards) < 20:
            break
    left = minus(DECK, cards)
    planted, _ = random_play(rng, ours, shapes)
    if rng.random() < 0.5 and sum(planted) <= 17 and within(planted, left):
        return play, random_hand(rng, left, 17, planted)
    return play, random_hand(rng, left, rng.randint(1, 17))


def random_duel(rng: random.Random, ours: Ours, kind: str, lengths: Sequence[int]) -> tuple[int, Hand]:
    """Return the same with plays of this kind and one of these lengths; the hand always holds another one."""
    while True:
        shapes = ours.shapes[kind][rng.choice(lengths)]
        cards, play = random_play(rng, ours, shapes)
        planted, _ = random_play(rng, ours, shapes)
        if within(planted, minus(DECK, cards)):
            return play, random_hand(rng, minus(DECK, cards), 17, planted)


def random_play(rng: random.Random, ours: Ours, shapes: dict[tuple[int, ...], list[int]]) -> tuple[Hand, int]:
    play = rng.choice(shapes[rng.choice(list(shapes))])
    return ours.counts[play].tolist(), play


def within(cards: Sequence[int], hand: Sequence[int]) -> bool:
    return all(n <= m for n, m in zip(cards, hand, strict=True))


@dataclass
class Player:
    """Chooses among legal plays: any of them, each number of cards equally often, or a pass
    whenever possible ("any", "sizes", "shy").
    """

    rng: random.Random
    style: str

    @classmethod
    def three(cls, rng: random.Random) -> list[Player]:
        return [cls(rng, rng.choice(["any", "any", "sizes", "sizes", "shy"])) for _ in range(3)]

    def choose(self, sizes: Sequence[int]) -> int:
        """Return the index of the chosen play; a pass has size 0."""
        if self.style == "any":
            return self.rng.randrange(len(sizes))
        if self.style == "shy" and 0 in sizes:
            return sizes.index(0)
        size = self.rng.choice(sorted(set(sizes)))
        return self.rng.choice([i for i, n in enumerate(sizes) if n == size])
