"""The rules by which each game is compared; the tests of all games play by them, too."""

from __future__ import annotations

from typing import Any

from ..._registry import parts_of

__all__ = ["GAMES"]

GAMES: dict[str, tuple[dict[str, Any], ...]] = {game.name: part.RULES for game, part in parts_of("differential.rules")}
"""The games, each with the rules that are played in turn. The first of them are the plain game's."""
