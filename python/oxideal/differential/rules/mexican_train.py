"""The rules of Mexican Train that are played: all that set its engines apart in some way."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, Any] = {
    "players": 4,
    "set": 12,
    "engine": 12,
    "hand_size": 15,
    "follow_up": "available",
    "close_order": "laid",
}

RULES: tuple[dict[str, Any], ...] = (
    PLAIN,
    PLAIN | {"players": 2, "set": 9, "engine": 9, "close_order": "reverse"},
    PLAIN | {"players": 3, "set": 9, "engine": 0, "hand_size": 13, "follow_up": "double"},
    PLAIN | {"set": 9, "engine": 5, "hand_size": 10, "follow_up": "double", "close_order": "reverse"},
    PLAIN | {"players": 6, "set": 9, "engine": 7, "hand_size": 6},
    PLAIN | {"players": 2, "set": 15, "engine": 6, "hand_size": 60, "close_order": "reverse"},
    PLAIN | {"players": 2, "set": 18, "engine": 4, "hand_size": 90, "follow_up": "double"},
    PLAIN | {"players": 12, "set": 5, "engine": 3, "hand_size": 1, "follow_up": "double"},
    PLAIN | {"players": 8, "set": 6, "engine": 6, "hand_size": 3, "close_order": "reverse"},
    PLAIN | {"players": 3, "set": 3, "engine": 3, "hand_size": 2},
    PLAIN | {"players": 2, "set": 6, "engine": 1, "hand_size": 3, "follow_up": "double", "close_order": "reverse"},
)
