"""A bridge to Botzone (https://www.botzone.org.cn), a site on which bots play: a file for each game that has one."""

from __future__ import annotations

from typing import Any

from ... import _registry
from ...errors import InvalidArgumentError


def bridge_of(game: str) -> Any:
    """Return the game's module, which has `respond` and `Bridge`. Raises `InvalidArgumentError` if there is none."""
    part = _registry.GAMES[game].part("bots.botzone")
    if part is None:
        raise InvalidArgumentError(f"there is no bridge to Botzone for {game}")
    return part
