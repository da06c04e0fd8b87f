"""The public class Rules: the options of the game, and the moves of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from .... import interface
from ...._arguments.checks import named_arguments, quoted, text_of, type_name
from ....errors import InvalidArgumentError, InvalidMoveError, InvalidRulesError
from ... import rules as _rules
from . import cards, observe
from .actions import PASS, Actions, ParseError, actions_of
from .moves import Move

if TYPE_CHECKING:
    from ....schemas.observation import ObservationSpec
    from .combinations import Combination


_PRESETS: dict[str, dict[str, Any]] = {
    "douzero": {"auction": False, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True},
    "openspiel": {
        "all_pass": "void",
        "spring": True,
        "kicker_repeat": 3,
        "kicker_extends_chain": True,
        "quadplex": False,
    },
    "rlcard": {"auction": False, "kicker_repeat": 3},
}

_FLAGS = ("auction", "void", "spring", "kicker_both_jokers", "kicker_extends_chain", "quadplex")
"""The bits of the second byte of the rules' binary form, lowest first."""


_REDEALS = 'None or 1 to 255 (for no redeals: all_pass="void")'


class Rules(_rules.Rules[Move], interface.DouDizhuRules[Move]):
    __slots__ = (
        "_kept_actions",
        "all_pass",
        "auction",
        "kicker_both_jokers",
        "kicker_extends_chain",
        "kicker_repeat",
        "max_redeals",
        "players",
        "quadplex",
        "sequence_max",
        "spring",
    )

    _fields = (
        "players",
        "auction",
        "all_pass",
        "max_redeals",
        "sequence_max",
        "spring",
        "kicker_repeat",
        "kicker_both_jokers",
        "kicker_extends_chain",
        "quadplex",
    )
    _game = "doudizhu"
    _move_type = Move
    _nullable = ("max_redeals",)

    _kept_actions: Actions
    players: int
    auction: bool
    all_pass: str
    max_redeals: int | None
    sequence_max: int
    spring: bool
    kicker_repeat: int
    kicker_both_jokers: bool
    kicker_extends_chain: bool
    quadplex: bool

    @named_arguments
    def __init__(
        self,
        *,
        players: SupportsIndex = 3,
        auction: bool = True,
        all_pass: str = "redeal",
        max_redeals: SupportsIndex | None = 100,
        sequence_max: SupportsIndex = 12,
        spring: bool = False,
        kicker_repeat: SupportsIndex = 1,
        kicker_both_jokers: bool = False,
        kicker_extends_chain: bool = False,
        quadplex: bool = True,
    ) -> None:
        values = (
            _rules.number_within("players", players, 3, 4, wanted="3 or 4"),
            _rules.boolean("auction", auction),
            _rules.one_of("all_pass", all_pass, ("redeal", "void")),
            None if max_redeals is None else _rules.number_within("max_redeals", max_redeals, 1, 255, wanted=_REDEALS),
            _rules.number_within("sequence_max", sequence_max, 5, 12),
            _rules.boolean("spring", spring),
            _rules.number_within("kicker_repeat", kicker_repeat, 1, 4),
            _rules.boolean("kicker_both_jokers", kicker_both_jokers),
            _rules.boolean("kicker_extends_chain", kicker_extends_chain),
            _rules.boolean("quadplex", quadplex),
        )
        for name, value in zip(self._fields, values, strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def preset(cls, name: str, /) -> Self:
        text = text_of("name", name)
        if text not in _PRESETS:
            known = ", ".join(f'"{each}"' for each in _PRESETS)
            raise InvalidRulesError(f"unknown preset {quoted(text)}; expected one of {known}")
        return cls(**_PRESETS[text])

    @property
    def num_actions(self) -> int:
        return len(self._actions)

    @property
    def action_table_version(self) -> int:
        return 1

    def observation_spec(self) -> ObservationSpec:
        return observe.spec(self)

    def action_features_spec(self) -> ObservationSpec:
        return observe.action_spec(self)

    def action_features(self) -> npt.NDArray[np.uint8]:
        features = np.zeros((self.num_actions, len(cards.RANKS)), dtype=np.uint8)
        features[self._actions.first :] = [each.cards for each in self._actions.combinations]
        return features

    @property
    def _actions(self) -> Actions:
        """The table of actions. It is stored here because finding it by the rules means hashing all their fields."""
        try:
            return self._kept_actions
        except AttributeError:
            object.__setattr__(self, "_kept_actions", actions_of(self))
            return self._kept_actions

    def _id(self, move: Move) -> int:
        if move._rules is self:
            return move._action
        # By contents, not by id: under other rules the same combination may have another id, or none.
        combination = move._combination
        if combination is not None:
            action = self._actions.ids.get(combination)
        else:
            action = move._action if move._action == PASS or self.auction else None
        if action is None:
            raise self._not_in_table(move)
        return action

    def _move(self, action: int) -> Move:
        moves = self._actions.moves
        if action not in moves:
            moves[action] = Move._of(self, action)
        return moves[action]

    def _parse(self, text: str) -> Move:
        try:
            return self._move(self._actions.from_text(text))
        except ParseError as error:
            raise InvalidMoveError(str(error)) from None

    def _to_bytes(self) -> bytes:
        values = {**self.to_dict(), "void": self.all_pass == "void"}
        flags = sum(bool(values[name]) << bit for bit, name in enumerate(_FLAGS))
        return bytes([self.players, flags, self.sequence_max, self.kicker_repeat, self.max_redeals or 0])

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        if len(data) != 5 or data[1] >= 1 << len(_FLAGS):
            return None
        players, flags, sequence_max, kicker_repeat, max_redeals = data
        fields: dict[str, Any] = {name: bool(flags >> bit & 1) for bit, name in enumerate(_FLAGS)}
        all_pass = "void" if fields.pop("void") else "redeal"
        try:
            return cls(
                players=players,
                all_pass=all_pass,
                max_redeals=max_redeals or None,
                sequence_max=sequence_max,
                kicker_repeat=kicker_repeat,
                **fields,
            )
        except InvalidRulesError:
            return None


def to_beat_from_argument(given: Move | str, rules: Rules) -> tuple[int, Combination]:
    """Return the id and the combination of an argument that says what to beat."""
    if not isinstance(given, str | Move):
        hint = " (pass the rules as rules=...)" if isinstance(given, Rules) else ""
        raise TypeError(f"to_beat must be a Move or a str{hint}, not {type_name(given)}")
    move = rules.parse(given) if isinstance(given, str) else given
    action = rules.action(move)
    combination = rules._actions.combination(action)
    if combination is None:
        raise InvalidArgumentError(f"to_beat must be a combination or None, got {move}")
    return action, combination
