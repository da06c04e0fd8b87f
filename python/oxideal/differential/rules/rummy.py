"""The rules of Rummy that are played: all that set its engines apart in some way."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, Any] = {
    "players": 2,
    "hand_size": 10,
    "ace": "low",
    "must_discard_out": False,
    "turn_limit": 1000,
}

RULES: tuple[dict[str, Any], ...] = (
    PLAIN,
    PLAIN | {"ace": "both", "must_discard_out": True, "turn_limit": 100},
    PLAIN | {"players": 3, "hand_size": 7, "ace": "both", "turn_limit": 100},
    PLAIN | {"players": 4, "hand_size": 7, "must_discard_out": True, "turn_limit": 100},
    PLAIN | {"players": 5, "hand_size": 6, "ace": "both", "must_discard_out": True, "turn_limit": 7},
    PLAIN | {"players": 6, "hand_size": 6, "turn_limit": 100},
    PLAIN | {"hand_size": 3, "turn_limit": 100},
    PLAIN | {"players": 3, "hand_size": 17, "ace": "both", "turn_limit": 100},
    PLAIN | {"hand_size": 20, "must_discard_out": True, "turn_limit": 100},
    PLAIN | {"hand_size": 2, "ace": "both", "turn_limit": 100},
)
