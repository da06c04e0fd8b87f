"""The public class Rules: the options of the game, and the moves of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, SupportsIndex

from .... import interface
from ...._arguments.checks import named_arguments
from ... import rules as _rules
from . import actions, cards, observe
from .cards import ACES
from .moves import Move

if TYPE_CHECKING:
    from ....schemas.observation import ObservationSpec

_MAX_PLAYERS = 6
_MAX_TURNS = 10_000

_USUAL_HANDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}  # RM-02


def usual_hand(players: int) -> int:
    return _USUAL_HANDS[players]


class Rules(_rules.Rules[Move], interface.RummyRules[Move]):
    _fields = ("players", "hand_size", "ace", "must_discard_out", "turn_limit")
    __slots__ = _fields

    _game = "rummy"
    _move_type = Move

    players: int
    hand_size: int
    ace: str
    must_discard_out: bool
    turn_limit: int

    @named_arguments
    def __init__(
        self,
        *,
        players: SupportsIndex = 2,
        hand_size: SupportsIndex | None = None,
        ace: str = "low",
        must_discard_out: bool = False,
        turn_limit: SupportsIndex = 1000,
    ) -> None:
        seats = _rules.number_within("players", players, 2, _MAX_PLAYERS)
        most = (cards.NUMBER - 1) // seats  # RM-02: one card is turned up
        dealt = usual_hand(seats) if hand_size is None else _rules.number_within("hand_size", hand_size, 1, most)
        self._set(
            seats,
            dealt,
            _rules.one_of("ace", ace, ACES),
            _rules.boolean("must_discard_out", must_discard_out),
            _rules.number_within("turn_limit", turn_limit, 1, _MAX_TURNS),
        )

    @property
    def num_actions(self) -> int:
        return len(actions.actions_of(self.ace).all)

    def observation_spec(self) -> ObservationSpec:
        return observe.spec(self)

    def action_features_spec(self) -> ObservationSpec:
        return observe.ACTION_SPEC

    def _id(self, move: Move) -> int:
        if move._rules is self:
            return move._action
        # By contents, not by id: with other aces the same move may have another id, or none.
        action = actions.actions_of(self.ace).ids.get(str(move))
        if action is None:
            raise self._not_in_table(move)
        return action

    def _parse(self, text: str) -> Move:
        return self._move(actions.from_text(text, self.ace))

    def _to_bytes(self) -> bytes:
        flags = (self.ace == "both") | self.must_discard_out << 1
        return bytes([self.players, self.hand_size, flags]) + self.turn_limit.to_bytes(2, "little")

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        if len(data) != 5 or data[2] > 3:
            return None
        players, hand_size, flags, *_ = data
        return cls(
            players=players,
            hand_size=hand_size,
            ace=ACES[flags & 1],
            must_discard_out=flags >> 1 == 1,
            turn_limit=int.from_bytes(data[3:], "little"),
        )
