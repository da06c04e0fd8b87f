"""The rules of Dou Dizhu that are played: all that set its engines apart in some way."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, Any] = {
    "players": 3,
    "auction": True,
    "all_pass": "redeal",
    "max_redeals": 100,
    "sequence_max": 12,
    "spring": False,
    "kicker_repeat": 1,
    "kicker_both_jokers": False,
    "kicker_extends_chain": False,
    "quadplex": True,
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
)
