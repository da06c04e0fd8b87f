"""Many deals of a game as arrays of card locations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from helpers import chi_square, shuffles
from helpers.shuffles import crossed, shares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helpers.shuffles import Orders


class Layout(NamedTuple):
    """How to read the cards of a game from its states."""

    hands: Callable[[Any], Iterable[str]]
    """The parts whose order is not that of the shuffle: the cards are sorted within each."""
    open: Callable[[Any], Iterable[str]]
    """The parts in the order of the shuffle."""
    drawn: Callable[[Any], int | None]
    """The seat that was drawn."""
    wide: int
    """Characters per card, including the following space."""


LAYOUTS = {
    "doudizhu": Layout(lambda state: (*state.hands, state.kitty), lambda _: (), lambda state: state.dealer, 1),
    "foursquare": Layout(lambda _: (), lambda state: (state.card, state.stock), lambda _: None, 3),
    "mexican_train": Layout(
        lambda state: map(spread, state.hands), lambda state: (spread(state.boneyard),), lambda state: state.turn, 6
    ),
    "rummy": Layout(
        lambda state: state.hands, lambda state: (state.discards, state.stock), lambda state: state.turn, 3
    ),
}


DEALT: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in LAYOUTS),
    ("doudizhu", {"players": 4}),
    ("mexican_train", {"players": 2, "set": 9}),
    ("rummy", {"players": 4}),
]
"""The rules whose deals are tested."""


class Deals(NamedTuple):
    """Arrays with a row for each deal."""

    orders: Orders
    """The number of the card in each place; cards are numbered in the order of their texts."""
    groups: npt.NDArray[np.intp]
    """The group of each place: a hand is one group; each other place is a separate group."""
    drawn: npt.NDArray[np.intp]
    """The seat that was drawn."""


def spread(tiles: str) -> str:
    """Pad to equal width."""
    return "".join(f"{tile:<6}" for tile in tiles.split())


def deals(game: str, states: Iterable[Any]) -> Deals:
    layout = LAYOUTS[game]
    parts, drawn = [], []
    state = None
    for state in states:
        parts += [_wide(each, layout) for each in (*layout.hands(state), *layout.open(state))]
        drawn.append(layout.drawn(state) or 0)
    sizes = [len(_wide(each, layout)) // layout.wide for each in layout.hands(state)]
    letters = np.frombuffer("".join(parts).encode("ascii"), np.uint8).astype(np.int64)
    codes = letters.reshape(-1, layout.wide) @ (256 ** np.arange(layout.wide)[::-1])
    _, numbers = np.unique(codes, return_inverse=True)
    orders = numbers.reshape(len(drawn), -1)
    singles = np.arange(orders.shape[1] - sum(sizes)) + len(sizes)
    return Deals(orders, np.concatenate([np.repeat(np.arange(len(sizes)), sizes), singles]), np.array(drawn))


def _wide(text: str, layout: Layout) -> str:
    text = str(text)  # without the methods of cards
    return text if len(text) % layout.wide == 0 else text + " "


def likelihoods(deals: Deals, players: int) -> dict[str, float]:
    """Return the likelihood of each statistic under fair deals, by name."""
    orders, groups = deals.orders, deals.groups
    kinds = np.arange(orders.max() + 1)
    found = {"each card to each hand and place": chi_square.of_shares(shares(orders, groups, kinds), orders.shape[1])}
    if players > 1:
        drawn = np.bincount(deals.drawn, minlength=players)
        found["the seat that is drawn"] = chi_square.of_counts(drawn, np.ones(players))
    alone = groups[np.bincount(groups)[groups] == 1]
    if len(alone):
        # The ranking of the cards in shuffle order: which is lowest, which is next, and so on.
        ranks = np.argsort(np.argsort(orders[:, np.isin(groups, alone)], axis=1), axis=1)
        found |= {f"open cards, {name}": each for name, each in shuffles.likelihoods(ranks).items()}
    single = kinds[np.bincount(orders[0]) == 1]
    hands = np.minimum(groups, alone.min(initial=groups.max()))
    if len(single) and hands.max():
        sizes = np.bincount(hands).astype(float)
        one, other = (hands[np.argmax(orders == kind, axis=1)] for kind in single[-2:])
        expected = np.outer(sizes, sizes) - np.diag(sizes)
        found["two cards in one hand"] = chi_square.of_counts(crossed(one, other, len(sizes)), expected)
    return found
