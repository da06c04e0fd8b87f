"""Chance nodes of Dou Dizhu: the dealer, the face-up card, who draws it, then the hands card by card.

If everybody passes, all but the dealer is dealt again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import doudizhu
from .._arguments.checks import integer_within
from ..cards.doudizhu import RANKS
from ..errors import InvalidRulesError
from .chance import ChanceModel, Outcomes, Parameters, Start, equally_likely, in_proportion
from .game import SpielGame
from .position import from_text

_HAND = {3: 17, 4: 25}
_KITTY = {3: 3, 4: 8}
_DECKS = {3: 1, 4: 2}
_MAX_DOUBLINGS = {3: 13, 4: 14}
"""Upper bound of the number of doublings.

With three players, hands of 20, 17 and 17 cards hold at most 5, 4 and 4 bombs, a rocket included. With four, each rank
is enough for one bomb of six or more cards, and there is one rocket (DD-31). Spring does not raise the bound: it
requires a side that has played at most one combination, and so at most one bomb (DD-33).
"""
_FIRST_CARD = 3
"""The first outcomes of a deal are the dealer, the face-up card, and who draws it; the cards follow."""


class DouDizhu(ChanceModel):
    """The outcomes of a deal, in this order:

    - the dealer
    - the rank of the face-up card
    - the seat that draws it, or the number of seats if it is in the kitty
    - the ranks of all other cards, dealt to seat 0 first
    """

    players = (3, 4)
    zero_sum = True
    extra_parameters = {"preset": "", "max_deals": 10}  # noqa: RUF012 (declared by the base)
    optional_rules = ("max_doublings",)

    rules: doudizhu.Rules

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self._max_deals = integer_within("max_deals", parameters["max_deals"], 1, 1000)
        # OpenSpiel requires finite games, so the last deal is not dealt again.
        self._last_rules = doudizhu.Rules.from_dict(self.rules.to_dict() | {"all_pass": "void"})

    @classmethod
    def rules_of(cls, parameters: Parameters) -> doudizhu.Rules:
        plain = doudizhu.Rules()
        given = {name: parameters[name] for name in plain.to_dict()}
        # A parameter of OpenSpiel has one type, and there is no None.
        given |= {name: None for name in ("max_redeals", "max_doublings") if given[name] == -1}
        given |= {"auction": False} if given["auction"] == "none" else {}
        rules = doudizhu.Rules.from_dict(given)
        if not parameters["preset"]:
            return rules
        if rules != plain:
            raise InvalidRulesError("preset and the parameters of the rules are mutually exclusive")
        return doudizhu.Rules.preset(parameters["preset"])

    @property
    def _cards(self) -> list[int]:
        """The number of cards of each rank."""
        decks = _DECKS[self.rules.players]
        return [4 * decks] * 13 + [decks] * 2

    @property
    def bounds(self) -> tuple[int, int]:
        rules = self.rules
        bid = 3 if rules.auction == "bid" else 1
        doublings = _MAX_DOUBLINGS[rules.players] + 2 * rules.doubling + rules.open_hand  # DD-31, DD-37, DD-38
        if rules.auction == "call":
            doublings += rules.players  # DD-36: all others rob, and the caller robs back
        if rules.max_doublings is not None:
            doublings = min(doublings, rules.max_doublings)  # DD-39
        most = (rules.players - 1) * bid * 2**doublings  # for the landlord (DD-30)
        return -most, most

    @property
    def max_actions(self) -> int:
        players = self.rules.players
        # An auction has at most three bids. All but one player can pass before the first, all but two before each of
        # the others (DD-08). With calls each player is asked once, and the caller once more (DD-36).
        last = players + 1 if self.rules.auction == "call" else 3 * players - 2
        auction = (self._deals - 1) * players + last
        answers = players * self.rules.doubling + self.rules.open_hand  # DD-37, DD-38
        return auction + answers + players * sum(self._cards)  # after each play, all others can pass

    @property
    def max_chances(self) -> int:
        return 1 + self._deals * (2 + _HAND[self.rules.players] * self.rules.players)

    @property
    def _deals(self) -> int:
        if not self.rules.auction or self.rules.all_pass != "redeal":
            return 1
        most = self.rules.max_redeals
        return self._max_deals if most is None else min(self._max_deals, most + 1)

    @property
    def max_outcomes(self) -> int:
        return len(RANKS)

    def next_dealt(self, dealt: Sequence[int]) -> Outcomes:
        players = self.rules.players
        if not dealt:
            return equally_likely(range(players))
        left = self._cards
        for rank in [*dealt[1:2], *dealt[_FIRST_CARD:]]:
            left[rank] -= 1
        if len(dealt) == _FIRST_CARD - 1:
            return in_proportion([_HAND[players]] * players + [_KITTY[players]])
        if len(dealt) >= _FIRST_CARD and len(dealt) == _FIRST_CARD + sum(self._sizes(dealt)):
            return []
        return in_proportion(left)

    def _sizes(self, dealt: Sequence[int]) -> list[int]:
        """Return the number of cards dealt to each seat, not counting the face-up card."""
        players = self.rules.players
        return [_HAND[players] - (dealt[2] == seat) for seat in range(players)]

    def dealt_text(self, dealt: Sequence[int], outcome: int) -> str:
        if not dealt:
            return f"dealer {outcome}"
        if len(dealt) == 1:
            return f"face-up {RANKS[outcome]}"
        if len(dealt) == _FIRST_CARD - 1:
            return "in kitty" if outcome == self.rules.players else f"by {outcome}"
        number, seat = len(dealt) - _FIRST_CARD, 0
        sizes = self._sizes(dealt)
        while number >= sizes[seat]:
            number -= sizes[seat]
            seat += 1
        return f"card {RANKS[outcome]} to {seat}"

    def start(self, dealt: Sequence[int], number: int) -> Start:
        dealer, shown, place, *cards = dealt
        players = self.rules.players
        left = self._cards
        hands = []
        for seat, size in enumerate(self._sizes(dealt)):
            hand, cards = cards[:size] + [shown] * (place == seat), cards[size:]
            for rank in hand:
                left[rank] -= 1
            hands.append("".join(RANKS[rank] for rank in sorted(hand)))
        first = dealer if place == players else place
        state = doudizhu.State.from_deal(
            self.rules if number < self._max_deals else self._last_rules,
            hands=hands,
            kitty=left,
            first_bidder=first,
            dealer=dealer,
        )
        seen = f"face-up {RANKS[shown]} {'in kitty' if place == players else f'by {place}'}"
        counted = state.rules.all_pass == "redeal" and state.rules.max_redeals is not None
        redeals = f"; redeals {number - 1}" if counted and number > 1 else ""
        text = state.to_text().replace(f"; first {first};", f"{redeals}; first {first}; {seen};")
        known = [f"dealer {dealer}"] * (number == 1) + [seen]
        kitty = [f"kitty {state.kitty}"] * (not self.rules.auction)
        events = tuple((*known, f"hand {hand}", *kitty) for hand in hands)
        return Start(from_text(state, text), events)

    def number_of(self, rules: Any) -> int | None:
        return self._max_deals if rules == self._last_rules else super().number_of(rules)

    def redealt(self, state: Any) -> tuple[int, ...] | None:
        # An auction without a bid after an action is a new one (DD-09). The dealer stays the same.
        return (state.dealer,) if state.phase == "auction" and not state.bids else None


class DouDizhuGame(SpielGame):
    model_type = DouDizhu
