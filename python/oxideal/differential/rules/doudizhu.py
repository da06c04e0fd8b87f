"""The rules of Dou Dizhu that are played: all that set its engines apart in some way."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, Any] = {
    "players": 3,
    "auction": "bid",
    "all_pass": "redeal",
    "max_redeals": 100,
    "sequence_max": 12,
    "spring": False,
    "kicker_repeat": 1,
    "kicker_both_jokers": False,
    "kicker_extends_chain": False,
    "quadplex": True,
    "doubling": False,
    "open_hand": False,
    "max_doublings": None,
}

RULES: tuple[dict[str, Any], ...] = (
    PLAIN,
    PLAIN | {"players": 4, "max_redeals": None},
    PLAIN | {"auction": False, "kicker_repeat": 4, "kicker_both_jokers": True, "kicker_extends_chain": True},
    PLAIN | {"auction": False, "kicker_repeat": 3},
    PLAIN | {"all_pass": "void", "spring": True, "kicker_repeat": 3, "kicker_extends_chain": True, "quadplex": False},
    PLAIN | {"max_redeals": 1, "sequence_max": 5, "spring": True, "kicker_repeat": 2, "kicker_both_jokers": True},
    PLAIN | {"players": 4, "auction": False, "sequence_max": 7, "spring": True},
    PLAIN | {"players": 4, "all_pass": "void", "sequence_max": 5, "kicker_repeat": 4, "kicker_extends_chain": True},
    PLAIN | {"auction": "call", "spring": True, "kicker_repeat": 2, "doubling": True, "open_hand": True},
    PLAIN | {"players": 4, "auction": "call", "max_redeals": 2, "doubling": True, "max_doublings": 3},
    PLAIN | {"all_pass": "first", "spring": True, "open_hand": True, "max_doublings": 0},
    PLAIN | {"players": 4, "auction": False, "doubling": True, "open_hand": True, "max_doublings": 2},
)
