"""Everything that can be said before the lead of a round of Dou Dizhu with calls, listed without a state
(DD-36 to DD-39): who calls, who robs, who doubles, and whether the hand is shown.

Seats are counted from the first bidder.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple


class Auction(NamedTuple):
    """What is said, in turn, and who becomes the landlord, after how many robs."""

    said: tuple[tuple[int, str], ...]
    landlord: int | None
    robs: int


def auctions(players: int) -> Iterator[Auction]:
    """Yield all auctions with calls."""
    yield Auction(tuple((seat, "pass") for seat in range(players)), None, 0)
    for caller in range(players):
        passed = [(seat, "pass") for seat in range(caller)]
        others = range(caller + 1, players)
        for choices in product(["pass", "rob"], repeat=len(others)):
            robbers = [seat for seat, choice in zip(others, choices, strict=True) if choice == "rob"]
            said = (*passed, (caller, "call"), *zip(others, choices, strict=True))
            if not robbers:
                yield Auction(said, caller, 0)
                continue
            yield Auction((*said, (caller, "pass")), robbers[-1], len(robbers))
            yield Auction((*said, (caller, "rob")), caller, len(robbers) + 1)


class Start(NamedTuple):
    """A round up to the lead."""

    said: tuple[tuple[int, str], ...]
    landlord: int
    doubled: frozenset[int]
    shown: bool
    stakes: tuple[int, ...]


def starts(players: int, *, doubling: bool, open_hand: bool, most: int | None) -> Iterator[Start]:
    """Yield everything that can be said until the landlord leads, with what each seat then has at stake."""
    for auction in auctions(players):
        if auction.landlord is None:
            continue
        landlord = auction.landlord
        order = [(landlord + step) % players for step in range(players)]
        for answers in product([False, True], repeat=players if doubling else 0):
            doubled = frozenset(seat for seat, yes in zip(order, answers, strict=False) if yes)
            answered = [(seat, "double" if yes else "pass") for seat, yes in zip(order, answers, strict=False)]
            for shown in [False, True] if open_hand else [False]:
                choice = [(landlord, "show" if shown else "pass")] if open_hand else []
                payments = []
                for seat in range(players):
                    times = auction.robs + (landlord in doubled) + (seat in doubled) + shown
                    payments.append(2 ** (times if most is None else min(times, most)))
                payments[landlord] = sum(payments) - payments[landlord]
                said = (*auction.said, *answered, *choice)
                yield Start(said, landlord, doubled, shown, tuple(payments))
