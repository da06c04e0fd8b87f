"""Chance nodes of Rummy: the dealer, the hands card by card, the upcard, then a card for each draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from .. import rummy
from ..cards.standard import deck
from ..random import Stream
from .chance import ChanceModel, Outcomes, Start, equally_likely, first_of
from .game import SpielGame
from .position import from_text

_DRAW = 0
_DECK = deck()
_NUMBERS = {card: number for number, card in enumerate(_DECK)}


class Rummy(ChanceModel):
    """The first outcome is the dealer; all others are numbers of cards, dealt to seat 0 first."""

    players = (2, 6)
    optional_rules = ("hand_size",)

    rules: rummy.Rules

    @property
    def bounds(self) -> tuple[int, int]:
        points = sorted(rummy.points(card, self.rules.ace) for card in _DECK)
        most = (self.rules.players - 1) * self.rules.hand_size  # cards in the hands of the losers
        return 0, 2 * sum(points[-most:])  # RM-13, RM-14

    @property
    def max_actions(self) -> int:
        return 2 * self.rules.turn_limit + len(_DECK)  # a draw and a discard per turn; a card is laid down once

    @property
    def max_chances(self) -> int:
        return self._dealt + self.rules.turn_limit

    @property
    def max_outcomes(self) -> int:
        return len(_DECK)

    @property
    def _dealt(self) -> int:
        return 1 + self.rules.players * self.rules.hand_size + 1

    def next_dealt(self, dealt: Sequence[int]) -> Outcomes:
        if not dealt:
            return equally_likely(range(self.rules.players))
        if len(dealt) == self._dealt:
            return []
        gone = set(dealt[1:])
        return equally_likely([number for number in range(len(_DECK)) if number not in gone])

    def dealt_text(self, dealt: Sequence[int], outcome: int) -> str:
        if not dealt:
            return f"dealer {outcome}"
        if len(dealt) == self._dealt - 1:
            return f"upcard {_DECK[outcome]}"
        return f"{self.drawn_text(outcome)} to {(len(dealt) - 1) // self.rules.hand_size}"

    def start(self, dealt: Sequence[int], number: int) -> Start:  # noqa: ARG002 (there is one deal)
        dealer, *cards, upcard = dealt
        size = self.rules.hand_size
        hands = [[_DECK[card] for card in cards[size * seat : size * (seat + 1)]] for seat in range(self.rules.players)]
        gone = set(dealt[1:])
        rest = [card for card in _DECK if _NUMBERS[card] not in gone]
        first = _DECK[upcard]
        # Chance nodes replace the reshuffles of this seed.
        state = rummy.State.from_deal(self.rules, hands=hands, dealer=dealer, upcard=first, stock=rest, seed=0)
        common = f"dealer {dealer}", f"upcard {first}"
        return Start(state, tuple((common[0], f"hand {hand}", common[1]) for hand in state.hands))

    def drawn(self, state: Any, action: int) -> Outcomes:
        if action != _DRAW:
            return []
        return equally_likely(
            sorted(_NUMBERS[card] for card in state.stock.split() if card != "-") or _new_stock(state)
        )

    def drawn_text(self, outcome: int) -> str:
        return f"card {_DECK[outcome]}"

    def stacked(self, state: Any, outcome: int) -> Any:
        if not state.stock_size:
            return from_text(state, state.to_text(), seed=_seed_of_shuffle(_pile(state), _DECK[outcome]))
        stock = first_of(_DECK[outcome], state.stock.split())
        text = state.to_text().replace(f"; stock {state.stock};", f"; stock {' '.join(stock)};")
        return from_text(state, text)


class RummyGame(SpielGame):
    model_type = Rummy


def _pile(state: Any) -> list[str]:
    """Return the cards that become the new stock: all discards but the top one (RM-07)."""
    cards: list[str] = state.discards.split()
    return cards[:-1]


def _new_stock(state: Any) -> list[int]:
    return sorted(_NUMBERS[card] for card in _pile(state))


def _seed_of_shuffle(pile: list[str], card: str) -> int:
    """Return a seed whose shuffle puts this card on top. On average, it takes as many tries as there are cards."""
    place = pile.index(card)
    return next(seed for seed in count() if Stream(seed).shuffled(len(pile))[0] == place)
