"""The public class Rules: the options of the game, and the moves of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, SupportsIndex

from ...._arguments.checks import named_arguments
from ....errors import InvalidRulesError
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
    """Return the usual hand size for this number of players."""
    return _USUAL_HANDS[players]


class Rules(_rules.Rules[Move]):
    """The rules of a round of Rummy: the players, the size of the hands, and how aces rank.

    - `players`: the number of seats, 2 to 6 (RM-01).
    - `hand_size`: cards dealt to each seat; None for the usual number (RM-02).
    - `ace`: how aces rank: "low", or "both" for low and high (RM-15).
    - `must_discard_out`: whether the last card must be a discard (RM-12).
    - `turn_limit`: turns after which the round is void, 1 to 10,000 (RM-17).

    >>> rules = Rules()
    >>> rules.players, rules.hand_size, rules.turn_limit, rules.num_actions
    (2, 10, 1000, 515)
    >>> Rules(players=4, ace="both").num_actions
    567
    >>> Rules(players=7)
    Traceback (most recent call last):
    oxideal.errors.InvalidRulesError: players must be 2 to 6, got 7
    """

    __slots__ = {
        "ace": 'How aces rank: "low", or "both" for low and high (RM-15).',
        "hand_size": "The number of cards that each player is dealt (RM-02).",
        "must_discard_out": "Whether the last card must be a discard (RM-12).",
        "players": "The number of seats. It is 2 to 6 (RM-01).",
        "turn_limit": "The number of turns after which the round is void (RM-17).",
    }

    _fields = ("players", "hand_size", "ace", "must_discard_out", "turn_limit")
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
        values = (
            seats,
            dealt,
            _rules.one_of("ace", ace, ACES),
            _rules.boolean("must_discard_out", must_discard_out),
            _rules.number_within("turn_limit", turn_limit, 1, _MAX_TURNS),
        )
        for name, value in zip(self._fields, values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def num_actions(self) -> int:
        return len(actions.actions_of(self.ace).all)

    @property
    def action_table_version(self) -> int:
        return 1

    def observation_spec(self) -> ObservationSpec:
        """Return the layout of observations: the name, shape and highest value of each field."""
        return observe.spec(self)

    def _id(self, move: Move) -> int:
        if move._rules is self:
            return move._action
        # By contents, not by id: with other aces the same move may have another id, or none.
        action = actions.actions_of(self.ace).ids.get(str(move))
        if action is None:
            raise self._not_in_table(move)
        return action

    def _move(self, action: int) -> Move:
        return Move._of(self, action)

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
        try:
            return cls(
                players=players,
                hand_size=hand_size,
                ace=ACES[flags & 1],
                must_discard_out=flags >> 1 == 1,
                turn_limit=int.from_bytes(data[3:], "little"),
            )
        except InvalidRulesError:
            return None
