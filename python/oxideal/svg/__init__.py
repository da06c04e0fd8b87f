"""Draw states and views as SVG, and make HTML pages that step through a game.

>>> from oxideal import rummy, svg
>>> state = rummy.State(seed=7)
>>> picture = svg.draw(state, seat=0)            # as seat 0 sees it; a notebook shows it
>>> picture.count("<svg")
1
"""

from __future__ import annotations

from .draw import Svg, draw
from .page import Html, page
from .theme import THEMES

__all__ = ["THEMES", "Html", "Svg", "draw", "page"]


def __dir__() -> list[str]:
    return sorted(__all__)
