"""Chance nodes of Mexican Train: the first seat, the hands tile by tile, then a tile for each draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import mexican_train
from .chance import ChanceModel, Outcomes, Parameters, Start, equally_likely, first_of
from .game import SpielGame
from .position import from_text

_DRAW = 1


class MexicanTrain(ChanceModel):
    """The first outcome is the seat that starts; all others are numbers of tiles, dealt to seat 0 first."""

    players = (2, 12)
    optional_rules = ("engine", "hand_size")

    rules: mexican_train.Rules

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        rules = self.rules
        self._numbers = {tile: number for number, tile in enumerate(rules.tiles)}
        engine = self._numbers[f"{rules.engine}-{rules.engine}"]
        self._tiles = [number for number in range(len(rules.tiles)) if number != engine]
        self._dealt = 1 + rules.players * rules.hand_size
        self._boneyard = len(self._tiles) - rules.players * rules.hand_size

    @property
    def bounds(self) -> tuple[int, int]:
        pips = sorted(mexican_train.pips(self.rules.tiles[number]) for number in self._tiles)
        most = self.rules.hand_size + self._boneyard  # the largest possible hand
        return -sum(pips[-most:]), 0

    @property
    def max_actions(self) -> int:
        plays, players = len(self._tiles), self.rules.players
        # While the boneyard has tiles, each pass follows a draw. Later there are less than 2n passes in a row: after
        # n of them all trains have markers, and n passes without a new marker end the round (MT-26).
        return plays + 2 * self._boneyard + (plays + 1) * (2 * players - 1)

    @property
    def max_chances(self) -> int:
        return self._dealt + self._boneyard

    @property
    def max_outcomes(self) -> int:
        return max(len(self.rules.tiles), self.rules.players)

    def next_dealt(self, dealt: Sequence[int]) -> Outcomes:
        if not dealt:
            return equally_likely(range(self.rules.players))
        if len(dealt) == self._dealt:
            return []
        gone = set(dealt[1:])
        return equally_likely([number for number in self._tiles if number not in gone])

    def dealt_text(self, dealt: Sequence[int], outcome: int) -> str:
        if not dealt:
            return f"start {outcome}"
        return f"{self.drawn_text(outcome)} to {(len(dealt) - 1) // self.rules.hand_size}"

    def start(self, dealt: Sequence[int], number: int) -> Start:  # noqa: ARG002 (there is one deal)
        size = self.rules.hand_size
        tiles = [self.rules.tiles[tile] for tile in dealt[1:]]
        hands = [tiles[size * seat : size * (seat + 1)] for seat in range(self.rules.players)]
        gone = set(dealt[1:])
        rest = [self.rules.tiles[tile] for tile in self._tiles if tile not in gone]
        state = mexican_train.State.from_deal(self.rules, hands=hands, dealer=dealt[0], boneyard=rest)
        return Start(state, tuple((f"start {dealt[0]}", f"hand {hand}") for hand in state.hands))

    def drawn(self, state: Any, action: int) -> Outcomes:
        if action != _DRAW:
            return []
        return equally_likely(sorted(self._numbers[tile] for tile in state.boneyard.split()))

    def drawn_text(self, outcome: int) -> str:
        return f"tile {self.rules.tiles[outcome]}"

    def stacked(self, state: Any, outcome: int) -> Any:
        boneyard = first_of(self.rules.tiles[outcome], state.boneyard.split())
        text = state.to_text().replace(f"; boneyard {state.boneyard};", f"; boneyard {' '.join(boneyard)};")
        return from_text(state, text)


class MexicanTrainGame(SpielGame):
    model_type = MexicanTrain
