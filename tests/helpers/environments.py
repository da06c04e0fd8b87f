"""Helpers for tests of environments."""

from __future__ import annotations

from typing import Any

from oxideal._registry import GAMES as GAME_INFO

GAMES: dict[str, Any] = {name: game.module() for name, game in GAME_INFO.items()}
IDS = {name: f"oxideal/{game.class_name}-v0" for name, game in GAME_INFO.items()}
