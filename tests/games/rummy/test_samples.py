"""Samples compared with full enumeration of the shuffles."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from helpers.brute import rummy as brute
from helpers.chi_square import check_uniform
from oxideal.random import Stream

# Samples (RM-19)


def samples_of(view: Any, count: int) -> Counter[Any]:
    """Count the hands and the stock cards of `count` samples."""
    found: Counter[Any] = Counter()
    for stream in range(count):
        sample = view.sample(3, stream)
        hands = tuple(frozenset(brute.cards_from(hand)) for hand in sample.hands)
        found[hands, frozenset(brute.cards_from(sample.stock))] += 1
    return found


def near_end(hands: list[str], stock: str, discards: str) -> str:
    """Return a position with few cards left: the lower cards of each suit form a run on the table."""
    left = [*" ".join(hands).split(), *brute.cards_from(stock), *discards.split()]
    table = [[rank + suit for rank in brute.RANKS if rank + suit not in left] for suit in brute.SUITS]
    size, extra = divmod(52 - len(brute.cards_from(stock)) - len(discards.split()), len(hands))
    assert not extra
    parts = [f"rummy players={len(hands)} hand_size={size}".replace(" players=2", "")]
    parts += [f"hand {seat} {hand}" for seat, hand in enumerate(hands)]
    parts += [f"stock {stock}", f"table {', '.join(map(' '.join, table))}", f"discards {discards}", "turn 0"]
    return "; ".join(parts)


HISTORIES: list[tuple[str, list[str], str, str, str, int]] = [
    # What the case shows, the hands, the stock, the discards, the moves, and the seat.
    (
        "two players, no reshuffle",
        ["JD QH KH", "TD TH QD"],
        "TS QS KD JS",
        "QC JC TC JH KS KC",
        "draw, JD, draw, QD",
        0,
    ),
    (
        "two players, cards of the first stock and of the second",
        ["TS JD JS QS", "TH QC QH KC"],
        "JH JC",
        "KS TC TD KD KH QD",
        "draw, JD, draw, JC, draw, JS, draw, KC, draw, TS, draw, QC",
        0,
    ),
    (
        "two players, the new stock is made by the other one",
        ["JD QH KH", "TD TH QD"],
        "TS",
        "QS KD JS QC JC TC JH KS KC",
        "draw, JD, draw, QD, draw, KD, draw, TD",
        0,
    ),
    (
        "three players, one earlier stock with both of the others",
        ["QC QS", "KC KH", "JH JS"],
        "TS",
        "TC TH QD JD TD KD QH KS JC",
        "draw, QS, draw, KS, draw, JS, draw, QC, draw, KC, draw, JD",
        0,
    ),
    (
        "three players, taken in between",
        ["JC QS", "QH KD", "TS KC"],
        "JH TC",
        "TD KS KH JD TH QC QD JS",
        "draw, JH, draw, TC, take, TS, draw, JC, draw, KD, draw, KC",
        0,
    ),
    (
        "three players, two reshuffles",
        ["JC KD", "KH", "JS KS"],
        "JH QC",
        "QS KC QH JD QD",
        "draw, JH, draw, QC, draw, JS, draw, KC, draw, QS, draw, JH, draw, KD, draw, KH, draw, JD",
        1,
    ),
]


@cache
def history(place: int) -> tuple[brute.Round, brute.Round]:
    """Return the start of the hand and its current state. (A discard is written as the card only.)"""
    _, hands, stock, discards, moves, _ = HISTORIES[place]
    start = brute.from_text(near_end(hands, stock, discards), Stream(0, 0))
    table = start.copy()  # including chance: nothing else draws from it
    for move in moves.split(", "):
        table.push(move if move in ("draw", "take") else f"discard {move}")
    return start, table


@cache
def enumerated(place: int) -> Counter[Any]:
    start, table = history(place)
    return brute.shuffles(start, table.log, HISTORIES[place][-1])


@pytest.mark.parametrize("place", range(len(HISTORIES)), ids=[row[0] for row in HISTORIES])
def test_samples_match_full_enumeration(rummy: Any, place: int) -> None:
    """RM-19: all orders of all stocks that would have looked the same to a seat are equally likely."""
    start, table = history(place)
    seat = HISTORIES[place][-1]
    state = rummy.State.from_text(start.to_text(), seed=0)
    for _, move, _ in table.log:
        state.push(state.parse(move))
    assert state.to_text() == table.to_text()
    expected = enumerated(place)
    assert len(expected) >= 6
    view = state.view(seat)
    check_uniform(samples_of(view, 600), expected)
    for other, cards in enumerate(view.known):  # the view states exactly what is known
        sure = frozenset.intersection(*(hands[other] for hands, _ in expected))
        assert frozenset(brute.cards_from(cards)) == sure
    assert frozenset(brute.cards_from(view.drawable)) == frozenset.union(*(stock for _, stock in expected))
