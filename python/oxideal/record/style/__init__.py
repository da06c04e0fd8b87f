"""How players play: figures from records, by player and by place in the turn order.

`docs/arena.md` lists the figures of each game.

>>> import io
>>> from oxideal.arena import arena
>>> from oxideal.record import read
>>> from oxideal.record.style import style_of
>>> file = io.StringIO()
>>> _ = arena("rummy", ["rule", "random"], games=10, seed=7, records=file)
>>> _ = file.seek(0)
>>> rule, random = (player for player in style_of(read(file)).players if player.place is None)
>>> rule.figures["won"].mean
1.0
"""

# `figure` is an average, `players` adds up the figures of players, and each game has a file with its own figures.

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import import_on_first_use

if TYPE_CHECKING:
    from .figure import Figure
    from .players import Player, Style, style_of

__all__ = ["Figure", "Player", "Style", "style_of"]

import_on_first_use(__name__, {"figure": "Figure", "players": "Player Style style_of"})
