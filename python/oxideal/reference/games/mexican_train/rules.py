"""The public class Rules: the options of the game, and the moves of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, SupportsIndex

from .... import interface
from ...._arguments.checks import named_arguments
from ....errors import InvalidRulesError
from ... import rules as _rules
from . import actions, observe, tiles
from .moves import Move

if TYPE_CHECKING:
    from ....schemas.observation import ObservationSpec

_MAX_PLAYERS = 12

_USUAL_HANDS: dict[int, dict[int, int]] = {  # MT-02, MT-04: by set and number of players
    9: {2: 15, 3: 13, 4: 10},
    12: {2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9},
    15: {9: 11, 10: 10, 11: 9, 12: 9},
    18: {9: 15, 10: 14, 11: 13, 12: 12},
}

_FOLLOW_UP = ("available", "double")
_CLOSE_ORDER = ("laid", "reverse")


def usual_hand(highest: int, players: int) -> int | None:
    """Return the usual hand size, or None if the set is not usual for this number of players."""
    return _USUAL_HANDS.get(highest, {}).get(players)


class Rules(_rules.Rules[Move], interface.MexicanTrainRules[Move]):
    _fields = ("players", "set", "engine", "hand_size", "follow_up", "close_order")
    __slots__ = _fields

    _game = "mexican_train"
    _move_type = Move

    players: int
    set: int
    engine: int
    hand_size: int
    follow_up: str
    close_order: str

    @named_arguments
    def __init__(
        self,
        *,
        players: SupportsIndex = 4,
        set: SupportsIndex = 12,  # noqa: A002 (so the box calls it)
        engine: SupportsIndex | None = None,
        hand_size: SupportsIndex | None = None,
        follow_up: str = "available",
        close_order: str = "laid",
    ) -> None:
        seats = _rules.number_within("players", players, 2, _MAX_PLAYERS)
        highest = _rules.number_within("set", set, 1, tiles.HIGHEST)
        hub = highest if engine is None else _rules.number_within("engine", engine, 0, highest)  # MT-05
        drawn = _hand_size(hand_size, highest, seats)
        self._set(
            seats,
            highest,
            hub,
            drawn,
            _rules.one_of("follow_up", follow_up, _FOLLOW_UP),
            _rules.one_of("close_order", close_order, _CLOSE_ORDER),
        )

    @property
    def tiles(self) -> tuple[str, ...]:
        return tiles.TEXTS[: tiles.TILES_IN_SET[self.set]]

    @property
    def num_actions(self) -> int:
        return actions.FIRST_PLAY + (actions.FIRST_SEAT + self.players) * tiles.TILES_IN_SET[self.set]

    def observation_spec(self) -> ObservationSpec:
        return observe.spec(self)

    def action_features_spec(self) -> ObservationSpec:
        return observe.action_spec(self)

    def next_round(self) -> Self | None:
        return None if self.engine == 0 else type(self)(**{**self.to_dict(), "engine": self.engine - 1})

    def _id(self, move: Move) -> int:
        if move._rules is self:
            return move._action
        # By contents, not by id: in another set the same move may have another id, or none.
        play = actions.play_of(move._rules, move._action)
        if play is None:
            return move._action
        if play.tile >= tiles.TILES_IN_SET[self.set] or play.column >= actions.FIRST_SEAT + self.players:
            raise self._not_in_table(move)
        return actions.first_of_column(self, play.column) + play.tile

    def _parse(self, text: str) -> Move:
        return self._move(actions.from_text(self, text))

    def _to_bytes(self) -> bytes:
        flags = (self.follow_up == "double") | (self.close_order == "reverse") << 1
        return bytes([self.players, self.set, self.engine, self.hand_size, flags])

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        if len(data) != 5 or data[4] > 3:
            return None
        players, highest, engine, hand_size, flags = data
        return cls(
            players=players,
            set=highest,
            engine=engine,
            hand_size=hand_size,
            follow_up=_FOLLOW_UP[flags & 1],
            close_order=_CLOSE_ORDER[flags >> 1],
        )


def _hand_size(given: object, highest: int, players: int) -> int:
    most = (tiles.TILES_IN_SET[highest] - 1) // players  # MT-03: the engine is not drawn
    if most == 0:
        raise InvalidRulesError(f"the double-{highest} set has too few tiles for {players} players")
    if given is not None:
        return _rules.number_within("hand_size", given, 1, most)
    usual = usual_hand(highest, players)
    if usual is None:
        raise InvalidRulesError(
            f"no default hand size for {players} players in the double-{highest} set: give hand_size [MT-04]"
        )
    return usual
