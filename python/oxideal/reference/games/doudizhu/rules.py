"""The public class Rules: the options of the game, and the moves of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from .... import interface
from ...._arguments.checks import is_boolean, named_arguments, plain_text, quoted, text_of, type_name
from ....errors import InvalidArgumentError, InvalidRulesError
from ... import rules as _rules
from . import cards, observe
from .actions import Actions, actions_of
from .moves import Move

if TYPE_CHECKING:
    from ....schemas.observation import ObservationSpec
    from .combinations import Combination


_PRESETS: dict[str, dict[str, Any]] = {
    "douzero": {"auction": False, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True},
    "huanle": {"auction": "call", "spring": True, "kicker_repeat": 2, "doubling": True, "open_hand": True},
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

_MORE_FLAGS = ("call", "first", "doubling", "open_hand", "capped")
"""The bits of the sixth byte, which is there if any of them is set."""

_REDEALS = 'None or 1 to 255 (for no redeals: all_pass="void")'


class Rules(_rules.Rules[Move], interface.DouDizhuRules[Move]):
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
        "doubling",
        "open_hand",
        "max_doublings",
    )
    __slots__ = (*_fields, "_kept_actions")

    _game = "doudizhu"
    _move_type = Move
    _nullable = ("max_redeals", "max_doublings")
    _word_or_flag = ("auction",)

    _kept_actions: Actions
    players: int
    auction: str | bool
    all_pass: str
    max_redeals: int | None
    sequence_max: int
    spring: bool
    kicker_repeat: int
    kicker_both_jokers: bool
    kicker_extends_chain: bool
    quadplex: bool
    doubling: bool
    open_hand: bool
    max_doublings: int | None

    @named_arguments
    def __init__(
        self,
        *,
        players: SupportsIndex = 3,
        auction: str | bool = "bid",
        all_pass: str = "redeal",
        max_redeals: SupportsIndex | None = 100,
        sequence_max: SupportsIndex = 12,
        spring: bool = False,
        kicker_repeat: SupportsIndex = 1,
        kicker_both_jokers: bool = False,
        kicker_extends_chain: bool = False,
        quadplex: bool = True,
        doubling: bool = False,
        open_hand: bool = False,
        max_doublings: SupportsIndex | None = None,
    ) -> None:
        self._set(
            _rules.number_within("players", players, 3, 4, wanted="3 or 4"),
            _auction(auction),
            _rules.one_of("all_pass", all_pass, ("redeal", "void", "first")),
            None if max_redeals is None else _rules.number_within("max_redeals", max_redeals, 1, 255, wanted=_REDEALS),
            _rules.number_within("sequence_max", sequence_max, 5, 12),
            _rules.boolean("spring", spring),
            _rules.number_within("kicker_repeat", kicker_repeat, 1, 4),
            _rules.boolean("kicker_both_jokers", kicker_both_jokers),
            _rules.boolean("kicker_extends_chain", kicker_extends_chain),
            _rules.boolean("quadplex", quadplex),
            _rules.boolean("doubling", doubling),
            _rules.boolean("open_hand", open_hand),
            None
            if max_doublings is None
            else _rules.number_within("max_doublings", max_doublings, 0, 255, wanted="None or 0 to 255"),
        )

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
        # By contents, not by id: under other rules the same move may have another id, or none.
        combination = move._combination
        if combination is not None:
            action = self._actions.ids.get(combination)
            if action is None:
                raise self._not_in_table(move)
            return action
        if str(move) not in self._actions.said:
            raise self._not_in_table(move)
        return self._actions.said.index(str(move))

    def _move(self, action: int) -> Move:
        moves = self._actions.moves
        if action not in moves:
            moves[action] = Move._of(self, action)
        return moves[action]

    def _parse(self, text: str) -> Move:
        return self._move(self._actions.from_text(text))

    def _to_bytes(self) -> bytes:
        values = {
            **self.to_dict(),
            "void": self.all_pass == "void",
            "call": self.auction == "call",
            "first": self.all_pass == "first",
            "capped": self.max_doublings is not None,
        }
        flags, more = (
            sum(bool(values[name]) << bit for bit, name in enumerate(names)) for names in (_FLAGS, _MORE_FLAGS)
        )
        written = bytes([self.players, flags, self.sequence_max, self.kicker_repeat, self.max_redeals or 0])
        return written + bytes([more, self.max_doublings or 0]) if more else written

    @classmethod
    def _from_bytes(cls, data: bytes) -> Self | None:
        if len(data) not in (5, 7):
            return None
        players, flags, sequence_max, kicker_repeat, max_redeals, more, max_doublings = data.ljust(7, b"\0")
        fields: dict[str, Any] = {name: bool(flags >> bit & 1) for bit, name in enumerate(_FLAGS)}
        fields |= {name: bool(more >> bit & 1) for bit, name in enumerate(_MORE_FLAGS)}
        void, first, call, capped = (fields.pop(name) for name in ("void", "first", "call", "capped"))
        if call:
            fields["auction"] = "call"
        rules = cls(
            players=players,
            all_pass="first" if first else "void" if void else "redeal",
            max_redeals=max_redeals or None,
            sequence_max=sequence_max,
            kicker_repeat=kicker_repeat,
            max_doublings=max_doublings if capped else None,
            **fields,
        )
        # Other bytes of the same rules, with unknown bits or flags that contradict each other
        return rules if rules._to_bytes() == data else None


def _auction(value: object) -> str | bool:
    """Return the auction: "bid", "call", or False for none. True is "bid"."""
    if is_boolean(value):
        return "bid" if value else False
    text = plain_text(value)
    if text in ("bid", "call"):
        return text
    shown = f"not {type_name(value)}" if text is None else f"got {quoted(text)}"
    raise InvalidRulesError(f'auction must be "bid", "call" or False, {shown}')


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
