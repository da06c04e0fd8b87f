"""The rules of FourSquare that are played: all that set its engines apart in some way."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, Any] = {
    "diagonal": False,
}

RULES: tuple[dict[str, Any], ...] = (
    PLAIN,
    PLAIN | {"diagonal": True},
)
