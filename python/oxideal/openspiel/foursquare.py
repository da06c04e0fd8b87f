"""Chance nodes of FourSquare: each card is drawn once the card before it is placed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import foursquare
from ..cards.foursquare import RANKS
from ..cards.standard import deck
from .chance import ChanceModel, Outcomes, Start, first_of, in_proportion
from .game import SpielGame
from .position import from_text

_DECK = deck(RANKS)


class FourSquare(ChanceModel):
    """An outcome is a rank, 0 for the ace to 9 for the ten. Suits do not matter: the lowest of a rank comes first."""

    players = (1, 1)
    perfect_information = True

    rules: foursquare.Rules

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 1 + len(_DECK) - 16  # FS-09, FS-11: a win with sixteen cards

    @property
    def max_actions(self) -> int:
        return len(_DECK)

    @property
    def max_chances(self) -> int:
        return len(_DECK)

    @property
    def max_outcomes(self) -> int:
        return len(RANKS)

    def next_dealt(self, dealt: Sequence[int]) -> Outcomes:
        return [] if dealt else in_proportion([4] * len(RANKS))

    def dealt_text(self, dealt: Sequence[int], outcome: int) -> str:  # noqa: ARG002
        return self.drawn_text(outcome)

    def start(self, dealt: Sequence[int], number: int) -> Start:  # noqa: ARG002 (there is one deal)
        card = _lowest(dealt[0], _DECK)
        state = foursquare.State.from_deal(self.rules, first_of(card, _DECK))
        return Start(state, ((f"card {card}",),))

    def drawn(self, state: Any, action: int) -> Outcomes:
        after = state.copy()
        after.push(action)
        if after.is_over:
            return []
        left = [card[0] for card in state.stock.split()]
        return in_proportion([left.count(rank) for rank in RANKS])

    def drawn_text(self, outcome: int) -> str:
        return f"card {RANKS[outcome]}"

    def stacked(self, state: Any, outcome: int) -> Any:
        ahead, _ = state.to_text().split("; stock")
        left = state.stock.split()
        stock = first_of(_lowest(outcome, left), left)
        return from_text(state, f"{ahead}; stock {' '.join(stock)}")


class FourSquareGame(SpielGame):
    model_type = FourSquare


def _lowest(rank: int, cards: Sequence[str]) -> str:
    return min(card for card in cards if card[0] == RANKS[rank])
