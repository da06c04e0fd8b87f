"""Helpers for tests of Rummy."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from helpers import cases
from helpers.brute import rummy as brute
from helpers.cases import plain, shows
from oxideal.random import Stream

SMALL: list[dict[str, Any]] = [
    {"players": 2, "hand_size": 3, "turn_limit": 100},
    {"players": 2, "hand_size": 4, "ace": "both", "must_discard_out": True, "turn_limit": 100},
    {"players": 2, "hand_size": 5, "turn_limit": 9},
    {"players": 3, "hand_size": 3, "ace": "both", "turn_limit": 100},
    {"players": 3, "hand_size": 15, "turn_limit": 60},
    {"players": 3, "hand_size": 17, "must_discard_out": True, "turn_limit": 60},
    {"players": 4, "hand_size": 11, "turn_limit": 80},
    {"players": 5, "hand_size": 2, "must_discard_out": True, "turn_limit": 60},
    {"players": 6, "hand_size": 8, "ace": "both", "turn_limit": 60},
]
"""Rules with short hands in which lay-offs, ends and reshuffles are frequent."""


LARGE: list[dict[str, Any]] = [
    {"turn_limit": 150},
    {"players": 3, "ace": "both", "turn_limit": 150},
    {"players": 5, "must_discard_out": True, "turn_limit": 150},
    {"players": 6, "turn_limit": 150},
]


data = partial(cases.data, "rummy")
rules_of = partial(cases.rules_of, "rummy")


# Hands (RM-03 to RM-17)


def as_shown(table: brute.Round) -> dict[str, Any]:
    """Return what a State shows, computed by brute force."""
    over, scores = table.is_over, table.scores()
    return {
        "legal": table.legal(),
        "turn": table.seat,
        "current_player": None if over else table.seat,
        "is_over": over,
        "drew": table.drew and not over,
        "took": None if over else table.took,
        "laid": table.laid and not over,
        "turns": table.turns,
        "hand_sizes": [len(hand) for hand in table.hands],
        "table": table.table_texts(),
        "discards": brute.text_of(table.discards),
        "stock_size": len(table.stock),
        "opened": table.opened,
        "went_out": table.went_out,
        "went_rummy": table.went_out is not None and table.rummy(),
        "taken": table.taken(),
        "earlier": plain(table.earlier()),
        "hands": [brute.ascending(hand) for hand in table.hands],
        "stock": brute.text_of(table.stock),
        "scores": scores,
        "payoffs": scores,
    }


def assert_matches_model(state: Any, table: brute.Round) -> None:
    text = table.to_text()
    assert state.to_text() == text
    shows(state, as_shown(table), text)


def play_randomly(fields: dict[str, Any], seed: int, bold: float = 0.8) -> Iterator[brute.Round]:
    """Play a hand by brute force, usually laying down what is possible; yield it before each move
    and at the end.
    """
    chance = random.Random(seed)
    table = brute.dealt(brute.Options.of(fields), Stream(seed, 1), None)
    yield table
    while legal := table.legal():
        plays = [move for move in legal if move.startswith("meld") or "@" in move]
        table.push(chance.choice(plays if plays and chance.random() < bold else legal))
        yield table


def hands_of(
    rummy: Any, backend: str, fields: dict[str, Any], seeds: Iterable[int]
) -> Iterator[tuple[Any, brute.Round]]:
    """Play such hands with the engine alongside."""
    for seed in seeds:
        state = rummy.State(rules_of(backend, fields), seed=seed, stream=1)
        for table in play_randomly(fields, seed):
            if table.log:
                state.push(state.parse(table.log[-1][1]))
            yield state, table


# Melds (RM-08, RM-09, RM-10, RM-13, RM-15, RM-18)


def in_set(cards: Iterable[str]) -> int:
    return sum(1 << brute.PACK.index(card) for card in cards)


def random_hand(chance: random.Random, most: int, pack: list[str] = brute.PACK) -> list[str]:
    return chance.sample(pack, chance.randint(0, min(most, len(pack))))


def dense(chance: random.Random) -> list[str]:
    """Return part of the deck in which melds are frequent."""
    first = chance.randint(0, 9)
    ranks = [brute.RANKS[(first + place) % 13] for place in range(chance.randint(3, 7))]
    suits = chance.sample(brute.SUITS, chance.randint(1, 4))
    return [card for card in brute.PACK if card[0] in ranks and card[1] in suits]


def random_table(chance: random.Random, pack: list[str], ace: str, most: int) -> list[list[str]]:
    table: list[list[str]] = []
    for meld in chance.sample(brute.MELDS[ace], 60):
        if len(table) < most and len(meld) < 6 and all(card in pack for card in meld):
            table.append(meld)
            pack = [card for card in pack if card not in meld]
    return table
